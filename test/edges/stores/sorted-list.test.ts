import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SortedList } from '../../../src/edges/stores/sorted-list.ts';

const numbers = (): SortedList<number> => new SortedList((a, b) => a - b);

const sorted = (model: ReadonlySet<number>): number[] => [...model].sort((a, b) => a - b);

const check = (list: SortedList<number>, model: ReadonlySet<number>, offset: number, limit: number): void => {
  const all = sorted(model);
  expect([...list]).toEqual(all);
  expect(list.size).toBe(all.length);
  expect(list.page(offset, limit, false)).toEqual(all.slice(offset, offset + limit));
  expect(list.page(offset, limit, true)).toEqual(all.toReversed().slice(offset, offset + limit));
};

test('a sorted list is a sorted set, whatever is added and removed', () => {
  const step = fc.record({ remove: fc.boolean(), item: fc.integer({ min: 0, max: 30 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.nat(40), fc.nat(40), (steps, offset, limit) => {
      const list = numbers();
      const model = new Set<number>();
      for (const { remove, item } of steps) {
        expect(list.has(item)).toBe(model.has(item));
        if (remove) expect(list.remove(item)).toBe(model.delete(item));
        else expect(list.add(item)).toBe(!model.has(item));
        if (!remove) model.add(item);
      }
      check(list, model, offset, limit);
    }),
  );
});

test.each([
  ['in order', (n: number) => n],
  ['backwards', (n: number) => 5000 - n],
  ['mixed', (n: number) => (n * 1597) % 5003],
  ['by halves', (n: number) => (n % 2 === 0 ? n : 10_000 - n)],
])('thousands that came %s are where they belong, and go again', (_name, toItem) => {
  const list = numbers();
  const model = new Set<number>();
  for (let n = 0; n < 5000; n++) {
    list.add(toItem(n));
    model.add(toItem(n));
  }
  for (const offset of [0, 511, 512, 513, 2500, 4999, 5000]) check(list, model, offset, 20);
  check(list, model, 0, Infinity);
  for (let n = 0; n < 5000; n += 2) {
    expect(list.remove(toItem(n))).toBe(true);
    model.delete(toItem(n));
  }
  check(list, model, 1200, 20);
  for (const item of model) list.remove(item);
  check(list, new Set(), 0, 20);
  list.add(7);
  check(list, new Set([7]), 0, 20);
});
