import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createWorkerPool } from '../../../src/edges/workers/worker-pool.ts';
import { after as afterIndeed } from '../../../src/edges/system/time.ts';
import type { After } from '../../../src/kernel/timers.ts';

type Work = 'quick' | 'endless' | 'waits' | 'huge' | 'fails';

interface Planned {
  readonly milliseconds: number;
  readonly task: () => void;
}

/** Of what lasts long, time passes when a test says so; what a work may use is CPU time, which cannot be planted. */
const createTimers = () => {
  const planned = new Set<Planned>();
  const after: After = (milliseconds, task) => {
    if (milliseconds <= TIME) return afterIndeed(milliseconds, task);
    const one = { milliseconds, task };
    planned.add(one);
    return { cancel: () => planned.delete(one) };
  };
  return {
    after,
    pass: (milliseconds: number): void => {
      for (const one of [...planned].filter((each) => each.milliseconds === milliseconds)) {
        planned.delete(one);
        one.task();
      }
    },
  };
};

const TIME = 100;
const IDLE = 5000;

const create = (size = 1, time = TIME) => {
  const { after, pass } = createTimers();
  const file = path.join(import.meta.dirname, 'planted-work.js');
  const pool = createWorkerPool<Work, number>({ file, size, memory: 16, time, idle: IDLE, after });
  return { ...pool, pass };
};

test('one worker does one work after the other', async () => {
  const { run } = create();
  const [one, other] = await Promise.all([run('quick'), run('quick')]);
  expect(other).toBe(one);
  expect(await Promise.all([run('quick'), run('quick')])).toEqual([one, one]);
});

test('a work that takes too long ends with its worker; who waits gets another one', async () => {
  const { run } = create();
  const first = await run('quick');
  const endless = run('endless');
  const next = run('quick');
  await expect(endless).rejects.toMatchObject({ name: 'TooMuchError', of: 'time' });
  expect(await next).not.toBe(first);
});

test('a work that waits for its turn on a busy machine does not take too long', async () => {
  const { run } = create();
  expect(await run('waits')).toEqual(expect.any(Number));
});

test('a work that takes too much memory ends with its worker, and the process goes on', async () => {
  // As much time as it needs: on a busy machine the collector takes long before it gives up.
  const { run } = create(1, Infinity);
  const first = await run('quick');
  await expect(run('huge')).rejects.toMatchObject({ name: 'TooMuchError', of: 'memory' });
  expect(await run('quick')).not.toBe(first);
});

test('a work that fails tells why', async () => {
  const { run } = create();
  await expect(run('fails')).rejects.toThrow('planted');
  expect(await run('quick')).toEqual(expect.any(Number));
});

test('as many works run at once as there may be workers', async () => {
  const { run } = create(2);
  const endless = run('endless');
  expect(await run('quick')).toEqual(expect.any(Number));
  await expect(endless).rejects.toMatchObject({ of: 'time' });
});

test('a worker without work ends', async () => {
  const { run, pass } = create();
  const first = await run('quick');
  pass(IDLE);
  expect(await run('quick')).not.toBe(first);
});
