import { expect, test } from '@jest/globals';
import { createSlicedWork } from '../../../src/engine/sandbox/sliced-work.ts';
import { NO_PAUSE, atOnce } from '../../../src/kernel/time-slices.ts';
import { turns } from '../../support/next-turns.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { DAY, HOUR, MINUTE, job, startSandbox } from './start-sandbox.ts';

const start = (...[setting]: [setting?: Parameters<typeof startSandbox>[2]]) => {
  const seen: [string, number][] = [];
  const started = startSandbox(
    {
      note: (work, { id }) => {
        seen.push([id, work.now - TEST_NOW]);
        return Promise.resolve();
      },
    },
    {},
    setting,
  );
  const waits = (): number[] => [...started.timers].map(({ wait }) => wait);
  return { ...started, seen, waits };
};

test('what is due happens by itself: one timer waits for the next', async () => {
  const { schedule, fireTimer, waits, seen } = start();
  await schedule(job('b', HOUR), job('a', MINUTE));
  expect(waits()).toEqual([MINUTE]);
  await fireTimer();
  expect([seen, waits()]).toEqual([[['a', MINUTE]], [HOUR - MINUTE]]);
  await fireTimer();
  expect([seen.length, waits()]).toEqual([2, []]);
});

test('a nearer one takes the place of the one that was waited for', async () => {
  const { sandbox, schedule, waits } = start();
  await schedule(job('a', HOUR));
  await schedule(job('b', MINUTE));
  expect(waits()).toEqual([MINUTE]);
  await sandbox.transact((work) => work.cancel('b'));
  expect(waits()).toEqual([HOUR]);
  await sandbox.transact((work) => work.cancel('a'));
  expect(waits()).toEqual([]);
});

test('what is due in years is waited for day by day, since timers cannot look that far', async () => {
  const { schedule, fireTimer, waits, seen } = start();
  await schedule(job('a', 2 * DAY + HOUR));
  expect(waits()).toEqual([DAY]);
  await fireTimer();
  expect([seen, waits()]).toEqual([[], [DAY]]);
  await fireTimer();
  expect([seen, waits()]).toEqual([[], [HOUR]]);
  await fireTimer();
  expect(seen).toEqual([['a', 2 * DAY + HOUR]]);
});

test('a timer that fires too early looks again', async () => {
  const { schedule, timers, waits, seen } = start();
  await schedule(job('a', MINUTE));
  const [timer] = timers;
  timer?.task();
  expect(seen).toEqual([]);
  expect(waits()).toContain(MINUTE);
});

test('a closed sandbox has no timer, and one that fires does nothing', async () => {
  const { sandbox, schedule, timers, wall, waits, seen } = start();
  await schedule(job('a', MINUTE));
  const [timer] = timers;
  await sandbox.close();
  expect(waits()).toEqual([]);
  wall.advance(HOUR);
  timer?.task();
  await sandbox.idle();
  expect(seen).toEqual([]);
});

test('a timer that goes off while jobs are run looks again afterwards: a job may have become due meanwhile', async () => {
  const seen: string[] = [];
  let goOn = (): void => undefined;
  const { schedule, timers, wall, sandbox } = startSandbox(
    {
      note: (_work, { id }) => {
        seen.push(id);
        return Promise.resolve();
      },
    },
    // Between two jobs other works have their turn.
    {
      slicedWork: {
        ...createSlicedWork({ run: atOnce, pauses: () => NO_PAUSE }),
        pauses: () => () =>
          new Promise((resolve) => {
            goOn = resolve;
          }),
      },
    },
  );
  const goOff = (): void => {
    const [timer] = timers;
    if (timer === undefined) throw new Error('there is no timer');
    timers.delete(timer);
    timer.task();
  };
  await schedule(job('first', MINUTE));
  wall.advance(MINUTE);
  goOff();
  await turns();
  goOn();
  await turns();
  wall.advance(1);
  await schedule(job('second', MINUTE + 1));
  goOff();
  await turns();
  goOn();
  await turns();
  expect(seen).toEqual(['first']);
  expect([...timers].map(({ wait }) => wait)).toEqual([0]);
  await sandbox.close();
});

test('a call does not wait for a move of the clock that has not begun: its receivers may wait for the call', async () => {
  const steps: (() => void)[] = [];
  const nextStep = (): Promise<void> => new Promise((resolve) => steps.push(resolve));
  const goOn = async (): Promise<void> => {
    await turns();
    steps.shift()?.();
    await turns();
  };
  const { schedule, wall, sandbox } = startSandbox(
    { note: () => Promise.resolve() },
    {
      slicedWork: { ...createSlicedWork({ run: atOnce, pauses: () => NO_PAUSE }), pauses: () => nextStep },
    },
  );
  await schedule(job('first', MINUTE));
  wall.advance(MINUTE);
  const run = sandbox.catchUp();
  const move = sandbox.advance(TEST_NOW + HOUR);
  // The job, and the look for a further one.
  await goOn();
  await goOn();
  await run;
  await schedule(job('second', MINUTE));
  expect(sandbox.catchUp()).toBeUndefined();
  while (steps.length > 0) await goOn();
  expect((await move).map(({ kind }) => kind)).toEqual(['note']);
});
