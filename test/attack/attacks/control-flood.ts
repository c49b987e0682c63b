import type { Attack } from '../attack.ts';

const LANES = 20;
/** Milliseconds until a flood has met its limit, even on a slow machine. */
const LONGEST = 60_000;

export const controlFlood: Attack = {
  name: 'control-flood',
  threat: 'The control API had no rate limit: resets and exports in a loop take all of the CPU.',
  wanted: '429 with Retry-After, in a category of its own.',
  // A fifth of the usual limit: a slow machine would not reach it in time.
  needs: { flags: ['--limits', 'control-calls-per-minute=200'] },
  play: async (stage) => {
    const { token } = await stage.createTenant();
    const begin = performance.now();
    const least = stage.isShort ? 2000 : 6000;
    let isRefused = false;
    const goesOn = (): boolean => {
      const passed = performance.now() - begin;
      return passed < least || (!isRefused && passed < LONGEST);
    };
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
        for (let turn = lane; goesOn(); turn++) {
          const [method, path] = calls[turn % calls.length] ?? calls[0];
          const outcome = await stage.send({ method, path, token });
          isRefused ||= outcome.status === 429;
          own.push(outcome);
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
