import { expect, test } from '@jest/globals';
import { createFairTurns } from '../../src/kernel/turns.ts';
import { turns } from '../support/next-turns.ts';

/** Turns on a clock that the tasks move themselves; each call of `pass` is a turn of the event loop. */
const startTurns = () => {
  let now = 0;
  let due: (() => void)[] = [];
  const { take, hold } = createFairTurns({ slice: 5, elapsed: () => now, nextTurn: (task) => due.push(task) });
  let seen: string[] = [];
  return {
    /** A task that goes on in promises for a while, and takes a millisecond then. */
    take: (name: string, ...keys: string[]): void =>
      take(keys, () => {
        seen.push(name);
        void Promise.resolve()
          .then(() => undefined)
          .then(() => (now += 1));
      }),
    /** Uses up the turn. */
    spend: (): void => take([], () => (now += 5)),
    hold: (): boolean => (now += 2) > 0 && hold(),
    /** What the next turn does. */
    pass: async (): Promise<readonly string[]> => {
      const tasks = due;
      due = [];
      for (const task of tasks) task();
      await turns(1);
      return turn();
    },
    turn: (): readonly string[] => turn(),
    isOver: () => due.length === 0,
  };
  function turn(): readonly string[] {
    const names = seen;
    seen = [];
    return names;
  }
};

test('tasks run at once while the turn has time left', async () => {
  const { take, turn, pass, isOver } = startTurns();
  take('1');
  take('2');
  expect(turn()).toEqual(['1', '2']);
  expect(await pass()).toEqual([]);
  expect(isOver()).toBe(true);
});

test('what many ask for at once is spread over turns of five milliseconds, in the same order', async () => {
  const { take, spend, turn, pass } = startTurns();
  spend();
  for (let number = 1; number <= 9; number++) take(String(number));
  expect(turn()).toEqual([]);
  expect(await pass()).toEqual(['1', '2', '3', '4', '5']);
  expect(await pass()).toEqual(['6', '7', '8', '9']);
});

test('those who wait take turns, however much each of them asks for', async () => {
  const { take, spend, pass } = startTurns();
  spend();
  for (let number = 1; number <= 3; number++) take(`a/x${String(number)}`, 'a', 'x');
  take('a/y1', 'a', 'y');
  take('b1', 'b');
  take('b2', 'b');
  const order: string[] = [];
  while (order.length < 6) order.push(...(await pass()));
  expect(order).toEqual(['a/x1', 'b1', 'a/y1', 'b2', 'a/x2', 'a/x3']);
});

test('what comes while others wait, waits with them', async () => {
  const { take, spend, turn, pass } = startTurns();
  spend();
  take('1');
  spend();
  take('2');
  expect(await pass()).toEqual(['1']);
  take('3');
  expect(turn()).toEqual([]);
  expect(await pass()).toEqual(['2', '3']);
});

test('all wait while something cheap keeps coming, for five milliseconds at most', async () => {
  const { take, hold, pass } = startTurns();
  const seen: unknown[] = [];
  for (const name of ['1', '2', '3']) {
    const isHeld = hold();
    take(name);
    seen.push([isHeld, ...(await pass())]);
  }
  expect(seen).toEqual([[true, '1'], [true], [false, '2', '3']]);
});
