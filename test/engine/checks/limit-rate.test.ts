import { expect, test } from '@jest/globals';
import { createClientPauses } from '../../../src/engine/rate-limiting/client-pauses.ts';
import { limitRate } from '../../../src/engine/checks/limit-rate.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { assuming } from '../assuming.ts';
import { requestOf } from './request-of.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import { operationOf, partsOf, refusalOf, runOn } from './exchange-of.ts';
import { BREAKER } from '../../../src/vat/policy/limits.ts';

const caller = callerOf('STANDARD');

const start = ({ allowed = true, choices = [] as readonly string[] } = {}) => {
  const clock = createTestClock();
  const mails: unknown[] = [];
  const taken: unknown[] = [];
  const clientPauses = createClientPauses(BREAKER);
  const budget = { category: 'write', limit: 60, burst: 10, remaining: 0, resetAt: clock.now() + 30_000 };
  const stage = limitRate(
    partsOf({
      clock,
      clientPauses,
      mailer: { send: (mail: unknown) => mails.push(mail) },
      categoryOf: () => 'write',
      assumedIn: () => assuming(...choices),
      rateLimiter: {
        take: (...about: readonly unknown[]) => {
          taken.push(about);
          return { ...budget, allowed };
        },
      },
    }),
  );
  const exchange = {
    request: requestOf(),
    operation: operationOf(),
    caller,
    sandbox: undefined,
    idempotency: undefined,
  };
  return { clock, mails, taken, clientPauses, budget, stage, exchange };
};

test('it counts in the minute in which it entered the sandbox, however late it is counted', async () => {
  const { stage, exchange, taken, clock } = start();
  const enteredAt = clock.now() - 10_000;
  await runOn(stage, { ...exchange, enteredAt });
  expect(taken).toEqual([[caller, 'write', enteredAt]]);
});

test('who goes on beyond the budget is refused slowly, where tenants are strangers to each other', async () => {
  const { clock, clientPauses, budget, exchange } = start();
  const slowed: unknown[] = [];
  const stage = limitRate(
    partsOf({
      clock,
      clientPauses,
      categoryOf: () => 'write',
      assumedIn: () => assuming(),
      rateLimiter: { take: () => ({ ...budget, allowed: false }) },
      refuseSlowly: (key: string, refusal: Error) => {
        slowed.push(key);
        return Promise.reject(refusal);
      },
    }),
  );
  expect(await refusalOf(stage, exchange)).toMatchObject({ status: 429, type: 'rate-limited' });
  expect(slowed).toEqual([caller.organization?.uuid]);
});
