import { describe, expect, test } from '@jest/globals';
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

test('a request is taken from the budget of its category', async () => {
  const { stage, exchange, budget, taken } = start();
  expect(await runOn(stage, exchange)).toEqual({ budget: { ...budget, allowed: true } });
  expect(taken).toHaveLength(1);
});

test('it counts in the minute in which it entered the sandbox, however late it is counted', async () => {
  const { stage, exchange, taken, clock } = start();
  const enteredAt = clock.now() - 10_000;
  await runOn(stage, { ...exchange, enteredAt });
  expect(taken).toEqual([[caller, 'write', enteredAt]]);
});

test.each<[string, object]>([
  ['without a caller', { caller: undefined }],
  ['that is a replay', { idempotency: { found: { kind: 'replay' } } }],
])('a request %s uses no budget', async (_what, change) => {
  const { stage, exchange, taken } = start();
  expect(await runOn(stage, { ...exchange, ...change })).toBeUndefined();
  expect(taken).toEqual([]);
});

test('nor does one of no category', async () => {
  const stage = limitRate(partsOf({ categoryOf: () => undefined }));
  expect(await runOn(stage, start().exchange)).toBeUndefined();
});

describe('beyond the budget', () => {
  test('a request is refused, with the time to wait', async () => {
    const { stage, exchange } = start({ allowed: false });
    expect(await refusalOf(stage, exchange)).toMatchObject({
      type: 'rate-limited',
      status: 429,
      headers: { 'retry-after': '30' },
      detail: 'The write budget of 60 requests per minute and its burst are used up. Retry in 30 seconds.',
    });
  });

  test('ten in a row pause the client, and its administrator hears of it once', async () => {
    const { stage, exchange, mails, clock, clientPauses } = start({ allowed: false });
    for (let n = 0; n < 10; n++) await refusalOf(stage, exchange);
    expect(mails).toMatchObject([{ to: 'admin@example.com', subject: 'API client client is paused for 15 minutes' }]);
    expect(await refusalOf(stage, exchange)).toMatchObject({
      headers: { 'retry-after': '900' },
      detail: expect.stringContaining('is paused after 10 consecutive 429 responses'),
    });
    expect(mails).toHaveLength(1);
    expect(clientPauses.pausedUntil('client', clock.now())).toBe(clock.now() + 900_000);
  });

  test('a pause is 403 where that is assumed, also for a replay', async () => {
    const { stage, exchange, clock, clientPauses } = start({ choices: ['client-pause=forbidden'] });
    for (let n = 0; n < 10; n++) clientPauses.strike('client', clock.now());
    expect(await refusalOf(stage, { ...exchange, idempotency: { found: { kind: 'replay' } } })).toMatchObject({
      type: 'forbidden',
      status: 403,
    });
  });
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
