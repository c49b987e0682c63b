import { expect, test } from '@jest/globals';
import { type CarriedOut, carryOut, type SendPlan, planAttempt } from '../../../../src/engine/webhooks/faults.ts';
import type { AttemptOutcome } from '../../../../src/engine/webhooks/delivery.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
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

test('no copies follow where there was no answer', async () => {
  expect(await carry(send(), { failure: 'timeout' })).toMatchObject({ sent: 1, copies: [] });
});

test('every copy says which one it is, and how it ended', async () => {
  const { attempt, copies } = await carry(send(), { httpStatus: 200 }, { httpStatus: 409 }, { httpStatus: 204 });
  expect(attempt).toEqual({ httpStatus: 200 });
  expect(copies).toEqual([
    { httpStatus: 409, isCopy: true, chaos: { by: BY, did: ['copy 2 of 3'] } },
    { httpStatus: 204, isCopy: true, chaos: { by: BY, did: ['copy 3 of 3'] } },
  ]);
});

test('what was done to the first was done to its copies', async () => {
  const plan = send({ copies: 1, chaos: { by: BY, did: ['signature stale'] } });
  const { attempt, copies } = await carry(plan);
  expect(attempt.chaos).toEqual(plan.chaos);
  expect(copies[0]?.chaos).toEqual({ by: BY, did: ['signature stale', 'copy 2 of 2'] });
});

test('nothing is sent where an end was invented', async () => {
  const chaos = { by: BY, did: ['outcome 500'] };
  const carried = await carryOut({ kind: 'invent', outcome: { httpStatus: 500 }, chaos }, () => {
    throw new Error('sent');
  });
  expect(carried).toEqual({ attempt: { httpStatus: 500, chaos }, copies: [] });
});

test.each([
  ['timeout', { failure: 'timeout', detail: 'no response in time' }],
  ['reset', { failure: 'answer_broken', detail: 'ECONNRESET' }],
  ['refused', { failure: 'connect_failed', detail: 'ECONNREFUSED' }],
] as const)('%s ends as it does without us', (end, outcome) => {
  const delivery = { eventId: 'e', eventType: 'kyc.x', endpointId: 'w', attempts: 0, createdAt: NOW, turn: undefined };
  const rules = [{ outcomes: [end] }];
  const plan = planAttempt([{ by: BY, since: NOW, chance: '', rules }], delivery, NOW);
  expect(plan).toEqual({ kind: 'invent', outcome, chaos: { by: BY, did: [`outcome ${end}`] } });
});
