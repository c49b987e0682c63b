import { expect, test } from '@jest/globals';
import { createSemaphore } from '../../../src/engine/sandbox/semaphore.ts';

const settled = async (): Promise<void> => {
  for (let round = 0; round < 5; round++) await Promise.resolve();
};

/** The owners that got a slot, in order. */
const track = (count: number, share: number) => {
  const semaphore = createSemaphore(count, share);
  const given: string[] = [];
  const ask = (owner: string, times = 1): void => {
    for (let time = 0; time < times; time++) void semaphore.acquire(owner).then(() => given.push(owner));
  };
  const countOf = (owner: string): number => given.filter((each) => each === owner).length;
  return { semaphore, given, ask, countOf };
};

test('slots are given in the order in which one owner asks for them', async () => {
  const semaphore = createSemaphore(2, 2);
  const order: string[] = [];
  const ask = (name: string) => semaphore.acquire('one').then(() => order.push(name));
  await Promise.all([ask('a'), ask('b')]);
  const third = ask('c');
  const fourth = ask('d');
  await settled();
  expect(order).toEqual(['a', 'b']);
  semaphore.release('one');
  await third;
  semaphore.release('one');
  await fourth;
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

test('owners that wait have their turns', async () => {
  const { semaphore, given, ask } = track(1, 1);
  ask('a', 3);
  ask('b', 2);
  ask('c');
  for (let time = 0; time < 5; time++) {
    await settled();
    semaphore.release(given.at(-1)!);
  }
  await settled();
  expect(given).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
});

test('twelve owners that never release leave slots for the thirteenth', async () => {
  const { semaphore, ask, countOf } = track(200, 1 / 7);
  const hanging = Array.from({ length: 12 }, (_each, index) => `hanging ${String(index)}`);
  for (const owner of hanging) ask(owner, 25);
  ask('healthy', 30);
  await settled();
  for (const owner of hanging) expect(countOf(owner)).toBeGreaterThanOrEqual(5);
  expect(countOf('healthy')).toBeGreaterThanOrEqual(5);
  for (let round = 0; round < 30; round++) {
    semaphore.release('healthy');
    await settled();
    if (countOf('healthy') === 30) break;
  }
  expect(countOf('healthy')).toBe(30);
});

test('one owner alone may hold a share of the slots, and every owner one as long as there are any', async () => {
  const alone = track(100, 1 / 4);
  alone.ask('one', 100);
  await settled();
  expect(alone.countOf('one')).toBe(20);

  const crowd = track(10, 1 / 4);
  for (let owner = 0; owner < 20; owner++) crowd.ask(String(owner));
  await settled();
  expect(crowd.given).toHaveLength(10);
});
