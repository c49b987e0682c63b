import { describe, expect, test } from '@jest/globals';
import { StoreError } from '../../../src/engine/sandbox/store.ts';
import { type CreateBackend, EVERYTHING, freshForEachTest, insert, key, read, transact } from './backend.ts';

const LONG = 'x'.repeat(20_000);

/** Each of them another text, however they are written down. */
const ODD_TEXTS = [
  '',
  ' ',
  '0',
  'a\nb',
  'a\0b',
  'a',
  "'; DROP TABLE documents; --",
  '"quoted"',
  '%_*?',
  '/',
  '__proto__',
  'constructor',
  'Grüße',
  'Gru\u0308ße',
  '🚗',
  '\u{10ffff}',
  '\u{10ffff}d83d',
  '\ud83d',
  '\ude97',
  '\ufffd',
  LONG,
  `${LONG}y`,
];

export const describeDocuments = (create: CreateBackend): void => {
  describe('documents', () => {
    const fresh = freshForEachTest(create);

    test('that are not there cannot be replaced, and removing them does nothing', async () => {
      const update = transact(fresh, (transaction) => transaction.update('orders', 'A', 1));
      await expect(update).rejects.toThrow(new StoreError('orders has no document A'));
      await transact(fresh, (transaction) => transaction.remove('orders', 'A'));
      expect(await read(fresh, (reader) => reader.usage())).toEqual({ documents: 0, bytes: 0 });
    });

    test('stand at positions that are never given again, not to one that is restored either', async () => {
      await transact(fresh, async (transaction) => {
        for (const id of ['A', 'B', 'C']) await insert(transaction, 'orders', id);
        transaction.remove('orders', 'C');
      });
      const back = transact(fresh, async (transaction) => {
        const document = { id: 'D', position: 3, value: 1, keys: [] };
        await transaction.restore({ collections: { orders: [document] }, positions: {}, contents: {} });
      });
      await expect(back).rejects.toThrow('position 3 of orders was given before');
    });

    test('may have any id, key and name', async () => {
      await transact(fresh, async (transaction) => {
        for (const text of ODD_TEXTS) await insert(transaction, 'odd', text, { value: text, keys: [key('k', text)] });
        for (const text of ODD_TEXTS) await insert(transaction, text, 'id', { value: text });
        for (const text of ODD_TEXTS) await insert(transaction, 'names', text, { value: text, keys: [key(text, 'k')] });
      });
      await fresh.reopen();
      await read(fresh, async (reader) => {
        for (const text of ODD_TEXTS) {
          expect(await reader.get('odd', text)).toBe(text);
          expect(reader.find('odd', key('k', text))).toEqual([text]);
          expect(await reader.get(text, 'id')).toBe(text);
          expect(reader.find('names', key(text, 'k'))).toEqual([text]);
          expect(reader.lowest('names', text, 1)).toEqual([text]);
        }
        const { values, total } = reader.list('odd', EVERYTHING);
        expect([values, total]).toEqual([ODD_TEXTS, ODD_TEXTS.length]);
      });
    });

    test('of sandboxes with any name', async () => {
      for (const text of ODD_TEXTS)
        await fresh.store.transact(text, (transaction) => insert(transaction, 'orders', 'A', { value: text }));
      await fresh.reopen();
      for (const text of ODD_TEXTS)
        expect(await fresh.store.read(text, (reader) => reader.get('orders', 'A'))).toBe(text);
    });
  });
};
