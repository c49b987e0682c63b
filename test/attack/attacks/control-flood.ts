import type { Attack } from '../attack.ts';

const LANES = 20;

export const controlFlood: Attack = {
  name: 'control-flood',
  threat: 'The control API had no rate limit: resets and exports in a loop take all of the CPU.',
  wanted: '429 with Retry-After, in a category of its own.',
  open: 'calls in a loop hold the event loop for 0.2 s, and 360 of them meet no 429',
  play: async (stage) => {
    const { token } = await stage.createTenant();
    const until = performance.now() + (stage.isShort ? 2000 : 6000);
    const calls = [
      ['POST', '/__admin/reset'],
      ['GET', '/__admin/state'],
      ['GET', '/__admin/requests?limit=1000'],
      ['GET', '/__admin/scenarios'],
      ['PUT', '/__admin/state/snapshots/one'],
    ] as const;
    const outcomes = await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        const own = [];
        for (let turn = lane; performance.now() < until; turn++) {
          const [method, path] = calls[turn % calls.length] ?? calls[0];
          own.push(await stage.send({ method, path, token }));
        }
        return own;
      }),
    );
    const all = outcomes.flat();
    stage.expectStatuses(all, [200, 201, 204, 409, 413, 429, 503, 507]);
    const refused = all.filter(({ status }) => status === 429);
    stage.expect(refused.length > 0, 'never 429');
    stage.expect(
      refused.every(({ headers }) => headers['retry-after'] !== undefined),
      'a 429 without Retry-After',
    );
  },
};
