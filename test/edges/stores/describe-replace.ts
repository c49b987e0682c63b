import { describe, expect, test } from '@jest/globals';
import { type CreateBackend, freshForEachTest, insert, key, nextPosition, read, transact } from './backend.ts';

const bytes = (...all: number[]): Uint8Array => new Uint8Array(all);

export const describeReplace = (create: CreateBackend): void => {
  describe('replace', () => {
    const fresh = freshForEachTest(create);
    const dump = (sandbox = 'demo') => fresh.store.read(sandbox, (reader) => reader.dump());

    const fill = (sandbox: string, ids: readonly string[]): Promise<void> =>
      fresh.store.transact(sandbox, async (transaction) => {
        for (const id of ids) await insert(transaction, 'orders', id, { value: { id }, keys: [key('vin', id)] });
        transaction.putContent('c', bytes(ids.length));
      });

    test('leaves everything as it was when the dump does not fit', async () => {
      await fill('demo', ['A', 'B']);
      await fill('other', ['X']);
      const [before, other] = [await dump(), await dump('other')];
      const [document] = before.collections['orders'] ?? [];
      const twice = { ...before, collections: { orders: [document!, { ...document!, position: 7 }] } };
      await expect(fresh.store.replace('demo', twice)).rejects.toThrow();
      for (const time of ['at once', 'after a restart']) {
        expect([time, await dump(), await dump('other')]).toEqual([time, before, other]);
        expect(await read(fresh, (reader) => reader.find('orders', key('vin', 'B')))).toEqual([{ id: 'B' }]);
        expect((await read(fresh, (reader) => reader.usage())).documents).toBe(2);
        await fresh.reopen();
      }
      await transact(fresh, (transaction) => insert(transaction, 'orders', 'C'));
      expect(await read(fresh, (reader) => nextPosition(reader, 'orders'))).toBe(4);
    });

    test('waits until the sandbox has been copied for a dump, as all writes to it do; others go on', async () => {
      const ids = Array.from({ length: 600 }, (_, index) => `A${String(index)}`);
      await fill('demo', ids);
      await fill('source', ['S']);
      const [before, source] = [await dump(), await dump('source')];
      const waiting: Promise<unknown>[] = [];
      const done: string[] = [];
      let [pauses, isCopied] = [0, false];
      const pause = async (): Promise<void> => {
        pauses += 1;
        await fresh.store.transact('other', (transaction) => insert(transaction, 'orders', String(pauses)));
        if (isCopied) await Promise.all(waiting);
        if (pauses > 1) return;
        const late = fresh.store.transact('demo', (transaction) => insert(transaction, 'orders', 'late'));
        waiting.push(late.then(() => done.push('written')));
        waiting.push(fresh.store.replace('demo', source).then(() => done.push('replaced')));
      };
      const copied = (): void => {
        expect(done).toEqual([]);
        isCopied = true;
      };
      expect(await fresh.store.dump('demo', pause, copied)).toEqual(before);
      expect(pauses).toBeGreaterThan(2);
      expect(done).toEqual(['written', 'replaced']);
      expect(await dump()).toEqual(source);
      expect(await fresh.store.dump('demo')).toEqual(source);
      expect(await fresh.store.dump('never used')).toEqual({ collections: {}, positions: {}, contents: {} });
    });

    test('keeps no hold of the dump', async () => {
      await fill('source', ['A']);
      const taken = await dump('source');
      await fresh.store.replace('demo', taken);
      taken.contents['c']![0] = 9;
      expect(await read(fresh, (reader) => reader.content('c'))).toEqual(bytes(1));
    });
  });
};
