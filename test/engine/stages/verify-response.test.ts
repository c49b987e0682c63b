import { expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/assumed.ts';
import type { Operation } from '../../../src/engine/contract/contract.ts';
import type { EngineParts } from '../../../src/engine/pipeline/engine-parts.ts';
import type { Settled } from '../../../src/engine/exchange/exchange.ts';
import { verifyResponse } from '../../../src/engine/stages/verify-response.ts';

const operation = (id: string): Operation => ({ id, responses: [] }) as unknown as Operation;

const start = (checksAnswers: 'all' | 'some') => {
  let breaches = 0;
  const stage = verifyResponse({
    checksAnswers,
    assumedIn: () => NOTHING_ASSUMED,
    replyValidator: () => () => ['is wrong'],
    observer: { breached: () => breaches++ },
  } as unknown as EngineParts);
  return (of: Operation, status: number, times: number): number => {
    breaches = 0;
    for (let n = 0; n < times; n++)
      void stage.run({ operation: of, reply: { status, headers: {} }, source: 'stateful' } as unknown as Settled);
    return breaches;
  };
};

test('every answer is looked at where all are', () => {
  expect(start('all')(operation('getOrder'), 200, 1000)).toBe(1000);
});

test('else the first hundred of each operation and status, and then one in sixteen', () => {
  const answer = start('some');
  const [get, create] = [operation('getOrder'), operation('createOrder')];
  expect(answer(get, 200, 100)).toBe(100);
  expect(answer(get, 200, 1600)).toBe(100);
  expect(answer(get, 404, 100)).toBe(100);
  expect(answer(create, 200, 100)).toBe(100);
});
