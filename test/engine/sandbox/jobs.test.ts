import { describe, expect, test } from '@jest/globals';
import { jobs } from '../../../src/engine/sandbox/job.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { DAY, HOUR, MINUTE, SECOND, job, notes, startSandbox } from './start-sandbox.ts';

/** Handlers that write down what they do, in the order in which they do it. */
const startWithNotes = (fails: (id: string) => boolean = () => false) => {
  const seen: [id: string, at: number][] = [];
  const started = startSandbox({
    note: (work, { id }) => {
      seen.push([id, work.now - TEST_NOW]);
      work.insert(notes, ({ position }) => ({ id: `${id}/${String(position)}` }));
      if (fails(id)) throw new Error(`${id} fails`);
    },
    event: (work, { id }) => {
      for (const type of [`${id}.first`, `${id}.second`]) work.emit({ type, data: {} });
    },
    chain: (work, { id }) => {
      seen.push([id, work.now - TEST_NOW]);
      if (id.length < 4) work.schedule({ id: `${id}x`, kind: 'chain', dueAt: work.now + MINUTE });
    },
  });
  const { sandbox } = started;
  const count = (): Promise<number> => sandbox.read((work) => work.page(notes, { page: 0, size: 1 }).total);
  const waiting = (): Promise<readonly string[]> =>
    sandbox.read((work) => work.page(jobs, { page: 0, size: 100 }).values.map(({ id }) => id));
  return { ...started, seen, count, waiting };
};

describe('catching up', () => {
  test('runs what is due by now, each at its own instant, and leaves the clock alone', async () => {
    const { sandbox, schedule, seen, wall } = startWithNotes();
    await schedule(job('b', 2), job('a', 1), job('c', HOUR));
    wall.advance(MINUTE);
    await sandbox.catchUp();
    expect(seen).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(sandbox.clock.now()).toBe(TEST_NOW + MINUTE);
    expect(sandbox.catchUp()).toBeUndefined();
  });

  test('of many callers at once runs a job once', async () => {
    const { sandbox, schedule, seen, wall, count } = startWithNotes();
    await schedule(...Array.from({ length: 20 }, (_, n) => job(String(n), n)));
    wall.advance(MINUTE);
    await Promise.all([
      ...Array.from({ length: 10 }, () => sandbox.catchUp()),
      sandbox.advance(TEST_NOW + 2 * MINUTE),
      ...Array.from({ length: 10 }, () => sandbox.catchUp()),
    ]);
    expect(seen.map(([id]) => id)).toEqual(Array.from({ length: 20 }, (_, n) => String(n)));
    expect(await count()).toBe(20);
  });
});

describe('a job whose handler fails', () => {
  test('leaves nothing behind, is reported, and is tried again a minute later; others go on', async () => {
    let broken = true;
    const { sandbox, schedule, seen, failures, count, waiting } = startWithNotes((id) => broken && id === 'bad');
    await schedule(job('bad', SECOND), job('good', 2 * SECOND), job('later', HOUR));
    const fired = await sandbox.advance(TEST_NOW + 30 * SECOND);
    expect(seen).toEqual([
      ['bad', SECOND],
      ['good', 2 * SECOND],
    ]);
    expect(fired.map(({ dueAt }) => dueAt - TEST_NOW)).toEqual([SECOND, 2 * SECOND]);
    expect(await count()).toBe(1);
    expect(failures.map(String)).toEqual(['Error: bad fails']);
    expect([...(await waiting())].sort()).toEqual(['bad', 'later']);
    await sandbox.advance(TEST_NOW + 60 * SECOND);
    expect(seen).toHaveLength(2);
    broken = false;
    await sandbox.advance(TEST_NOW + 61 * SECOND);
    expect(seen.at(-1)).toEqual(['bad', 61 * SECOND]);
    expect(await count()).toBe(2);
    expect(await waiting()).toEqual(['later']);
  });

  test('is tried again after growing pauses, parked in the end, and reported twice', async () => {
    const { sandbox, schedule, seen, failures, waiting } = startWithNotes((id) => id === 'bad');
    await schedule(job('bad', 0), job('good', DAY));
    await sandbox.advance(TEST_NOW + 2 * DAY);
    const minutes = [0, 1, 3, 7, 15, 31, 63, 127];
    expect(seen).toEqual([...minutes.map((at) => ['bad', at * MINUTE]), ['good', DAY]]);
    expect(failures.map(String)).toEqual([
      'Error: bad fails',
      'Error: job bad of kind "note" failed 8 times and is parked until its sandbox is opened again: at the next start, after a reset or an import',
    ]);
    expect((failures[1] as Error).cause).toEqual(new Error('bad fails'));
    expect(await waiting()).toEqual(['bad']);
    await sandbox.refresh();
    await sandbox.advance(TEST_NOW + 2 * DAY);
    expect(seen.filter(([id]) => id === 'bad')).toHaveLength(2 * minutes.length);
  });

  test('begins anew with its failures once it has succeeded or was rescheduled', async () => {
    let broken = true;
    const { sandbox, schedule, seen } = startWithNotes(() => broken);
    await schedule(job('bad', 0));
    await sandbox.advance(TEST_NOW + 3 * MINUTE);
    await schedule(job('bad', 10 * MINUTE));
    await sandbox.advance(TEST_NOW + 11 * MINUTE);
    broken = false;
    await sandbox.advance(TEST_NOW + DAY);
    expect(seen.map(([, at]) => at / MINUTE)).toEqual([0, 1, 3, 10, 11, 13]);
  });

  test('tells of no event that was not kept', async () => {
    const { sandbox, schedule, failures } = startSandbox({
      event: (work) => {
        work.emit({ type: 'never', data: {} });
        throw new Error('no');
      },
    });
    await schedule(job('a', 1, 'event'));
    expect(await sandbox.advance(TEST_NOW + 1)).toEqual([{ kind: 'event', dueAt: TEST_NOW + 1, events: [] }]);
    expect(failures).toHaveLength(1);
  });

  test('so does one that nothing handles', async () => {
    const { sandbox, schedule, failures, waiting } = startWithNotes();
    await schedule(job('a', 1, 'unknown'));
    await sandbox.advance(TEST_NOW + SECOND);
    expect(failures.map(String)).toEqual(['Error: nothing handles jobs of kind "unknown"']);
    expect(await waiting()).toEqual(['a']);
  });
});

test('jobs of a failed transaction are none', async () => {
  const { sandbox, waiting, timers } = startWithNotes();
  const failed = sandbox.transact((work) => {
    work.schedule(job('a', MINUTE));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await waiting()).toEqual([]);
  expect(timers.size).toBe(0);
});
