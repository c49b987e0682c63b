import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseOwnJson, stringifyJson } from '../../../src/kernel/json.ts';
import { type CreateBackend, EVERYTHING, freshForEachTest, insert, key, read, transact } from './backend.ts';
import { values } from './values.ts';

export const describeValues = (create: CreateBackend): void => {
  describe('values', () => {
    const fresh = freshForEachTest(create);
    const bringBack = () => read(fresh, (reader) => reader.get('values', 'A'));

    test('are frozen, whichever way they come out, so that nobody changes what is kept', async () => {
      const isFrozen = (value: unknown): boolean =>
        typeof value !== 'object' ||
        value === null ||
        (Object.isFrozen(value) && Object.values(value).every((member) => isFrozen(member)));
      const value = () => ({ list: [{ a: 1 }], inner: { b: [2] }, dropped: undefined });
      const keys = [key('name', 'x')];
      await transact(fresh, async (transaction) => {
        await insert(transaction, 'values', 'A', { value: value(), keys });
        await insert(transaction, 'values', 'B', { value: 'x', keys });
        transaction.update('values', 'B', value(), () => keys);
        expect(isFrozen(await transaction.get('values', 'B'))).toBe(true);
      });
      const looks = () =>
        read(fresh, async (reader): Promise<unknown[]> => [
          await reader.get('values', 'A'),
          ...reader.find('values', keys[0] ?? key('', '')),
          ...reader.lowest('values', 'name', 1),
          ...reader.list('values', EVERYTHING).values,
          ...((await reader.dump()).collections['values'] ?? []).map((one) => one.value),
        ]);
      for (const found of [await looks(), await fresh.reopen().then(looks)]) {
        expect(found.length).toBeGreaterThanOrEqual(8);
        expect(found.filter((one) => !isFrozen(one))).toEqual([]);
      }
    });

    test.each([
      ['the largest int64', { n: 9_223_372_036_854_775_807n }],
      ['more than an int64', { n: -123_456_789_012_345_678_901_234_567_890n }],
      ['the largest safe integer', { n: 9_007_199_254_740_991 }],
      ['fractions', { n: [0.1, 1e-300, 1.7976931348623157e308] }],
      ['odd texts', { t: ['\0', '\n', '"', '\\', '🚗', '\ud800', '\u2028'] }],
      ['odd members', { '': 1, 'a.b': 2, $: 3, constructor: 4, 'a"b': 5 }],
      ['nothing', null],
      ['a text', 'x'],
      ['a boolean', false],
      ['empty ones', { a: [], b: {}, c: '' }],
      ['a deep one', JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)],
      ['a large one', 'x'.repeat(3_000_000)],
    ])('%s comes back as it was', async (_name, value) => {
      await transact(fresh, (transaction) => insert(transaction, 'values', 'A', { value }));
      expect(await bringBack()).toEqual(value);
      await fresh.reopen();
      expect(await bringBack()).toEqual(value);
    });

    test('come back as JSON would bring them back, at once and after a restart', async () => {
      const value = {
        none: undefined,
        list: [undefined, 1],
        short: 5n,
        long: 1e20,
        minus: -0,
        infinite: Infinity,
        at: new Date(0),
      };
      const expected = {
        list: [null, 1],
        short: 5,
        long: 100_000_000_000_000_000_000n,
        minus: 0,
        infinite: null,
        at: '1970-01-01T00:00:00.000Z',
      };
      await transact(fresh, (transaction) => insert(transaction, 'values', 'A', { value }));
      expect(await bringBack()).toStrictEqual(expected);
      await fresh.reopen();
      expect(await bringBack()).toStrictEqual(expected);
    });

    test('whatever they are: writing and reading is writing and reading JSON', async () => {
      let number = 0;
      await fc.assert(
        fc.asyncProperty(values, async (value) => {
          const id = String(++number);
          await transact(fresh, (transaction) => insert(transaction, 'values', id, { value }));
          const expected = parseOwnJson(stringifyJson(value));
          expect(await read(fresh, (reader) => reader.get('values', id))).toStrictEqual(expected);
        }),
        { numRuns: 200 },
      );
      const before = await read(fresh, (reader) => reader.list('values', EVERYTHING));
      await fresh.reopen();
      expect(await read(fresh, (reader) => reader.list('values', EVERYTHING))).toStrictEqual(before);
    });
  });
};
