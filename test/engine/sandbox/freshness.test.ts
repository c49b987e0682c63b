import { expect, test } from '@jest/globals';
import { createFreshness } from '../../../src/engine/sandbox/freshness.ts';

/** A store whose answers come when the test says so. */
const start = (partitions: readonly string[] = ['$directory']) => {
  const versions = new Map<string, number>();
  const questions: { readonly answer: () => void; readonly fail: (error: Error) => void }[] = [];
  const refreshed: string[] = [];
  const steps: string[] = [];
  const freshness = createFreshness(
    {
      apart: (work) => work(),
      release: async (wait) => {
        steps.push('release');
        const result = await wait();
        steps.push('lock');
        return result;
      },
      enterAsking: (sandbox, others) => {
        steps.push(`lock ${sandbox}`);
        return Promise.resolve(new Map(others.map((one) => [one, versions.get(one) ?? 0])));
      },
      versionsOf: (asked) =>
        new Promise((resolve, reject) => {
          questions.push({
            answer: () => resolve(new Map(asked.map((one) => [one, versions.get(one) ?? 0]))),
            fail: reject,
          });
        }),
    },
    partitions.map((partition, index) => ({
      partition,
      refresh: () => {
        refreshed.push(`${partition} ${String(index)}`);
        return Promise.resolve();
      },
    })),
  );
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { freshness, versions, questions, refreshed, steps, settle };
};

test('the first look refreshes, a later one only what has changed', async () => {
  const { freshness, versions, questions, refreshed } = start(['$directory', '$other', '$directory']);
  const look = async (): Promise<void> => {
    const ensured = freshness.ensure();
    questions.shift()?.answer();
    await ensured;
  };
  await look();
  expect(refreshed).toEqual(['$directory 0', '$directory 2', '$other 1']);
  refreshed.length = 0;
  await look();
  expect(refreshed).toEqual([]);
  versions.set('$other', 1);
  await look();
  expect(refreshed).toEqual(['$other 1']);
});

test('a lock that is taken asks too; only for changes it is left, and another question asked', async () => {
  const { freshness, versions, questions, refreshed, steps, settle } = start();
  const enter = async (): Promise<void> => {
    const entered = freshness.ensureEntering('sandbox');
    await settle();
    questions.shift()?.answer();
    await entered;
  };
  await enter();
  expect(steps.splice(0)).toEqual(['lock sandbox', 'release', 'lock']);
  expect(refreshed.splice(0)).toEqual(['$directory 0']);
  await enter();
  expect(steps.splice(0)).toEqual(['lock sandbox']);
  expect(refreshed).toEqual([]);
  versions.set('$directory', 1);
  await enter();
  expect(steps).toEqual(['lock sandbox', 'release', 'lock']);
  expect(refreshed).toEqual(['$directory 0']);
});

test('all who come while a question is under way share the next one', async () => {
  const { freshness, questions, settle } = start();
  const done: string[] = [];
  const ask = (name: string) => void freshness.ensure().then(() => done.push(name));
  ask('first');
  ask('second');
  ask('third');
  expect(questions).toHaveLength(1);
  questions.shift()?.answer();
  await settle();
  // What was committed after the first question was asked may not be in its answer.
  expect(done).toEqual(['first']);
  expect(questions).toHaveLength(1);
  questions.shift()?.answer();
  await settle();
  expect(done).toEqual(['first', 'second', 'third']);
  expect(questions).toHaveLength(0);
});

test('a failure reaches those who waited for this question, and the next one is asked', async () => {
  const { freshness, versions, questions, refreshed, settle } = start();
  const first = freshness.ensure();
  const second = freshness.ensure();
  questions.shift()?.fail(new Error('the database is away'));
  await expect(first).rejects.toThrow('the database is away');
  await settle();
  versions.set('$directory', 1);
  questions.shift()?.answer();
  await second;
  expect(refreshed).toEqual(['$directory 0']);
});

test('a refresh that failed is made again', async () => {
  let failures = 1;
  const versionsOf = () => Promise.resolve(new Map([['$directory', 7]]));
  const store = {
    versionsOf,
    enterAsking: versionsOf,
    apart: <T>(work: () => T) => work(),
    release: <T>(wait: () => Promise<T>) => wait(),
  };
  const freshness = createFreshness(store, [
    {
      partition: '$directory',
      refresh: () => (failures-- > 0 ? Promise.reject(new Error('not now')) : Promise.resolve()),
    },
  ]);
  await expect(freshness.ensure()).rejects.toThrow('not now');
  await freshness.ensure();
  expect(failures).toBe(-1);
});
