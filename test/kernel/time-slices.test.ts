import { describe, expect, test } from '@jest/globals';
import { nextTurn } from '../../src/edges/system/time.ts';
import type { Steps } from '../../src/kernel/time-slices.ts';
import { createFairTurns } from '../../src/kernel/turns.ts';

/** Slices on a clock that the steps move themselves; counts the turns of the event loop. */
const startSlices = () => {
  let now = 0;
  let turns = 0;
  const loop = createFairTurns({
    slice: 10,
    elapsed: () => now,
    nextTurn: (task) => {
      nextTurn(() => {
        turns += 1;
        task();
      });
    },
  });
  const slices = loop.slices('works');
  const done: string[] = [];
  function* work(name: string, count: number, milliseconds = 4): Steps<string> {
    for (let step = 1; step <= count; step++) {
      now += milliseconds;
      done.push(`${name}${String(step)}`);
      yield;
    }
    return name;
  }
  return { slices, work, done, turns: () => turns, pass: (milliseconds: number) => void (now += milliseconds) };
};

describe('long work', () => {
  test('gives way after ten milliseconds', async () => {
    const { slices, work, done, turns } = startSlices();
    expect(await slices.run(work('a', 7))).toBe('a');
    expect(done).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']);
    expect(turns()).toBe(3);
  });

  test('takes turns with other long work, one slice per turn of the event loop', async () => {
    const { slices, work, done, turns } = startSlices();
    await Promise.all([slices.run(work('a', 4)), slices.run(work('b', 4))]);
    expect(done).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'a4', 'b4']);
    expect(turns()).toBe(3);
  });

  test('that fails stops, and the others go on', async () => {
    const { slices, work } = startSlices();
    // oxlint-disable-next-line require-yield -- it fails at once
    const failing = function* (): Steps<never> {
      throw new Error('broken');
    };
    const others = slices.run(work('a', 9));
    await expect(slices.run(failing())).rejects.toThrow('broken');
    expect(await others).toBe('a');
  });

  test('that is asynchronous pauses when its slice is over', async () => {
    const { slices, pass } = startSlices();
    const pause = slices.pauses();
    expect(pause()).toBeUndefined();
    pass(10);
    const paused = pause();
    expect(paused).toBeInstanceOf(Promise);
    await paused;
    expect(pause()).toBeUndefined();
  });
});
