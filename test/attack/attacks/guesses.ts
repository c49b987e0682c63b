import type { Attack } from '../attack.ts';

const GUESSES = 120;

export const guesses: Attack = {
  name: 'guesses',
  threat: 'ADMIN_TOKEN and client secrets can be guessed as fast as the server answers.',
  wanted: 'After some wrong ones, 429 for that address.',
  play: async (stage) => {
    const { clientId } = await stage.createTenant();
    const secrets = [];
    const tokens = [];
    for (let count = 0; count < GUESSES; count++) {
      secrets.push(
        await stage.send({
          method: 'POST',
          path: '/auth/realms/integration/protocol/openid-connect/token',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `grant_type=client_credentials&client_id=${clientId}&client_secret=guess-${String(count)}`,
          from: '127.0.0.68',
        }),
      );
      tokens.push(
        await stage.send({ path: '/__admin/sandboxes', token: `operator-guess-${String(count)}`, from: '127.0.0.69' }),
      );
    }
    for (const [what, outcomes] of [
      ['client secrets', secrets],
      ['operator tokens', tokens],
    ] as const) {
      stage.expectStatuses(outcomes, [400, 401, 403, 429]);
      stage.expect(
        outcomes.some(({ status }) => status === 429),
        `${String(GUESSES)} guesses of ${what} without a 429`,
      );
    }
  },
};
