import { expect, test } from '@jest/globals';
import { createConnectionQueue } from '../../../src/edges/stores/connection-queue.ts';

/** A queue on a clock that the work itself moves, by a millisecond if it says nothing else. */
const startQueue = () => {
  let now = 0;
  const queue = createConnectionQueue({ elapsed: () => now });
  const seen: string[] = [];
  const work = (name: string, milliseconds: number) => async (): Promise<void> => {
    await Promise.resolve();
    now += milliseconds;
    seen.push(name);
  };
  return {
    queue,
    seen,
    read: (name: string, milliseconds = 1) => queue.read(name.charAt(0), work(name, milliseconds)),
    write: (name: string, milliseconds = 1) => queue.write(name.charAt(0), work(name, milliseconds)),
  };
};

/** Work that does not end before it is told to. */
const hold = () => {
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  return { work: () => held, end: () => end() };
};

test('transactions of one sandbox follow each other, however many there are, and others come in between', async () => {
  const { seen, write } = startQueue();
  await Promise.all([...['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => write(name))]);
  expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('after a long transaction, others run until they have used as much', async () => {
  const { seen, write } = startQueue();
  const long = [write('a1', 5), write('a2', 5)];
  await Promise.all([...long, ...['b1', 'b2', 'b3', 'b4', 'b5', 'b6'].map((name) => write(name))]);
  expect(seen).toEqual(['a1', 'b1', 'b2', 'b3', 'b4', 'b5', 'a2', 'b6']);
});

test('what a sandbox left unused in the past does not count', async () => {
  const { seen, write } = startQueue();
  await write('b0');
  await write('a0', 100);
  await Promise.all(['b1', 'b2', 'a1', 'c1', 'b3'].map((name) => write(name)));
  expect(seen.slice(2)).toEqual(['b1', 'c1', 'b2', 'b3', 'a1']);
});

test('reads run beside the transaction of another sandbox, but after those of their own', async () => {
  const { queue, seen, read, write } = startQueue();
  const { work, end } = hold();
  const held = queue.write('a', work);
  const waiting = [read('a1'), write('a2'), read('a3'), write('b2')];
  await read('b1');
  expect(seen).toEqual(['b1']);
  end();
  await Promise.all([held, ...waiting]);
  expect(seen).toEqual(['b1', 'b2', 'a1', 'a2', 'a3']);
});

test('a transaction that fails lets the others run', async () => {
  const { queue, seen, write } = startQueue();
  const broken = (): Promise<never> => {
    throw new Error('broken');
  };
  const failing = [queue.write('a', broken), queue.read('a', broken)];
  const next = [write('a1'), write('b1')];
  for (const each of failing) await expect(each).rejects.toThrow('broken');
  await Promise.all(next);
  expect(seen.toSorted()).toEqual(['a1', 'b1']);
});

test('closing waits for what has been asked for, and refuses more', async () => {
  const { queue, seen, read, write } = startQueue();
  for (const name of ['a1', 'b1', 'a2']) void write(name);
  void read('a3');
  await queue.close();
  expect(seen.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1']);
  await expect(read('a4')).rejects.toThrow('the store is closed');
});
