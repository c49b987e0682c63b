import { afterEach, describe, expect, test } from '@jest/globals';
import { after } from '../../../src/edges/system/time.ts';
import type { OutboundTask, ExecuteTask } from '../../../src/engine/sandbox/outbound-task.ts';
import { type Job, jobs } from '../../../src/engine/sandbox/job.ts';
import type { JobHandlers } from '../../../src/engine/sandbox/job-handlers.ts';
import type { Sandbox } from '../../../src/engine/sandbox/sandbox.ts';
import { eventually } from '../../support/eventually.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { MINUTE, startSandbox } from '../sandbox/start-sandbox.ts';

let sandbox: Sandbox;
let failures: readonly unknown[];

afterEach(() => sandbox.close());

const start = (outboundTask: Partial<OutboundTask>, handlers: JobHandlers = {}): void => {
  const outboundTasks = {
    outboundTask: { concurrencyKeyOf: () => 'all', prepare: () => Promise.resolve(undefined), ...outboundTask },
  };
  ({ sandbox, failures } = startSandbox(handlers, { outboundTasks, after }, { kind: 'frozen', at: TEST_NOW }));
};

const schedule = (id = 'one', inMilliseconds = 0): Promise<Job> =>
  sandbox.transact((work) => work.schedule({ id, kind: 'outboundTask', dueAt: work.now + inMilliseconds }));

const jobsLeft = async (): Promise<readonly Job[]> =>
  (await sandbox.read((work) => work.page(jobs, { page: 0, size: 10 }))).values;

const task =
  (report: Awaited<ReturnType<ExecuteTask>> = () => Promise.resolve()): ExecuteTask =>
  () =>
    Promise.resolve(report);

describe.each(['advance', 'idle'] as const)('an outbound task, by %s', (way) => {
  const go = () => (way === 'advance' ? sandbox.advance(sandbox.clock.now()) : sandbox.idle());

  test('is over when there is nothing to do', async () => {
    start({});
    await schedule();
    await go();
    expect(await jobsLeft()).toEqual([]);
  });

  test('writes down what came of it in a transaction, at the instant of the clock', async () => {
    const seen: unknown[] = [];
    start({
      prepare: () =>
        Promise.resolve(task((work, isWanted) => void seen.push(work.get(jobs, 'one'), isWanted, work.now))),
    });
    await schedule();
    await go();
    expect(seen).toEqual([undefined, true, sandbox.clock.now()]);
  });

  test('may call for another under the same name', async () => {
    let times = 0;
    start({
      prepare: () =>
        Promise.resolve(
          task((work) => {
            times += 1;
            if (times < 3) work.schedule({ id: 'one', kind: 'outboundTask', dueAt: work.now });
          }),
        ),
    });
    await schedule();
    await go();
    expect(times).toBe(3);
    expect(await jobsLeft()).toEqual([]);
  });

  test.each([
    ['when it is prepared', { prepare: () => Promise.reject(new Error('broken')) }],
    ['on its way', { prepare: () => Promise.resolve(() => Promise.reject(new Error('broken'))) }],
    ['when it is written down', { prepare: () => Promise.resolve(task(() => Promise.reject(new Error('broken')))) }],
  ])('that fails %s is reported, and made again a minute later', async (_when, outboundTask) => {
    start(outboundTask);
    const { dueAt } = await schedule();
    await go();
    expect(failures.map(String)).toEqual(['Error: broken']);
    expect(await jobsLeft()).toMatchObject([{ id: 'one', dueAt: dueAt + MINUTE }]);
    await sandbox.advance(dueAt + MINUTE);
    expect(await jobsLeft()).toMatchObject([{ id: 'one', dueAt: dueAt + 3 * MINUTE, failures: 2 }]);
    expect(failures).toHaveLength(1);
  });

  test('that was cancelled while it was under way learns of it', async () => {
    const seen: boolean[] = [];
    start({
      prepare: () =>
        Promise.resolve(async () => {
          await sandbox.transact((work) => work.cancel('one'));
          return (_work, isWanted) => Promise.resolve(void seen.push(isWanted));
        }),
    });
    await schedule();
    await go();
    expect(seen).toEqual([false]);
  });
});

