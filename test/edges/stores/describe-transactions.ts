import { describe, expect, test } from '@jest/globals';
import { type StoreReader, StoreError, type StoreTransaction } from '../../../src/engine/sandbox/store.ts';
import { type CreateBackend, EVERYTHING, freshForEachTest, insert, key, read, transact } from './backend.ts';

/** Settles when it is told to. */
const createGate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

export const describeTransactions = (create: CreateBackend): void => {
  describe('transactions', () => {
    const fresh = freshForEachTest(create);
    const dump = () => read(fresh, (reader) => reader.dump());

    test('stand alone: nobody sees what is not kept yet, whatever is done at once', async () => {
      const { open, opened } = createGate();
      const seen: string[] = [];
      const writing = transact(fresh, async (transaction) => {
        await insert(transaction, 'orders', 'A', { keys: [key('vin', 'X')] });
        await opened;
        await insert(transaction, 'orders', 'B', { keys: [key('vin', 'X')] });
        seen.push('written');
      });
      const count = (reader: StoreReader): void => {
        const { total } = reader.list('orders', EVERYTHING);
        seen.push(`${String(total)} and ${String(reader.find('orders', key('vin', 'X')).length)}`);
      };
      const reading = read(fresh, count);
      const next = transact(fresh, (transaction) => {
        count(transaction);
        transaction.remove('orders', 'A');
      });
      const last = read(fresh, count);
      await Promise.resolve();
      open();
      await Promise.all([writing, reading, next, last]);
      expect(seen).toEqual(['written', '2 and 2', '2 and 2', '1 and 1']);
    });

    test('that add at once do not lose anything', async () => {
      const add = async (transaction: StoreTransaction): Promise<void> => {
        const { n } = (await transaction.get('sums', 'A')) as { n: number };
        transaction.update('sums', 'A', { n: n + 1 });
      };
      await transact(fresh, (transaction) => insert(transaction, 'sums', 'A', { value: { n: 0 } }));
      const all = Array.from({ length: 200 }, (_, n) =>
        transact(fresh, async (transaction) => {
          await add(transaction);
          if (n % 4 === 0) throw new Error('no');
        }),
      );
      await Promise.allSettled(all);
      expect(await read(fresh, (reader) => reader.get('sums', 'A'))).toEqual({ n: 150 });
    });

    test('of two sandboxes do not meet', async () => {
      const { open, opened } = createGate();
      const here = transact(fresh, async (transaction) => {
        await insert(transaction, 'orders', 'A', { value: 'here', keys: [key('vin', 'X')] });
        open();
        await Promise.resolve();
        throw new Error('no');
      });
      const there = opened.then(() =>
        fresh.store.transact('there', (transaction) =>
          insert(transaction, 'orders', 'A', { value: 'there', keys: [key('vin', 'X')] }),
        ),
      );
      await expect(here).rejects.toThrow('no');
      await there;
      expect(await read(fresh, (reader) => reader.find('orders', key('vin', 'X')))).toEqual([]);
      expect(await fresh.store.read('there', (reader) => reader.find('orders', key('vin', 'X')))).toEqual(['there']);
    });

    test('are over when they are over', async () => {
      let late: StoreTransaction | undefined;
      let lateReader: StoreReader | undefined;
      const failed = transact(fresh, async (transaction) => {
        late = transaction;
        await insert(transaction, 'orders', 'A');
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      await read(fresh, (reader) => {
        lateReader = reader;
        return Promise.resolve();
      });
      const uses: (() => unknown)[] = [
        () => late?.insert('orders', () => ({ id: 'B', value: 1 })),
        () => late?.update('orders', 'A', 1),
        () => late?.remove('orders', 'A'),
        () => late?.putContent('c', new Uint8Array(1)),
        () => late?.removeContent('c'),
        () => late?.get('orders', 'A'),
        () => lateReader?.get('orders', 'A'),
        () => lateReader?.find('orders', key('vin', 'X')),
        () => lateReader?.lowest('orders', 'vin', 1),
        () => lateReader?.list('orders', EVERYTHING),
        () => lateReader?.usage(),
        () => lateReader?.content('c'),
        () => lateReader?.dump(),
      ];
      for (const use of uses)
        await expect(Promise.resolve().then(use)).rejects.toThrow('a transaction was used after its end');
      expect(await dump()).toEqual({ collections: {}, positions: {}, contents: {} });
    });
  });

  describe('closing', () => {
    const fresh = freshForEachTest(create);

    test('waits for the work that has begun, and refuses more', async () => {
      const { store } = fresh;
      const { open, opened } = createGate();
      const work = (id: string) =>
        transact(fresh, async (transaction) => {
          await insert(transaction, 'orders', id);
          await opened;
        });
      const done: string[] = [];
      const all = [work('A'), work('B')].map((each) => each.then(() => done.push('work')));
      const closed = store.close().then(() => done.push('closed'));
      await expect(transact(fresh, () => Promise.resolve())).rejects.toThrow(new StoreError('the store is closed'));
      open();
      await Promise.all([...all, closed]);
      expect(done).toEqual(['work', 'work', 'closed']);
      await expect(read(fresh, () => Promise.resolve())).rejects.toThrow('the store is closed');
      await fresh.reopen();
      if (fresh.survives) expect(await read(fresh, (reader) => reader.usage())).toMatchObject({ documents: 2 });
    });

    test('may be done twice', async () => {
      await Promise.all([fresh.store.close(), fresh.store.close()]);
      await fresh.store.close();
    });
  });
};
