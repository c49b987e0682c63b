import { describe, expect, test } from '@jest/globals';
import { type Step, digestOf, prepareScenario } from '../../../src/engine/scenarios/scenario.ts';
import type { StepFile } from '../../../src/generated/scenario-file.ts';

const stepOf = async (file: Partial<StepFile>): Promise<Step> => {
  const { steps } = await prepareScenario({ scenario: 'own', steps: [{ on: 'createOrder', ...file }] });
  return steps[0]!;
};

describe('a fault', () => {
  const RESET = { kind: 'CONNECTION_RESET_BY_PEER' };
  test.each<[StepFile['fault'], Step['action']['kind'], object | undefined]>([
    [undefined, 'pass', undefined],
    ['EMPTY_RESPONSE', 'drop', { kind: 'EMPTY_RESPONSE' }],
    ['CONNECTION_RESET_BY_PEER', 'drop', RESET],
    ['commit-then-reset', 'pass', RESET],
    ['slow-body', 'pass', { kind: 'slow-body', pieces: 10, milliseconds: 5000 }],
    [{ slowBody: { over: 'PT2S' } }, 'pass', { kind: 'slow-body', pieces: 10, milliseconds: 2000 }],
    [{ slowBody: { over: 'PT2S', pieces: 3 } }, 'pass', { kind: 'slow-body', pieces: 3, milliseconds: 2000 }],
  ])('%j', async (fault, kind, failure) => {
    const step = await stepOf(fault === undefined ? {} : { fault });
    expect(step.action.kind).toBe(kind);
    expect(step.failure).toEqual(failure);
  });

  test('around an answer lets it be made', async () => {
    const reply = { status: 200 };
    expect((await stepOf({ fault: 'EMPTY_RESPONSE', reply })).action).toEqual({ kind: 'reply', reply });
    expect((await stepOf({ fault: 'EMPTY_RESPONSE', reply: 'pass' })).action).toEqual({ kind: 'pass' });
  });
});

test.each<[StepFile['reply'], number | undefined]>([
  [undefined, undefined],
  ['pass', undefined],
  [{ status: 418 }, 418],
  [{ status: 418, offContract: true }, undefined],
  [{ problem: 'not-found' }, 404],
  [{ problem: { type: 'not-found' } }, 404],
  [{ problem: { status: 418 } }, 418],
  [{ problem: 'nothing of the kind' }, undefined],
])('a step about all operations, with the reply %j, is for those that describe %p', async (reply, status) => {
  expect((await stepOf({ on: '*', ...(reply === undefined ? {} : { reply }) })).status).toBe(status);
  expect((await stepOf(reply === undefined ? {} : { reply })).status).toBeUndefined();
});

test('the digest tells files apart, and is the same for the same file', () => {
  const file = { scenario: 'own', steps: [{ on: 'a' }] };
  expect(digestOf(structuredClone(file))).toBe(digestOf(file));
  expect(digestOf({ ...file, seed: 1 })).not.toBe(digestOf(file));
});
