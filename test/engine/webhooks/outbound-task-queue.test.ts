import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createOutboundTaskQueue } from '../../../src/engine/sandbox/outbound-task-queue.ts';
import { createSemaphore } from '../../../src/engine/sandbox/semaphore.ts';

const job = (id: string) => ({ id, kind: 'outboundTask', dueAt: 0, data: null });

describe('the queue of outbound tasks', () => {
  test('takes lanes in turn, and each lane in order', () => {
    const queue = createOutboundTaskQueue(5);
    for (const id of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(id.charAt(0), job(id));
    const order = [...Array(6).keys()].map(() => queue.next()?.job.id);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.isEmpty()).toBe(true);
  });

  test('can be asked for lanes alone that have nothing under way', () => {
    const queue = createOutboundTaskQueue(5);
    for (const id of ['a1', 'a2', 'b1', 'b2']) queue.add(id.charAt(0), job(id));
    expect(queue.next()?.job.id).toBe('a1');
    const order = [1, 2, 3].map(() => queue.next('idle lanes')?.job.id);
    expect(order).toEqual(['b1', undefined, undefined]);
    queue.leave('a');
    expect(queue.next('idle lanes')?.job.id).toBe('a2');
    expect(queue.next()?.job.id).toBe('b2');
  });

  test('never has more of a lane under way than allowed, loses nothing and doubles nothing', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), concurrencyKey: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ kind: fc.constant('next' as const) }),
      fc.record({ kind: fc.constant('leave' as const), which: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 100 }), (perConcurrencyKey, steps) => {
        const queue = createOutboundTaskQueue(perConcurrencyKey);
        const waiting: string[] = [];
        const underWay: { concurrencyKey: string; id: string }[] = [];
        const inConcurrencyKey = (concurrencyKey: string) =>
          underWay.filter((each) => each.concurrencyKey === concurrencyKey).length;
        for (const [index, each] of steps.entries()) {
          if (each.kind === 'add') {
            const id = `${each.concurrencyKey}${String(index)}`;
            queue.add(each.concurrencyKey, job(id));
            waiting.push(id);
          } else if (each.kind === 'leave') {
            const [left] = underWay.splice(each.which % Math.max(1, underWay.length), 1);
            if (left !== undefined) queue.leave(left.concurrencyKey);
          } else {
            const next = queue.next();
            const startable = waiting.filter((id) => inConcurrencyKey(id.charAt(0)) < perConcurrencyKey);
            if (next === undefined) expect(startable).toEqual([]);
            else {
              expect(startable).toContain(next.job.id);
              // The first of its concurrency key.
              expect(waiting.find((id) => id.startsWith(next.concurrencyKey))).toBe(next.job.id);
              waiting.splice(waiting.indexOf(next.job.id), 1);
              underWay.push({ concurrencyKey: next.concurrencyKey, id: next.job.id });
            }
          }
          expect(queue.isEmpty()).toBe(waiting.length === 0);
        }
      }),
    );
  });

  test('forgets what waits when it is cleared', () => {
    const queue = createOutboundTaskQueue(1);
    queue.add('a', job('a1'));
    queue.clear();
    expect(queue.next()).toBeUndefined();
  });
});

test('slots are given in the order in which they were asked for', async () => {
  const semaphore = createSemaphore(2);
  const order: string[] = [];
  const ask = (name: string) => semaphore.acquire().then(() => order.push(name));
  await Promise.all([ask('a'), ask('b')]);
  const third = ask('c');
  const fourth = ask('d');
  await Promise.resolve();
  expect(order).toEqual(['a', 'b']);
  semaphore.release();
  await third;
  semaphore.release();
  await fourth;
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});
