import { describe, expect, test } from '@jest/globals';
import { waitUntil, watchChanges } from '../../src/kernel/wait-until.ts';
import { createFakeTimers } from '../support/fake-timers.ts';

const flush = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

describe('waiting for an end', () => {
  const start = () => {
    const timers = createFakeTimers();
    let stops = 0;
    let end: (outcome: string) => void = () => undefined;
    let fail: (error: unknown) => void = () => undefined;
    let leave: () => void = () => undefined;
    const ended = waitUntil<string>(
      {
        timeout: 1000,
        after: timers.after,
        whenGone: (task) => {
          leave = task;
        },
      },
      (ends) => {
        ({ end, fail } = ends);
        return () => stops++;
      },
    );
    return { timers, ended, end, fail, leave, stops: () => stops };
  };

  test('the first end counts, and everything is stopped once', async () => {
    const { timers, ended, end, fail, leave, stops } = start();
    end('met');
    end('late');
    fail(new Error('late'));
    leave();
    expect(await ended).toBe('met');
    expect([stops(), timers.count()]).toEqual([1, 0]);
  });

  test('the deadline ends it', async () => {
    const { timers, ended, stops } = start();
    timers.pass(999);
    expect(stops()).toBe(0);
    timers.pass(1);
    expect(await ended).toBe('timeout');
    expect(stops()).toBe(1);
  });

  test('so does the leaving of the one who waits', async () => {
    const { timers, ended, leave, stops } = start();
    leave();
    expect(await ended).toBe('gone');
    expect([stops(), timers.count()]).toEqual([1, 0]);
  });

  test.each([[new Error('broken')], ['broken']])('and a failure: %p', async (reason) => {
    const { timers, ended, fail, stops } = start();
    fail(reason);
    await expect(ended).rejects.toThrow('broken');
    expect([stops(), timers.count()]).toEqual([1, 0]);
  });
});

describe('looking on every change', () => {
  const start = (pause?: number) => {
    const timers = createFakeTimers();
    const looks: ((seen: number | Error) => void)[] = [];
    const judged: number[] = [];
    const failures: unknown[] = [];
    const looking = watchChanges<number>({
      look: () =>
        new Promise((resolve, reject) => {
          looks.push((seen) => {
            if (seen instanceof Error) reject(seen);
            else resolve(seen);
          });
        }),
      judge: (seen) => judged.push(seen),
      failed: (error) => failures.push(error),
      after: timers.after,
      ...(pause === undefined ? {} : { pause }),
    });
    return { timers, looks, judged, failures, looking };
  };

  test('never twice at once: what changes meanwhile is looked at once more', async () => {
    const { looks, judged, looking } = start();
    looking.changed();
    looking.changed();
    looking.changed();
    expect(looks).toHaveLength(1);
    looks[0]?.(1);
    await flush();
    expect([looks.length, judged]).toEqual([2, [1]]);
    looks[1]?.(2);
    await flush();
    expect([looks.length, judged]).toEqual([2, [1, 2]]);
  });

  test('a pause lies between two looks', async () => {
    const { timers, looks, looking } = start(10);
    looking.changed();
    looks[0]?.(1);
    await flush();
    looking.changed();
    expect(looks).toHaveLength(1);
    timers.pass(10);
    expect(looks).toHaveLength(2);
  });

  test('a look that was stopped meanwhile is not judged, and no timer is left', async () => {
    const { timers, looks, judged, looking } = start(10);
    looking.changed();
    looking.stop();
    looks[0]?.(1);
    await flush();
    looking.changed();
    expect([looks.length, judged, timers.count()]).toEqual([1, [], 0]);
  });

  test('a judgement that stops it leaves no timer', async () => {
    const timers = createFakeTimers();
    const looking = watchChanges({
      look: () => Promise.resolve(1),
      judge: () => {
        looking.stop();
      },
      failed: () => undefined,
      after: timers.after,
      pause: 10,
    });
    looking.changed();
    await flush();
    expect(timers.count()).toBe(0);
  });

  test('a look that fails says so', async () => {
    const { looks, failures, looking } = start();
    const error = new Error('broken');
    looking.changed();
    looks[0]?.(error);
    await flush();
    expect(failures).toEqual([error]);
  });
});
