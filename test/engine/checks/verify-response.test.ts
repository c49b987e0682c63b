import { expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/register.ts';
import type { Operation } from '../../../src/engine/contract/contract.ts';
import type { EngineParts } from '../../../src/engine/checks/engine-parts.ts';
import type { Settled } from '../../../src/engine/exchange/exchange.ts';
import { verifyResponse } from '../../../src/engine/checks/verify-response.ts';

const operation = (id: string): Operation => ({ id, responses: [] }) as unknown as Operation;

const start = (checksAnswers: 'all' | 'some') => {
  let breaches = 0;
  const turns: (() => void)[] = [];
  const stage = verifyResponse({
    contract: { isForeign: false },
    checksAnswers,
    assumedIn: () => NOTHING_ASSUMED,
    replyValidator: () => () => ['is wrong'],
    observer: { breached: () => breaches++ },
    nextTurn: (task: () => void) => {
      turns.push(task);
    },
  } as unknown as EngineParts);
  /** Breaches that are found in this turn of the event loop, and in all. */
  return async (of: Operation, status: number, times: number): Promise<readonly [atOnce: number, inAll: number]> => {
    breaches = 0;
    const runs: unknown[] = [];
    for (let n = 0; n < times; n++)
      runs.push(stage({ operation: of, reply: { status, headers: {} }, source: 'stateful' } as unknown as Settled));
    const atOnce = breaches;
    for (const task of turns.splice(0)) task();
    await Promise.all(runs);
    return [atOnce, breaches];
  };
};

test('every answer is looked at where all are', async () => {
  expect(await start('all')(operation('getOrder'), 200, 1000)).toEqual([999, 1000]);
});

test('else the first hundred of each operation and status, and then one in sixteen', async () => {
  const answer = start('some');
  const [get, create] = [operation('getOrder'), operation('createOrder')];
  expect(await answer(get, 200, 100)).toEqual([99, 100]);
  expect(await answer(get, 200, 1600)).toEqual([100, 100]);
  expect(await answer(get, 404, 100)).toEqual([99, 100]);
  expect(await answer(create, 200, 100)).toEqual([99, 100]);
});

test('the first answer of each kind is looked at in a later turn of the event loop', async () => {
  const answer = start('some');
  expect(await answer(operation('getOrder'), 200, 1)).toEqual([0, 1]);
  expect(await answer(operation('getOrder'), 404, 1)).toEqual([0, 1]);
});
