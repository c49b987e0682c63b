import { expect, test } from '@jest/globals';
import { createFreshness } from '../../../src/engine/sandbox/freshness.ts';

/** A store whose answers come when the test says so. */
const start = () => {
  const missed = { mayBe: false };
  const stored = { version: 0 };
  const questions: { readonly answer: () => void; readonly fail: (error: Error) => void }[] = [];
  const refreshed: string[] = [];
  const freshness = createFreshness(
    {
      versionOf: () =>
        new Promise((resolve, reject) => {
          questions.push({ answer: () => resolve(stored.version), fail: reject });
        }),
    },
    ['organizations', 'clients'].map((name) => () => {
      refreshed.push(name);
      return Promise.resolve();
    }),
    () => missed.mayBe,
  );
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return { missed, freshness, stored, questions, refreshed, settle };
};

test('the first look refreshes in order, a later one only after a change', async () => {
  const { freshness, stored, questions, refreshed } = start();
  const look = async (): Promise<void> => {
    const ensured = freshness.look();
    questions.shift()?.answer();
    await ensured;
  };
  await look();
  expect(refreshed).toEqual(['organizations', 'clients']);
  refreshed.length = 0;
  await look();
  expect(refreshed).toEqual([]);
  stored.version = 1;
  await look();
  expect(refreshed).toEqual(['organizations', 'clients']);
});

test('without word of a change nothing is asked, unless one may have been missed', async () => {
  const { missed, freshness, questions } = start();
  const look = async (): Promise<number> => {
    const ensured = freshness.ensure();
    const asked = questions.length;
    questions.shift()?.answer();
    await ensured;
    return asked;
  };
  expect([await look(), await look()]).toEqual([1, 0]);
  freshness.changed();
  expect([await look(), await look()]).toEqual([1, 0]);
  missed.mayBe = true;
  expect([await look(), await look()]).toEqual([1, 1]);
});

test('all who come while a question is under way share the next one', async () => {
  const { freshness, questions, settle } = start();
  const done: string[] = [];
  const ask = (name: string) => void freshness.look().then(() => done.push(name));
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
  const { freshness, stored, questions, refreshed, settle } = start();
  const first = freshness.look();
  const second = freshness.look();
  questions.shift()?.fail(new Error('the database is away'));
  await expect(first).rejects.toThrow('the database is away');
  await settle();
  stored.version = 1;
  questions.shift()?.answer();
  await second;
  expect(refreshed).toEqual(['organizations', 'clients']);
});

test('a change that was told is waited for by all who come while it is read', async () => {
  const { freshness, questions, settle } = start();
  const done: string[] = [];
  const ask = (name: string) => void freshness.ensure().then(() => done.push(name));
  ask('first');
  ask('second');
  await settle();
  expect(done).toEqual([]);
  questions.shift()?.answer();
  await settle();
  expect([done, questions]).toEqual([['first', 'second'], []]);
});

test('a refresh that failed is made again', async () => {
  let failures = 1;
  const freshness = createFreshness(
    { versionOf: () => Promise.resolve(7) },
    [() => (failures-- > 0 ? Promise.reject(new Error('not now')) : Promise.resolve())],
    () => false,
  );
  await expect(freshness.ensure()).rejects.toThrow('not now');
  await freshness.ensure();
  expect(failures).toBe(-1);
});
