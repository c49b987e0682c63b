import { describe, expect, test } from '@jest/globals';
import { type CreateBackend, freshForEachTest, insert, key, read, transact } from './backend.ts';

const bytes = (...all: number[]): Uint8Array => new Uint8Array(all);

export const describeContents = (create: CreateBackend): void => {
  describe('contents', () => {
    const fresh = freshForEachTest(create);
    const content = (id: string) => read(fresh, (reader) => reader.content(id));

    test('are bytes under an id', async () => {
      const every = Uint8Array.from({ length: 256 }, (_, n) => n);
      await transact(fresh, (transaction) => {
        transaction.putContent('every', every);
        transaction.putContent('empty', bytes());
        transaction.putContent('buffer', Buffer.from('abcdef').subarray(2, 4));
        transaction.putContent('', bytes(1));
      });
      await fresh.reopen();
      expect(await content('every')).toEqual(every);
      expect(await content('empty')).toEqual(bytes());
      expect(Buffer.from((await content('buffer'))!).toString()).toBe('cd');
      expect(await content('')).toEqual(bytes(1));
      expect(await content('none')).toBeUndefined();
      expect(await fresh.store.read('other', (reader) => reader.content('every'))).toBeUndefined();
    });

    test('are copies on the way in and out', async () => {
      const mine = bytes(1, 2, 3);
      await transact(fresh, (transaction) => transaction.putContent('c', mine));
      mine[0] = 9;
      const found = (await content('c'))!;
      expect(found).toEqual(bytes(1, 2, 3));
      found[0] = 9;
      expect(await content('c')).toEqual(bytes(1, 2, 3));
    });
  });

  describe('usage', () => {
    const fresh = freshForEachTest(create);
    const usage = () => read(fresh, (reader) => reader.usage());
    const text = 'x'.repeat(10_000);

    test('counts documents and about their bytes, with the contents', async () => {
      expect(await usage()).toEqual({ documents: 0, bytes: 0 });
      await transact(fresh, async (transaction) => {
        await insert(transaction, 'orders', 'A', { value: { text } });
        await insert(transaction, 'buyers', 'A', { value: { text } });
        transaction.putContent('c', new Uint8Array(50_000));
      });
      const check = async (documents: number, about: number): Promise<void> => {
        for (const time of ['at once', 'after a restart']) {
          const found = { time, ...(await usage()) };
          expect(found).toMatchObject({ time, documents });
          expect(Math.abs(found.bytes - about)).toBeLessThan(1000);
          await fresh.reopen();
        }
      };
      await check(2, 70_000);
      await transact(fresh, (transaction) => {
        transaction.update('orders', 'A', { text: text.slice(5000) });
        transaction.putContent('c', new Uint8Array(20_000));
      });
      await check(2, 35_000);
      await transact(fresh, (transaction) => {
        transaction.remove('orders', 'A');
        transaction.removeContent('c');
      });
      await check(1, 10_000);
      await transact(fresh, (transaction) => transaction.remove('buyers', 'A'));
      await check(0, 0);
      expect(await usage()).toEqual({ documents: 0, bytes: 0 });
    });
  });

  describe('dump and restore', () => {
    const fresh = freshForEachTest(create);

    test('of a failed transaction leave an empty sandbox', async () => {
      await transact(fresh, (transaction) => insert(transaction, 'orders', 'A', { keys: [key('vin', 'X')] }));
      const dump = await read(fresh, (reader) => reader.dump());
      const failed = fresh.store.transact('copy', async (transaction) => {
        await transaction.restore(dump);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      await fresh.store.transact('copy', (transaction) => transaction.restore(dump));
      expect(await fresh.store.read('copy', (reader) => reader.dump())).toEqual(dump);
    });

    test('keep no hold of what was dumped', async () => {
      await transact(fresh, (transaction) => transaction.putContent('c', bytes(1)));
      const dump = await read(fresh, (reader) => reader.dump());
      dump.contents['c']![0] = 9;
      expect(await read(fresh, (reader) => reader.content('c'))).toEqual(bytes(1));
    });
  });
};
