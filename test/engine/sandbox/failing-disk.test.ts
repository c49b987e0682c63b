import { expect, test } from '@jest/globals';
import { createMemoryStore } from '../../../src/edges/stores/create-store.ts';
import type { SandboxParts } from '../../../src/engine/sandbox/create-sandbox.ts';
import { jobs } from '../../../src/engine/sandbox/job.ts';
import { type Store, StoreError } from '../../../src/engine/sandbox/store.ts';
import { eventually } from '../../support/eventually.ts';
import { MINUTE, SECOND, job, startSandbox } from './start-sandbox.ts';

/** A store whose disk fails when a test says so. */
const createDisk = () => {
  const disk = { isFull: false };
  const store = createMemoryStore();
  const failing: Store = {
    ...store,
    transact: (sandbox, work) =>
      store.transact(sandbox, async (transaction) => {
        const before = JSON.stringify(transaction.usage());
        const result = await work(transaction);
        if (disk.isFull && JSON.stringify(transaction.usage()) !== before)
          throw new StoreError('disk full', { fault: 'full' });
        return result;
      }),
  };
  return { disk, store: failing };
};

const start = (parts: Partial<SandboxParts> = {}) => {
  const seen: string[] = [];
  const { disk, store } = createDisk();
  const started = startSandbox(
    {
      note: (_work, { id }) => {
        seen.push(id);
        return Promise.resolve();
      },
    },
    { store, ...parts },
  );
  return { ...started, disk, seen };
};

test('due jobs wait while the disk is full, without a retry for each request, and run once there is room', async () => {
  const { sandbox, wall, disk, schedule, fireTimer, failures, seen } = start();
  await schedule(job('a', MINUTE));
  disk.isFull = true;
  wall.advance(MINUTE);
  expect(await sandbox.catchUp()).toEqual([]);
  const reported = failures.length;
  expect(reported).toBeGreaterThan(0);
  // Requests do not wait for it.
  expect(sandbox.catchUp()).toBeUndefined();
  expect(await sandbox.idle()).toBe(false);
  await fireTimer();
  expect(await sandbox.read((work) => work.get(jobs, 'a'))).toMatchObject({ id: 'a' });
  disk.isFull = false;
  seen.length = 0;
  await fireTimer();
  expect(seen).toEqual(['a']);
  expect(await sandbox.read((work) => work.get(jobs, 'a'))).toBeUndefined();
});

test('an outbound task whose outcome could not be stored is repeated once there is room', async () => {
  let sent = 0;
  const { disk, store } = createDisk();
  const { sandbox, wall, schedule, fireTimer } = startSandbox(
    {},
    {
      store,
      outboundTasks: {
        send: {
          concurrencyKeyOf: () => 'all',
          prepare: () =>
            Promise.resolve(() => {
              sent += 1;
              // The disk fills up while the task is in progress.
              disk.isFull = sent === 1;
              return Promise.resolve(() => Promise.resolve());
            }),
        },
      },
    },
  );
  await schedule(job('a', SECOND, 'send'));
  wall.advance(SECOND);
  await sandbox.idle();
  expect(sent).toBe(1);
  expect(await sandbox.read((work) => work.get(jobs, 'a'))).toMatchObject({ isClaimed: true });
  disk.isFull = false;
  await fireTimer();
  await eventually(() => sandbox.catchUp() !== undefined);
  await sandbox.idle();
  expect(sent).toBe(2);
  expect(await sandbox.read((work) => work.get(jobs, 'a'))).toBeUndefined();
});

test('advance reports a full disk to the caller', async () => {
  const { sandbox, disk, schedule } = start();
  await schedule(job('a', MINUTE));
  disk.isFull = true;
  await expect(sandbox.advance(sandbox.clock.now() + 2 * MINUTE)).rejects.toThrow('disk full');
});
