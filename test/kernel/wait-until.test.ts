import { expect, test } from '@jest/globals';
import { watchUntil } from '../../src/kernel/wait-until.ts';
import { createFakeTimers } from '../support/fake-timers.ts';

const flush = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

/** A wait for a look that sees at least 3. */
const start = (pause?: number) => {
  const timers = createFakeTimers();
  const looks: ((seen: number | Error) => void)[] = [];
  const judged: number[] = [];
  const hearing = { change: (): void => undefined, leave: (): void => undefined, stops: 0 };
  const ended = watchUntil<number, 'met'>(
    {
      timeout: 1000,
      after: timers.after,
      ...(pause === undefined ? {} : { pause }),
      whenGone: (task) => {
        hearing.leave = task;
      },
    },
    {
      look: () =>
        new Promise((resolve, reject) => {
          looks.push((seen) => {
            if (seen instanceof Error) reject(seen);
            else resolve(seen);
          });
        }),
      judge: (seen, end) => {
        judged.push(seen);
        if (seen >= 3) end('met');
      },
      listen: (changed) => {
        hearing.change = changed;
        return () => hearing.stops++;
      },
    },
  );
  const see = async (seen: number | Error): Promise<void> => {
    looks.at(-1)?.(seen);
    await flush();
  };
  return { timers, looks, judged, hearing, ended, see };
};

test('changes during a look are looked at once more, until it is the last one', async () => {
  const { timers, looks, judged, hearing, ended, see } = start();
  hearing.change();
  hearing.change();
  expect(looks).toHaveLength(1);
  await see(1);
  expect([looks.length, judged]).toEqual([2, [1]]);
  await see(2);
  expect(looks).toHaveLength(2);
  hearing.change();
  await flush();
  await see(3);
  hearing.leave();
  expect(await ended).toBe('met');
  expect([judged, hearing.stops, timers.count()]).toEqual([[1, 2, 3], 1, 0]);
});

test('a pause lies between two looks', async () => {
  const { timers, looks, hearing, see } = start(10);
  await see(1);
  hearing.change();
  await flush();
  expect(looks).toHaveLength(1);
  timers.pass(10);
  await flush();
  expect(looks).toHaveLength(2);
});

test.each<[string, (started: ReturnType<typeof start>) => void, string]>([
  ['the deadline', ({ timers }) => timers.pass(1000), 'timeout'],
  ['the leaving of the one who waits', ({ hearing }) => hearing.leave(), 'gone'],
])('%s ends it, and a look in progress is not judged', async (_what, pass, outcome) => {
  const started = start();
  const { timers, judged, hearing, ended, see } = started;
  timers.pass(999);
  expect(hearing.stops).toBe(0);
  pass(started);
  await see(3);
  expect(await ended).toBe(outcome);
  expect([judged, hearing.stops, timers.count()]).toEqual([[], 1, 0]);
});

test('a look that fails ends it with its error', async () => {
  const { timers, hearing, ended, see } = start();
  void see(new Error('broken'));
  await expect(ended).rejects.toThrow('broken');
  expect([hearing.stops, timers.count()]).toEqual([1, 0]);
});
