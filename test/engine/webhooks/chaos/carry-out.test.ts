import { expect, test } from '@jest/globals';
import { type CarriedOut, carryOut, type SendPlan } from '../../../../src/engine/webhooks/faults.ts';
import type { AttemptOutcome } from '../../../../src/engine/webhooks/delivery.ts';

const BY = 'scenario one';

const send = (change: Partial<SendPlan> = {}): SendPlan => ({
  kind: 'send',
  signature: undefined,
  pace: undefined,
  copies: 2,
  chaos: { by: BY, did: [] },
  ...change,
});

const carry = async (
  plan: SendPlan,
  ...outcomes: readonly AttemptOutcome[]
): Promise<CarriedOut & { sent: number }> => {
  let sent = 0;
  const carried = await carryOut(plan, () => Promise.resolve(outcomes[sent++] ?? { httpStatus: 200 }));
  return { ...carried, sent };
};

test.each([
  [199, 1],
  [200, 3],
  [204, 3],
  [299, 3],
  [300, 1],
  [500, 1],
])('copies follow when the receiver has taken the first: after %d it is sent %d times', async (httpStatus, times) => {
  expect((await carry(send(), { httpStatus })).sent).toBe(times);
});
