import { describe, expect, test } from '@jest/globals';
import {
  type CreateBackend,
  EVERYTHING,
  NO_CHANGE,
  freshForEachTest,
  insert,
  key,
  nextPosition,
  read,
  transact,
} from './backend.ts';

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

    test('may be replaced and removed', async () => {
      await transact(fresh, (transaction) => transaction.putContent('c', bytes(1, 2, 3)));
      await transact(fresh, (transaction) => transaction.putContent('c', bytes(4)));
      expect(await content('c')).toEqual(bytes(4));
      await transact(fresh, (transaction) => {
        transaction.removeContent('c');
        transaction.removeContent('none');
      });
      expect(await content('c')).toBeUndefined();
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
        transaction.update('orders', 'A', { text: text.slice(5000) }, NO_CHANGE);
        transaction.putContent('c', new Uint8Array(20_000));
      });
      await check(2, 35_000);
      await transact(fresh, (transaction) => {
        transaction.remove('orders', 'A', []);
        transaction.removeContent('c');
      });
      await check(1, 10_000);
      await transact(fresh, (transaction) => transaction.remove('buyers', 'A', []));
      await check(0, 0);
      expect(await usage()).toEqual({ documents: 0, bytes: 0 });
    });

    test('is a moment: it does not change afterwards', async () => {
      const before = await usage();
      await transact(fresh, (transaction) => insert(transaction, 'orders', 'A'));
      expect(before).toEqual({ documents: 0, bytes: 0 });
    });
  });

  describe('clear', () => {
    const fresh = freshForEachTest(create);

    test('forgets everything of one sandbox, and of no other', async () => {
      const fill = (sandbox: string) =>
        fresh.store.transact(sandbox, async (transaction) => {
          await insert(transaction, 'orders', 'A', { value: sandbox, keys: [key('vin', 'X')] });
          transaction.putContent('c', bytes(1));
        });
      for (const sandbox of ['demo', 'demo2', 'other']) await fill(sandbox);
      await fresh.store.clear('demo');
      await fresh.store.clear('never used');
      for (const time of ['at once', 'after a restart']) {
        expect([time, await read(fresh, (reader) => reader.dump())]).toEqual([
          time,
          { collections: {}, positions: {}, contents: {} },
        ]);
        expect(await read(fresh, (reader) => reader.usage())).toEqual({ documents: 0, bytes: 0 });
        expect(await read(fresh, (reader) => reader.get('orders', 'A'))).toBeUndefined();
        expect(await read(fresh, (reader) => reader.find('orders', key('vin', 'X')))).toEqual([]);
        expect(await read(fresh, (reader) => reader.content('c'))).toBeUndefined();
        for (const sandbox of ['demo2', 'other'])
          expect(await fresh.store.read(sandbox, (reader) => reader.find('orders', key('vin', 'X')))).toEqual([
            sandbox,
          ]);
        await fresh.reopen();
      }
      await fill('demo');
      expect(await read(fresh, (reader) => nextPosition(reader, 'orders'))).toBe(2);
    });

    test('may be repeated for as long as the server lives', async () => {
      for (let round = 0; round < 50; round++)
        for (const sandbox of ['demo', 'other']) {
          await fresh.store.clear(sandbox);
          await fresh.store.transact(sandbox, async (transaction) => {
            for (const collection of ['orders', 'buyers'])
              await insert(transaction, collection, 'A', { value: [sandbox, round], keys: [key('k', 'x')] });
          });
        }
      for (const sandbox of ['demo', 'other'])
        expect(await fresh.store.read(sandbox, (reader) => reader.find('buyers', key('k', 'x')))).toEqual([
          [sandbox, 49],
        ]);
    });
  });

  describe('dump and restore', () => {
    const fresh = freshForEachTest(create);

    test('put everything into another sandbox', async () => {
      await transact(fresh, async (transaction) => {
        await insert(transaction, 'orders', 'A', { value: { n: 2n ** 60n }, keys: [key('vin', 'X'), key('vin', 'Y')] });
        await insert(transaction, 'orders', 'B', { keys: [key('vin', 'X')] });
        await insert(transaction, 'orders', 'C');
        await insert(transaction, 'buyers', '__proto__', { value: [1], keys: [key('__proto__', '')] });
        await insert(transaction, '__proto__', 'D');
        transaction.putContent('c', bytes(1, 2));
        transaction.putContent('__proto__', bytes(3));
        transaction.remove('orders', 'C', []);
      });
      const dump = await read(fresh, (reader) => reader.dump());
      expect(dump.collections['orders']?.map(({ id, position }) => [id, position])).toEqual([
        ['A', 1],
        ['B', 2],
      ]);
      expect(dump.positions['orders']).toBe(3);
      await fresh.store.transact('copy', (transaction) => transaction.restore(dump));
      await fresh.reopen();
      await fresh.store.read('copy', async (reader) => {
        expect(await reader.dump()).toEqual(dump);
        expect(await nextPosition(reader, 'orders')).toBe(4);
        expect(reader.find('orders', key('vin', 'X'))).toEqual([{ n: 2n ** 60n }, { id: 'B' }]);
        expect(reader.list('orders', { ...EVERYTHING, descending: true, limit: 1 })).toEqual({
          values: [{ id: 'B' }],
          total: 2,
        });
        expect(await reader.get('buyers', '__proto__')).toEqual([1]);
        expect(await reader.get('__proto__', 'D')).toEqual({ id: 'D' });
        expect(await reader.content('__proto__')).toEqual(bytes(3));
      });
    });

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
