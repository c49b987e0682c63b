import { expect, test } from '@jest/globals';
import { createTransactionQueues } from '../../../src/edges/stores/transaction-queues.ts';
import { nextTurn } from '../../../src/edges/system/time.ts';
import { createFairTurns } from '../../../src/kernel/turns.ts';

/** Queues on a clock that the transactions move themselves; counts the turns of the event loop. */
const startQueues = () => {
  let now = 0;
  let turns = 0;
  const elapsed = (): number => now;
  const queues = createTransactionQueues(
    createFairTurns({
      slice: 10,
      elapsed,
      nextTurn: (task) => {
        nextTurn(() => {
          turns += 1;
          task();
        });
      },
    }).slices('transactions').pauses,
  );
  const seen: string[] = [];
  /** A transaction that takes so many milliseconds, and ends in the turn that it began in. */
  const take = (name: string, milliseconds: number, queue = 'one'): Promise<unknown> =>
    queues.take(queue, async () => {
      await Promise.resolve();
      now += milliseconds;
      seen.push(`${name} in turn ${String(turns)}`);
    });
  return { queues, take, seen, turns: () => turns };
};

test('short transactions that wait for each other begin a new turn after ten milliseconds', async () => {
  const { take, seen } = startQueues();
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => take(name, 4)));
  expect(seen).toEqual([
    'a in turn 0',
    'b in turn 0',
    'c in turn 0',
    'd in turn 1',
    'e in turn 1',
    'f in turn 1',
    'g in turn 2',
  ]);
});

test('transactions that do not wait for each other begin no turn', async () => {
  const { take, turns } = startQueues();
  for (const name of ['a', 'b', 'c']) await take(name, 40);
  await Promise.all([take('d', 40, 'one'), take('e', 40, 'another')]);
  expect(turns()).toBe(0);
});

test('a queue that was empty in between begins a new slice', async () => {
  const { take, seen } = startQueues();
  await Promise.all([take('a', 20), take('b', 1)]);
  await Promise.all([take('c', 1), take('d', 1)]);
  expect(seen).toEqual(['a in turn 0', 'b in turn 1', 'c in turn 1', 'd in turn 1']);
});

test('a transaction that fails lets the next one begin', async () => {
  const { queues, take, seen } = startQueues();
  const fails = queues.take('one', async () => {
    await take('other', 20, 'another');
    throw new Error('broken');
  });
  const next = take('next', 1);
  await expect(fails).rejects.toThrow('broken');
  await next;
  expect(seen).toEqual(['other in turn 0', 'next in turn 1']);
});

test('what waits for its turn ends before the store closes', async () => {
  const { queues, take, seen } = startQueues();
  void take('a', 20);
  void take('b', 20);
  void take('c', 20);
  await queues.close();
  expect(seen).toEqual(['a in turn 0', 'b in turn 1', 'c in turn 2']);
});
