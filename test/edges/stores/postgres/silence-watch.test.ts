import { expect, test } from '@jest/globals';
import { createSilenceWatch } from '../../../../src/edges/stores/postgres/silence-watch.ts';
import { StoreError } from '../../../../src/engine/sandbox/store.ts';
import { createFakeTimers } from '../../../support/fake-timers.ts';
import { turns } from '../../../support/next-turns.ts';

const TARGET = { host: 'db', port: 5432, database: 'stub', user: 'me', schema: 'vatmock' };

const start = () => {
  const timers = createFakeTimers();
  const notices: string[] = [];
  let isAnswering = false;
  let asked = 0;
  const watch = createSilenceWatch({
    target: TARGET,
    after: timers.after,
    noticed: (message) => notices.push(message),
    isAnswering: () => {
      asked++;
      return Promise.resolve(isAnswering);
    },
  });
  return {
    ...{ watch, timers, notices },
    asked: () => asked,
    answerFromNowOn: () => (isAnswering = true),
    passSeconds: async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        timers.pass(1000);
        await turns();
      }
    },
  };
};

const never = (): Promise<never> => new Promise(() => undefined);

test('who waits for five seconds on a silent database is told, and so is everybody after, until it answers', async () => {
  const { watch, notices, passSeconds, answerFromNowOn } = start();
  let abandoned = 0;
  void watch.watch(never(), () => abandoned++);
  watch.check();
  await passSeconds(4);
  expect(abandoned).toBe(0);
  await passSeconds(1);
  expect(abandoned).toBe(1);
  expect(() => {
    watch.check();
  }).toThrow(StoreError);
  await passSeconds(3);
  expect(notices).toEqual([expect.stringMatching(/^PostgreSQL at db:5432, database "stub" does not answer: /)]);
  answerFromNowOn();
  await passSeconds(1);
  watch.check();
});

test('who waits for a lock of a database that answers goes on waiting', async () => {
  const { watch, notices, asked, passSeconds, answerFromNowOn } = start();
  answerFromNowOn();
  let abandoned = 0;
  void watch.watch(never(), () => abandoned++);
  await passSeconds(11);
  expect({ asked: asked(), abandoned, notices }).toEqual({ asked: 2, abandoned: 0, notices: [] });
  watch.check();
});

test('the database is not asked, and no timer is wound, while nobody waits', async () => {
  const { watch, timers, asked, passSeconds } = start();
  expect(await watch.watch(Promise.resolve('answer'), () => undefined)).toBe('answer');
  await passSeconds(20);
  expect([asked(), timers.count()]).toEqual([0, 0]);
  void watch.watch(never(), () => undefined);
  expect(timers.count()).toBe(1);
  watch.close();
  expect(timers.count()).toBe(0);
});