test('a full sandbox refuses requests, and not what the stub does by itself', async () => {
  start({
    prepare: () =>
      Promise.resolve(
        task((work) => {
          for (const id of ['next', 'another']) work.schedule({ id, kind: 'outboundTask', dueAt: work.now + MINUTE });
        }),
      ),
  });
  await sandbox.transact((work) => {
    for (let index = 1; index < 1000; index++)
      work.schedule({ id: String(index), kind: 'outboundTask', dueAt: work.now + MINUTE });
    work.schedule({ id: 'one', kind: 'outboundTask', dueAt: work.now });
  });
  await expect(schedule('two')).rejects.toMatchObject({ members: { status: 507 } });
  await sandbox.idle();
  expect(failures).toEqual([]);
  expect((await sandbox.read((work) => work.page(jobs, { page: 0, size: 1 }))).total).toBe(1001);
});

test('waiting for idleness says whether there was something to wait for', async () => {
  start({});
  expect(await sandbox.idle()).toBe(false);
  await schedule();
  expect(await sandbox.idle()).toBe(true);
  await schedule('later', 1);
  expect(await sandbox.idle()).toBe(false);
});

test('advancing waits for outbound tasks that were already under way, before the clock moves', async () => {
  const instants: number[] = [];
  let finish = (): void => undefined;
  start({
    prepare: () =>
      Promise.resolve(async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        return (work) => Promise.resolve(void instants.push(work.now));
      }),
  });
  const { dueAt } = await schedule();
  await sandbox.catchUp();
  const advanced = sandbox.advance(dueAt + MINUTE);
  await sandbox.read(() => Promise.resolve());
  finish();
  await advanced;
  expect(instants).toEqual([dueAt]);
  expect(sandbox.clock.now()).toBe(dueAt + MINUTE);
});

describe('a sandbox that its home leaves', () => {
  const startHanging = async (): Promise<() => void> => {
    const begun = Promise.withResolvers<() => void>();
    start({
      concurrencyKeyOf: ({ id }) => id,
      prepare: () => Promise.resolve(() => new Promise((resolve) => begun.resolve(() => resolve(() => undefined)))),
    });
    await schedule('running');
    await sandbox.catchUp();
    return begun.promise;
  };

  test('waits for the tasks that are running, and leaves what falls due meanwhile to the next home', async () => {
    const end = await startHanging();
    const finished = sandbox.finish(MINUTE);
    await schedule('due meanwhile');
    await sandbox.catchUp();
    end();
    await finished;
    expect((await jobsLeft()).map(({ id }) => id)).toEqual(['due meanwhile']);
  });

  test('waits no longer than it may', async () => {
    const end = await startHanging();
    await schedule('due meanwhile');
    await sandbox.finish(0);
    expect((await jobsLeft()).map(({ id }) => id)).toEqual(['running', 'due meanwhile']);
    end();
  });
});

test('jobs that are read again are made again, and what was under way counts no more', async () => {
  const ends: (() => void)[] = [];
  const reported: number[] = [];
  start({
    prepare: () =>
      Promise.resolve(async () => {
        const attempt = ends.length;
        await new Promise<void>((resolve) => ends.push(resolve));
        return () => Promise.resolve(void reported.push(attempt));
      }),
  });
  await schedule();
  await sandbox.catchUp();
  await eventually(() => ends.length === 1);
  await sandbox.refresh();
  await sandbox.catchUp();
  ends[0]?.();
  await eventually(() => ends.length === 2);
  ends[1]?.();
  await sandbox.idle();
  expect(reported).toEqual([1]);
});

test('ordinary jobs and outbound tasks of one instant keep their order', async () => {
  const order: string[] = [];
  start(
    { prepare: (_reading, { id }) => Promise.resolve(task(() => Promise.resolve(void order.push(id)))) },
    { job: (_work, { id }) => Promise.resolve(void order.push(id)) },
  );
  const dueAt = sandbox.clock.now() + 10;
  await sandbox.transact((work) => {
    for (const [index, kind] of ['job', 'outboundTask', 'outboundTask', 'job', 'outboundTask'].entries())
      work.schedule({ id: String(index), kind, dueAt });
  });
  const fired = await sandbox.advance(dueAt);
  expect(order).toEqual(['0', '1', '2', '3', '4']);
  expect(fired).toHaveLength(5);
});
