import type { Attack } from '../attack.ts';
import { call } from '../tenant/create-tenant.ts';

const SIZE = 1_048_576;
const REQUESTS = 20;

export const selfServiceJson: Attack = {
  name: 'self-service-json',
  threat: 'Without a token, each JSON body of 1 MiB to a self-service link took 0.25 s.',
  wanted: '400, 413 or 422: a completed form has less than a thousand bytes.',
  play: async (stage) => {
    const tenant = await stage.createTenant();
    const created = await call(stage.server.url, 'POST', `/v1/buyers/${tenant.buyer}/kyc/self-service-invitations`, {
      token: tenant.token,
      key: 'invitation',
      body: {},
    });
    const { pathname } = new URL((created as { url: string }).url);
    const body = `{"a":[${'{"b":1},'.repeat(SIZE / 8 - 8)}1]}`;
    const outcomes = [];
    for (let count = 0; count < REQUESTS; count++)
      outcomes.push(
        await stage.send({
          method: 'POST',
          path: `${pathname}/kyc`,
          headers: { 'content-type': 'application/json', 'idempotency-key': `form-${String(count)}` },
          body,
        }),
      );
    stage.expectStatuses(outcomes, [400, 413, 422, 429, 503]);
  },
};
