import { expect, test } from '@jest/globals';
import { createClientPauses } from '../../../src/engine/rate-limiting/client-pauses.ts';
import { limitRate } from '../../../src/engine/checks/limit-rate.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { assuming } from '../assuming.ts';
import { requestOf } from './request-of.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import { operationOf, partsOf, refusalOf } from './exchange-of.ts';
import { BREAKER } from '../../../src/vat/policy/limits.ts';

test('who goes on beyond the budget is refused slowly, where tenants are strangers to each other', async () => {
  const clock = createTestClock();
  const slowed: unknown[] = [];
  const budget = { category: 'write', limit: 60, burst: 10, remaining: 0, resetAt: clock.now() + 30_000 };
  const stage = limitRate(
    partsOf({
      clock,
      clientPauses: createClientPauses(BREAKER),
      categoryOf: () => 'write',
      assumedIn: () => assuming(),
      rateLimiter: { take: () => ({ ...budget, allowed: false }) },
      refuseSlowly: (key: string, refusal: Error) => {
        slowed.push(key);
        return Promise.reject(refusal);
      },
    }),
  );
  const caller = callerOf('STANDARD');
  expect(await refusalOf(stage, { request: requestOf(), operation: operationOf(), caller })).toMatchObject({
    status: 429,
    type: 'rate-limited',
  });
  expect(slowed).toEqual([caller.organization?.uuid]);
});
