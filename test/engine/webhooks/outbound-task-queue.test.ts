import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import { createOutboundTaskQueue } from '../../../src/engine/sandbox/outbound-task-runner.ts';

const job = (id: string) => ({ id, kind: 'outboundTask', dueAt: 0, data: null });

describe('the queue of outbound tasks', () => {
  test('takes lanes in turn, and each lane in order', () => {
    const queue = createOutboundTaskQueue({ perKey: 5, slow: 1 });
    for (const id of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(id.charAt(0), job(id));
    const order = [...Array(6).keys()].map(() => queue.next()?.job.id);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.isEmpty()).toBe(true);
  });

  test('can be asked for lanes alone that have nothing under way', () => {
    const queue = createOutboundTaskQueue({ perKey: 5, slow: 1 });
    for (const id of ['a1', 'a2', 'b1', 'b2']) queue.add(id.charAt(0), job(id));
    expect(queue.next()?.job.id).toBe('a1');
    const order = [1, 2, 3].map(() => queue.next('idle lanes')?.job.id);
    expect(order).toEqual(['b1', undefined, undefined]);
    queue.leave({ concurrencyKey: 'a' });
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
        const queue = createOutboundTaskQueue({ perKey: perConcurrencyKey, slow: 1 });
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
            if (left !== undefined) queue.leave(left);
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

  test('takes one task at a time for a slow destination, and few for all of them', () => {
    const slow: Record<string, string> = { a: 'one', b: 'one', c: 'two', d: 'three' };
    const queue = createOutboundTaskQueue({ perKey: 5, slow: 2 }, ({ id }) => slow[id.charAt(0)]);
    for (const id of ['a1', 'a2', 'b1', 'c1', 'd1', 'e1', 'e2']) queue.add(id.charAt(0), job(id));
    const rest = () => [...Array(4).keys()].map(() => queue.next()?.job.id);
    const [a1, others] = [queue.next()!, rest()];
    expect([a1.job.id, ...others]).toEqual(['a1', 'c1', 'e1', 'e2', undefined]);
    queue.leave(a1);
    expect(rest()).toEqual(['b1', undefined, undefined, undefined]);
    // It has responded meanwhile: those that wait are no longer slow.
    delete slow['a'];
    expect(rest()).toEqual(['a2', undefined, undefined, undefined]);
  });
});
