import type { Attack } from '../attack.ts';
import type { Sending } from '../network/send.ts';
import { toOrder } from '../tenant/order.ts';
import { uploadOf } from './upload.ts';

const YAML = 'scenario: first\nsteps:\n  - { on: createOrder, nth: 3, reply: { problem: internal-error } }\n';

export const firstCalls: Attack = {
  name: 'first-calls',
  threat: 'The first call of each kind: what is loaded or compiled only then holds up everybody once.',
  wanted: 'No first call holds the event loop longer than any other may.',
  needs: { alone: true },
  play: async (stage) => {
    const tenant = await stage.createTenant();
    const { token, seller, buyer } = tenant;
    const json = { 'content-type': 'application/json' };
    let made = 0;
    let slowest = { name: '', milliseconds: 0 };
    const play = async (
      method: string,
      path: string,
      body: Sending['body'] = '',
      headers: Sending['headers'] = json,
    ) => {
      const key = method === 'GET' ? {} : { 'idempotency-key': `first-${String(++made)}` };
      const outcome = await stage.send({ method, path, token, headers: { ...headers, ...key }, body });
      stage.expectStatuses([outcome], [200, 201, 202, 204]);
      const milliseconds = (await stage.lookAt())?.own ?? 0;
      if (milliseconds > slowest.milliseconds) slowest = { name: `${method} ${path}`, milliseconds };
      return outcome.text;
    };
    const order = await play('POST', `/v1/partners/${seller}/orders`, JSON.stringify(toOrder(buyer, 'FIRST', 1, 77)));
    const { uuid } = JSON.parse(order) as { uuid: string };
    const { path, body, headers } = uploadOf(tenant, uuid, 'CMR');
    await play('POST', path, body, headers);
    await play('GET', '/v1/orders');
    await play('POST', `/v1/partners/${seller}/prospects/self-service-invitations`, '{}');
    await play('POST', '/__admin/events', '{"type":"compliance.decision_made"}');
    await play('GET', '/__admin/requests');
    await play('GET', '/__admin/requests.har');
    await play('POST', '/__admin/requests/find', '{}');
    await play('GET', '/__admin/scenarios');
    await play('POST', '/__admin/scenarios', YAML, { 'content-type': 'application/yaml' });
    await play('POST', '/__admin/capsule/start', '', {});
    await play('GET', '/__admin/capsule');
    await play('PUT', '/__admin/state/snapshots/first', '', {});
    await play('PUT', '/__admin/state', await play('GET', '/__admin/state'));
    await play('POST', '/__admin/reset', '', {});
    stage.note(`slowest ${slowest.name} with ${slowest.milliseconds.toFixed(0)} ms`);
  },
};
