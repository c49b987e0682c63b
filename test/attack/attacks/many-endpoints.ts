import type { Attack } from '../attack.ts';
import { openTarpit } from '../network/open-tarpit.ts';
import { emitEvent, registerEndpoint } from './register-endpoint.ts';

const WANTED = 2500;
/** A description that allows more would make the server a tool against receivers. */
const MOST = 200;

export const manyEndpoints: Attack = {
  name: 'many-endpoints',
  threat: '2,500 endpoints in one sandbox: one event, 2,500 posts to one host.',
  wanted: 'A limit of endpoints in a sandbox, and of posts to a host.',
  play: async (stage) => {
    const { token } = await stage.createTenant();
    const host = stage.tarpits[0] ?? '';
    const tarpit = await openTarpit([host], stage.tarpitPort);
    try {
      let registered = 0;
      for (let count = 0; count < WANTED; count++) {
        const url = `http://${host}:${String(stage.tarpitPort)}/${String(count)}`;
        const outcome = await registerEndpoint(stage, token, url, `many-${String(count)}`);
        stage.expect(
          [201, 409, 422, 429, 507].includes(outcome.status ?? 0),
          `registering gave ${String(outcome.status)}`,
        );
        if (outcome.status !== 201) break;
        registered++;
      }
      stage.note(`${String(registered)} endpoints`);
      stage.expect(registered <= MOST, `${String(registered)} endpoints in one sandbox`);
      stage.expectStatuses([await emitEvent(stage, token)], [201, 429]);
      await stage.sleep(1000);
      stage.note(`${String(tarpit.most())} posts to one host at once`);
      stage.expect(tarpit.most() <= 50, `${String(tarpit.most())} posts to one host at once`);
    } finally {
      tarpit.close();
    }
  },
};
