import { describe, expect, test } from '@jest/globals';
import type { ListQuery } from '../../../src/engine/sandbox/store.ts';
import { type CreateBackend, EVERYTHING, freshForEachTest, insert, key, read, transact } from './backend.ts';

export const describeLists = (create: CreateBackend): void => {
  describe('keys', () => {
    const fresh = freshForEachTest(create);
    const find = (name: string, text: string, limit?: number) =>
      read(fresh, (reader) => reader.find('orders', key(name, text), limit));

    test('find documents, oldest first, as many as are asked for', async () => {
      await transact(fresh, async (transaction) => {
        await insert(transaction, 'orders', 'A', { value: 'A', keys: [key('vin', 'X'), key('status', 'OPEN')] });
        await insert(transaction, 'orders', 'B', { value: 'B', keys: [key('vin', 'Y'), key('status', 'OPEN')] });
        await insert(transaction, 'orders', 'C', { value: 'C', keys: [key('vin', 'X'), key('status', 'DONE')] });
        await insert(transaction, 'buyers', 'D', { value: 'D', keys: [key('vin', 'X')] });
        // Changed last, and still the oldest.
        transaction.update('orders', 'A', 'A2', { removed: [], added: [key('status', 'DONE')] });
      });
      expect(await find('vin', 'X')).toEqual(['A2', 'C']);
      expect(await find('vin', 'X', 1)).toEqual(['A2']);
      expect(await find('vin', 'X', 0)).toEqual([]);
      expect(await find('status', 'DONE')).toEqual(['A2', 'C']);
      expect(await find('status', 'OPEN')).toEqual(['A2', 'B']);
      expect(await find('vin', 'x')).toEqual([]);
      expect(await find('vin', 'X ')).toEqual([]);
      expect(await find('VIN', 'X')).toEqual([]);
    });

    test('may be given twice, and go away together', async () => {
      const twice = [key('vin', 'X'), key('vin', 'X')];
      await transact(fresh, (transaction) => insert(transaction, 'orders', 'A', { value: 'A', keys: twice }));
      expect(await find('vin', 'X')).toEqual(['A']);
      await transact(fresh, (transaction) => transaction.update('orders', 'A', 'A', { removed: twice, added: [] }));
      expect(await find('vin', 'X')).toEqual([]);
    });

    test('move with a change', async () => {
      await transact(fresh, (transaction) => insert(transaction, 'orders', 'A', { keys: [key('status', 'OPEN')] }));
      const change = { removed: [key('status', 'OPEN')], added: [key('status', 'DONE')] };
      await transact(fresh, (transaction) => transaction.update('orders', 'A', 'A2', change));
      expect(await find('status', 'OPEN')).toEqual([]);
      expect(await find('status', 'DONE')).toEqual(['A2']);
    });

    test('the first of a name is the one with the lowest text, of several the oldest', async () => {
      const first = () => read(fresh, (reader) => reader.first('jobs', 'due'));
      expect(await first()).toBeUndefined();
      await transact(fresh, async (transaction) => {
        await insert(transaction, 'jobs', 'A', { value: 'A', keys: [key('due', '0500')] });
        await insert(transaction, 'jobs', 'B', { value: 'B', keys: [key('due', '0100')] });
        await insert(transaction, 'jobs', 'C', { value: 'C', keys: [key('due', '0100'), key('other', '0001')] });
        await insert(transaction, 'jobs', 'D', { value: 'D' });
        expect(await transaction.first('jobs', 'due')).toBe('B');
        expect(transaction.lowest('jobs', 'due', 9)).toEqual(['B', 'C', 'A']);
      });
      expect(await first()).toBe('B');
      expect(await read(fresh, (reader) => reader.lowest('jobs', 'due', 2))).toEqual(['B', 'C']);
      expect(await read(fresh, (reader) => reader.lowest('jobs', 'none', 2))).toEqual([]);
      await transact(fresh, (transaction) => transaction.remove('jobs', 'B', [key('due', '0100')]));
      expect(await first()).toBe('C');
      const later = { removed: [key('due', '0100')], added: [key('due', '0900')] };
      await transact(fresh, (transaction) => transaction.update('jobs', 'C', 'C', later));
      expect(await first()).toBe('A');
      await fresh.reopen();
      expect(await first()).toBe('A');
    });

    test('stand in the order of their code points', async () => {
      const texts = ['', ' ', '0', '10', '9', 'A', 'Z', 'a', 'ä', '\uffee', '🚗'];
      await transact(fresh, async (transaction) => {
        for (const text of texts.toReversed()) await insert(transaction, 'jobs', text, { keys: [key('due', text)] });
        const found: string[] = [];
        while (found.length < texts.length) {
          const { id } = (await transaction.first('jobs', 'due')) as { id: string };
          found.push(id);
          transaction.remove('jobs', id, [key('due', id)]);
        }
        expect(found).toEqual(texts);
      });
    });
  });

  describe('lists', () => {
    const fresh = freshForEachTest(create);
    const list = async (query: Partial<ListQuery> = {}) => {
      const { values, total } = await read(fresh, (reader) => reader.list('orders', { ...EVERYTHING, ...query }));
      return [values.map((value) => (value as { id: string }).id).join(''), total];
    };

    const fill = (ids: string): Promise<void> =>
      transact(fresh, async (transaction) => {
        for (const id of ids)
          await insert(transaction, 'orders', id, {
            keys: [key('case', id === id.toLowerCase() ? 'lower' : 'upper'), key('half', id < 'n' ? '1' : '2')],
          });
      });

    test('come in pages, from both ends, with the total of all', async () => {
      expect(await list()).toEqual(['', 0]);
      await fill('abcdefg');
      expect(await list({ limit: 3 })).toEqual(['abc', 7]);
      expect(await list({ offset: 3, limit: 3 })).toEqual(['def', 7]);
      expect(await list({ offset: 6, limit: 3 })).toEqual(['g', 7]);
      expect(await list({ offset: 7, limit: 3 })).toEqual(['', 7]);
      expect(await list({ offset: 900, limit: 3 })).toEqual(['', 7]);
      expect(await list({ descending: true, limit: 3 })).toEqual(['gfe', 7]);
      expect(await list({ descending: true, offset: 6, limit: 3 })).toEqual(['a', 7]);
      expect(await list({ descending: true, offset: 7, limit: 3 })).toEqual(['', 7]);
      expect(await list({ limit: 0 })).toEqual(['', 7]);
    });

    test('have no gaps where documents were removed', async () => {
      await fill('abcdefg');
      await transact(fresh, (transaction) => {
        for (const id of 'aceg') transaction.remove('orders', id, [key('case', 'lower'), key('half', '1')]);
      });
      await fill('x');
      expect(await list({ limit: 2 })).toEqual(['bd', 4]);
      expect(await list({ offset: 2, limit: 2 })).toEqual(['fx', 4]);
      expect(await list({ descending: true, offset: 1, limit: 2 })).toEqual(['fd', 4]);
    });

    test('are of those that have all keys', async () => {
      await fill('aBnOcDpQ');
      const lower = key('case', 'lower');
      const first = key('half', '1');
      expect(await list({ keys: [lower] })).toEqual(['ancp', 4]);
      expect(await list({ keys: [lower], descending: true, offset: 1, limit: 2 })).toEqual(['cn', 4]);
      expect(await list({ keys: [lower, first] })).toEqual(['ac', 2]);
      expect(await list({ keys: [first, lower], descending: true, limit: 1 })).toEqual(['c', 2]);
      expect(await list({ keys: [lower, lower] })).toEqual(['ancp', 4]);
      expect(await list({ keys: [lower, first, key('case', 'upper')] })).toEqual(['', 0]);
      expect(await list({ keys: [lower, key('never', 'used')] })).toEqual(['', 0]);
      expect(await list({ keys: [key('case', '')] })).toEqual(['', 0]);
    });

    test('are sorted by a member: nothing, then numbers, then texts, and equal ones by age', async () => {
      const sorted: readonly (readonly [string, object])[] = [
        ['a', {}],
        ['b', { m: null }],
        ['c', { m: -1.5 }],
        ['d', { m: 2 }],
        ['e', { m: 10 }],
        ['f', { m: 9_223_372_036_854_775_806n }],
        ['g', { m: 9_223_372_036_854_775_807n }],
        ['h', { m: '' }],
        ['i', { m: '10' }],
        ['j', { m: '9' }],
        ['k', { m: 'Z' }],
        ['l', { m: 'a' }],
        ['m', { m: 'ä' }],
        ['n', { m: '\uffee' }],
        ['o', { m: '🚗' }],
      ];
      await transact(fresh, async (transaction) => {
        // Not in their order, but for the two that are equal.
        const mixed = sorted.toSorted(([a], [b]) => (a.charCodeAt(0) % 4) - (b.charCodeAt(0) % 4));
        await insert(transaction, 'orders', 'a', { value: { id: 'a' } });
        for (const [id, value] of mixed)
          if (id !== 'a') await insert(transaction, 'orders', id, { value: { id, ...value }, keys: [key('k', 'x')] });
      });
      expect(await list({ sortBy: 'm' })).toEqual(['abcdefghijklmno', 15]);
      expect(await list({ sortBy: 'm', descending: true })).toEqual(['onmlkjihgfedcba', 15]);
      expect(await list({ sortBy: 'm', offset: 4, limit: 3 })).toEqual(['efg', 15]);
      expect(await list({ sortBy: 'm', keys: [key('k', 'x')], limit: 3 })).toEqual(['bcd', 14]);
      expect(await list({ sortBy: 'm', keys: [key('k', 'x'), key('k', 'x')], descending: true, limit: 2 })).toEqual([
        'on',
        14,
      ]);
    });

    test('are sorted by members of any name, which is never taken for anything else', async () => {
      const names = [
        'plain',
        'a.b',
        'a[0]',
        '$',
        '',
        'a"b',
        "a'b",
        '#-1',
        'ä ö',
        'a\nb',
        '\\',
        '"); DROP TABLE documents; --',
        "' OR 1=1 --",
        'id) DESC, (SELECT 1',
      ];
      const ids = 'cab';
      await transact(fresh, async (transaction) => {
        for (const id of ids)
          await insert(transaction, 'orders', id, {
            value: { id, a: { b: 0 }, ...Object.fromEntries(names.map((name) => [name, id])) },
            keys: names.map((name) => key(name, name)),
          });
      });
      for (const name of names) {
        expect([name, await list({ sortBy: name })]).toEqual([name, ['abc', 3]]);
        expect([name, await list({ keys: [key(name, name)], sortBy: name, descending: true })]).toEqual([
          name,
          ['cba', 3],
        ]);
      }
      expect(await list({ sortBy: 'not there' })).toEqual(['cab', 3]);
      expect(await list({ sortBy: 'a' })).toEqual(['cab', 3]);
      expect(await list()).toEqual(['cab', 3]);
    });

    test('go on beyond what is moved at once', async () => {
      const ids = Array.from({ length: 2500 }, (_, n) => String(n).padStart(4, '0'));
      await transact(fresh, async (transaction) => {
        for (const id of ids) await insert(transaction, 'orders', id, { keys: [key('all', ''), key('due', id)] });
        for (const id of ids.filter((_, n) => n % 3 === 0))
          transaction.remove('orders', id, [key('all', ''), key('due', id)]);
      });
      const rest = ids.filter((_, n) => n % 3 !== 0);
      for (const keys of [[], [key('all', '')]])
        for (const offset of [0, 777, 1600, 1666])
          expect(await list({ keys, offset, limit: 3 })).toEqual([
            rest.slice(offset, offset + 3).join(''),
            rest.length,
          ]);
      expect(await read(fresh, (reader) => reader.first('orders', 'due'))).toEqual({ id: '0001' });
    });
  });
};
