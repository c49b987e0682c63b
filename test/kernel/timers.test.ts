import { expect, test } from '@jest/globals';
import { nextTurn } from '../../src/edges/system/time.ts';
import { repeat } from '../../src/kernel/timers.ts';

test('work is repeated when it has ended, until it is cancelled', async () => {
  const tasks: (() => void)[] = [];
  const after = (milliseconds: number, task: () => void) => {
    expect(milliseconds).toBe(500);
    tasks.push(task);
    return { cancel: () => void tasks.splice(tasks.indexOf(task), 1) };
  };
  let runs = 0;
  let end = (): void => undefined;
  const repeated = repeat(after, 500, () => {
    runs += 1;
    return new Promise<void>((resolve) => (end = resolve));
  });
  expect([runs, tasks.length]).toEqual([0, 1]);
  tasks.shift()?.();
  expect([runs, tasks.length]).toEqual([1, 0]);
  end();
  await new Promise<void>(nextTurn);
  expect(tasks).toHaveLength(1);
  repeated.cancel();
  expect(tasks).toHaveLength(0);
});

test('work that is under way when it is cancelled is not repeated', async () => {
  const tasks: (() => void)[] = [];
  const repeated = repeat(
    (_milliseconds, task) => {
      tasks.push(task);
      return { cancel: () => undefined };
    },
    1,
    () => Promise.resolve(),
  );
  tasks.shift()?.();
  repeated.cancel();
  await new Promise<void>(nextTurn);
  expect(tasks).toHaveLength(0);
});
