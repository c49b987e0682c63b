import { expect, test } from '@jest/globals';
import { createEventStream } from '../../src/kernel/event-stream.ts';
import { createFakeTimers } from '../support/fake-timers.ts';

const start = () => {
  const timers = createFakeTimers();
  let ended = 0;
  const { push, end, ...pieces } = createEventStream({ after: timers.after, ended: () => ended++ });
  const stream = {
    end,
    push: (item: number) => {
      push({ event: 'number', data: { item } });
    },
  };
  return { timers, stream, pieces: pieces[Symbol.asyncIterator](), ended: () => ended };
};

test('what is pushed goes out in order, each as one event', async () => {
  const { stream, pieces } = start();
  stream.push(1);
  stream.push(2);
  expect((await pieces.next()).value).toBe('event: number\ndata: {"item":1}\n\n');
  expect((await pieces.next()).value).toBe('event: number\ndata: {"item":2}\n\n');
  const waiting = pieces.next();
  stream.push(3);
  expect((await waiting).value).toBe('event: number\ndata: {"item":3}\n\n');
});

test('a silent stream shows that it is alive', async () => {
  const { timers, pieces } = start();
  const silent = pieces.next();
  timers.pass(15_000);
  expect((await silent).value).toBe(': still here\n\n');
  expect(timers.count()).toBe(0);
});

test('after its end what was pushed still goes out, and nothing more', async () => {
  const { stream, pieces, ended } = start();
  stream.push(1);
  stream.end();
  stream.push(2);
  expect((await pieces.next()).value).toContain('"item":1');
  expect(ended()).toBe(0);
  expect(await pieces.next()).toEqual({ done: true, value: undefined });
  expect(await pieces.next()).toEqual({ done: true, value: undefined });
  expect(ended()).toBe(1);
});

test('a listener that leaves ends it at once, waiting or not', async () => {
  const { timers, stream, pieces, ended } = start();
  const waiting = pieces.next();
  await pieces.return();
  expect(await waiting).toEqual({ done: true, value: undefined });
  stream.push(1);
  expect(await pieces.next()).toEqual({ done: true, value: undefined });
  expect([ended(), timers.count()]).toEqual([1, 0]);
});
