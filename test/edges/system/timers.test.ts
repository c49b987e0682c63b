import { expect, test } from '@jest/globals';
import { after, nextTurn } from '../../../src/edges/system/time.ts';

/** Milliseconds of work of each timer: two of them use up a turn. */
const WORK = 3;

const work = (): void => {
  const end = performance.now() + WORK;
  while (performance.now() < end);
};

test('timers that are due together run in their order, over several turns of the event loop', async () => {
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) nextTurn(count);
  };
  const ran: string[] = [];
  const turns = new Set<number>();
  count();
  await new Promise<void>((resolve) => {
    for (const name of ['1', '2', '3', '4', '5', '6', '7', '8'])
      after(1, () => {
        work();
        ran.push(name);
        turns.add(turn);
        if (name === '8') resolve();
      });
  });
  isOver = true;
  expect(ran).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  expect(turns.size).toBeGreaterThanOrEqual(4);
});

test('a timer that is cancelled while it waits for its turn does not run', async () => {
  const ran: string[] = [];
  await new Promise<void>((resolve) => {
    after(1, () => {
      work();
      work();
      cancelled.cancel();
    });
    const cancelled = after(1, () => ran.push('cancelled'));
    after(1, resolve);
  });
  expect(ran).toEqual([]);
});
