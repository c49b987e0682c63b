import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { overlay } from '../../../src/engine/scenarios/sample-event.ts';
import type { Json } from '../../../src/kernel/json.ts';

const json = fc.jsonValue() as fc.Arbitrary<Json>;

test('objects are merged, lists are not', () => {
  expect(overlay({ a: 1, b: { c: [1, 2], d: 3 } }, { b: { c: [4] }, e: 5 })).toEqual({
    a: 1,
    b: { c: [4], d: 3 },
    e: 5,
  });
});

test('what the objects of a list leave out is filled in, where that is wanted', () => {
  const below = { list: [{ code: 'A', message: 'first' }] };
  expect(overlay(below, { list: [{ code: 'B' }, { message: 'x' }] }, 'filled')).toEqual({
    list: [
      { code: 'B', message: 'first' },
      { code: 'A', message: 'x' },
    ],
  });
  expect(overlay(below, { list: [] }, 'filled')).toEqual({ list: [] });
  expect(overlay({}, { list: [{ code: 'B' }, 1] }, 'filled')).toEqual({ list: [{ code: 'B' }, 1] });
});

test('laying a value over itself changes nothing, and neither does laying nothing', () => {
  fc.assert(
    fc.property(json, fc.constantFrom('whole' as const, 'filled' as const), (value, lists) => {
      expect(overlay(value, value, lists)).toEqual(value);
      expect(overlay(value, undefined, lists)).toEqual(value);
    }),
  );
});

test('a value that is no object and no list is what it is', () => {
  fc.assert(
    fc.property(json, fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), (below, above) => {
      expect(overlay(below, above)).toBe(above);
      expect(overlay(below, above, 'filled')).toBe(above);
    }),
  );
});

test('elements beyond those below are filled in from the last one; where there is none, they stay as they are', () => {
  const below = { list: [{ a: 1, deep: [{ b: 1 }] }] };
  expect(overlay(below, { list: [{}, { a: 2 }, { deep: [{}] }] }, 'filled')).toEqual({
    list: [
      { a: 1, deep: [{ b: 1 }] },
      { a: 2, deep: [{ b: 1 }] },
      { a: 1, deep: [{ b: 1 }] },
    ],
  });
  expect(overlay({ list: [] }, { list: [{ a: 1 }, null, [1]] }, 'filled')).toEqual({ list: [{ a: 1 }, null, [1]] });
  expect(overlay({ list: 'none' }, { list: [{ a: 1 }] }, 'filled')).toEqual({ list: [{ a: 1 }] });
});
