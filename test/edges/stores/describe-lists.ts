import { describe, expect, test } from '@jest/globals';
import type { ListQuery } from '../../../src/engine/sandbox/store.ts';
import { type CreateBackend, EVERYTHING, freshForEachTest, insert, key, read, transact } from './backend.ts';

export const describeLists = (create: CreateBackend): void => {
  describe('lists', () => {
    const fresh = freshForEachTest(create);
    const list = async (query: Partial<ListQuery> = {}) => {
      const { values, total } = await read(fresh, (reader) => reader.list('orders', { ...EVERYTHING, ...query }));
      return [values.map((value) => (value as { id: string }).id).join(''), total];
    };

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
  });
};
