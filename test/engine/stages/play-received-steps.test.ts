import { describe, expect, test } from '@jest/globals';
import { Halt } from '../../../src/engine/pipeline/pipeline.ts';
import { playReceivedSteps } from '../../../src/engine/stages/play-received-steps.ts';
import { requestOf } from '../pipeline/request-of.ts';
import { operationOf, partsOf, refusalOf, runOn } from './exchange-of.ts';

const sandbox = { id: 'demo' };
const exchangeOf = (change: object = {}, named?: string) => ({
  request: requestOf({ headers: named === undefined ? {} : { 'x-mock-scenario': named } }),
  operation: operationOf(),
  sandbox,
  ...change,
});

const start = (plays: unknown, answer?: object) => {
  const asked: unknown[] = [];
  const scripting = {
    play: (stage: string) => {
      asked.push(stage);
      return Promise.resolve(answer);
    },
  };
  const stage = playReceivedSteps(
    partsOf({
      scenarios: {
        playsFor: (...question: readonly unknown[]) => {
          asked.push(question);
          return plays;
        },
      },
      stepPlayer: { begin: () => scripting },
    }),
  );
  return { stage, asked, scripting };
};

describe('without a sandbox, or where no scenarios are played', () => {
  const none = playReceivedSteps(partsOf({ scenarios: undefined, stepPlayer: undefined }));

  test('no scenario concerns a request', async () => {
    expect(await runOn(none, exchangeOf())).toEqual({ scripting: undefined });
    expect(await runOn(start([]).stage, exchangeOf({ sandbox: undefined }))).toEqual({ scripting: undefined });
  });

  test('a request that names one is refused', async () => {
    expect(await refusalOf(none, exchangeOf({}, 'own'))).toMatchObject({ status: 400 });
    expect(await refusalOf(start([]).stage, exchangeOf({ sandbox: undefined }, 'own'))).toMatchObject({ status: 400 });
  });
});

test.each([
  ['at once', (plays: readonly object[]) => plays],
  ['later', (plays: readonly object[]) => plays],
])('scenarios that are found %s are asked for by operation and name', async (_when, given) => {
  const { stage, asked } = start(given([]));
  expect(await runOn(stage, exchangeOf({}, 'own'))).toEqual({ scripting: undefined });
  expect(asked).toEqual([[sandbox, 'createOrder', 'own']]);
});

test('a scenario without steps at received waits for its turn', async () => {
  const { stage, asked, scripting } = start([{ received: [] }]);
  expect(await runOn(stage, exchangeOf())).toEqual({ scripting });
  expect(asked).toHaveLength(1);
});

test('steps at received are played, and may pass', async () => {
  const { stage, asked, scripting } = start([{ received: [] }, { received: [{}] }]);
  expect(await runOn(stage, exchangeOf())).toEqual({ scripting });
  expect(asked.at(-1)).toBe('received');
});

test('or end the request; the answer brings the script along', async () => {
  const answer = { reply: { status: 503, headers: {} }, source: 'scenario' };
  const { stage, scripting } = start([{ received: [{}] }], answer);
  const ended = await runOn(stage, exchangeOf());
  expect(ended).toBeInstanceOf(Halt);
  expect(ended).toEqual({ answer: { ...answer, scripting } });
});
