import { describe, expect, test } from '@jest/globals';
import { type Step, digestOf, playOf, prepareScenario } from '../../../src/engine/scenarios/scenario.ts';
import type { StepFile } from '../../../src/generated/scenario-file.ts';

const stepOf = async (file: Partial<StepFile>): Promise<Step> => {
  const { steps } = await prepareScenario({ scenario: 'own', steps: [{ on: 'createOrder', ...file }] });
  return steps[0]!;
};

describe('a step', () => {
  test.each<[Partial<StepFile>, Partial<Step>]>([
    [{ delay: 'PT1S' }, { number: 1, stage: 'later', isLimited: false, refusesKey: false, action: { kind: 'pass' } }],
    [{ at: 'received', delay: 'PT1S' }, { stage: 'received' }],
    [{ times: 2, reply: 'pass' }, { isLimited: true }],
    [{ nth: 2, reply: 'pass' }, { isLimited: true }],
    [{ moveTo: 'later' }, { isLimited: true }],
    [{ times: 2, count: 'requests' }, { isLimited: true }],
    [{ times: 2, count: 'attempts' }, { isLimited: false }],
    [{ reply: { problem: 'idempotency-key-reused' } }, { refusesKey: true }],
    [{ reply: { problem: { type: 'idempotency-key-reused' } } }, { refusesKey: true }],
    [{ reply: { problem: 'not-found' } }, { refusesKey: false }],
    [{ reply: { status: 200 } }, { refusesKey: false, action: { kind: 'reply', reply: { status: 200 } } }],
    [{ reply: 'pass' }, { refusesKey: false, action: { kind: 'pass' } }],
  ])('%j', async (file, step) => {
    expect(await stepOf(file)).toMatchObject(step);
  });
});

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

describe('a step about all operations', () => {
  test.each<[StepFile['reply'], number | undefined]>([
    [undefined, undefined],
    ['pass', undefined],
    [{ status: 418 }, 418],
    [{ status: 418, offContract: true }, undefined],
    [{ problem: 'not-found' }, 404],
    [{ problem: { type: 'not-found' } }, 404],
    [{ problem: { status: 418 } }, 418],
    [{ problem: 'nothing of the kind' }, undefined],
  ])('with the reply %j is for those that describe %p', async (reply, status) => {
    expect((await stepOf({ on: '*', ...(reply === undefined ? {} : { reply }) })).status).toBe(status);
    expect((await stepOf(reply === undefined ? {} : { reply })).status).toBeUndefined();
  });
});

test('all states are known that steps and timeline name, each once', async () => {
  const { states } = await prepareScenario({
    scenario: 'own',
    steps: [
      { on: 'a', inState: 'one', moveTo: 'two' },
      { on: 'a', inState: 'Started', moveTo: 'one' },
    ],
    timeline: [{ at: 'PT1S', from: 'three', moveTo: 'four' }],
  });
  expect(states).toEqual(['Started', 'one', 'two', 'three', 'four']);
  expect((await prepareScenario({ scenario: 'own' })).states).toEqual(['Started']);
});

test('the steps about an operation are those that name it or all of them, by stage and in order', async () => {
  const scenario = await prepareScenario({
    scenario: 'own',
    steps: [
      { on: 'a', delay: 'PT1S' },
      { on: 'b', at: 'received', delay: 'PT1S' },
      { on: '*', at: 'received', delay: 'PT1S' },
      { on: '*', delay: 'PT1S' },
    ],
  });
  const numbers = (operationId: string) => {
    const play = playOf(scenario, operationId);
    return [play?.received, play?.later].map((steps) => steps?.map(({ number }) => number));
  };
  expect(numbers('a')).toEqual([[3], [1, 4]]);
  expect(numbers('b')).toEqual([[2, 3], [4]]);
  expect(numbers('b')).toEqual([[2, 3], [4]]);
  const narrow = await prepareScenario({ scenario: 'own', steps: [{ on: 'a', delay: 'PT1S' }] });
  expect(playOf(narrow, 'b')).toBeUndefined();
  expect(playOf(narrow, 'a')).toMatchObject({ scenario: { name: 'own' } });
});

test('the digest tells files apart, and is the same for the same file', () => {
  const file = { scenario: 'own', steps: [{ on: 'a' }] };
  expect(digestOf(structuredClone(file))).toBe(digestOf(file));
  expect(digestOf({ ...file, seed: 1 })).not.toBe(digestOf(file));
  expect(digestOf(file)).toMatch(/^[\w-]{16}$/);
});
