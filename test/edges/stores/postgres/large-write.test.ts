import { afterEach, expect, test } from '@jest/globals';
import type { Pipeline, Statement } from '../../../../src/edges/stores/postgres/pipeline.ts';
import type { Store } from '../../../../src/engine/sandbox/store.ts';
import { openPostgresStore } from '../../../support/stores/open-postgres-store.ts';
import { describePostgres } from '../../../support/postgres/describe-postgres.ts';

const DOCUMENTS = 3000;

/** What one statement may write at most: to serialize more at once would keep other requests waiting. */
const MOST = 500;

/** Documents that a statement writes. */
const documentsIn = ({ text, values }: Statement): number =>
  text.includes('json_to_recordset($3::json) AS x (home text, sandbox text, collection text, id text')
    ? (JSON.parse(values[2] as string) as readonly unknown[]).length
    : 0;

describePostgres('a large write', (database) => {
  const stores: Store[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });

  /** `sent` is called with each round trip, and may throw. */
  const open = async (url: string, sent: (statements: readonly Statement[]) => void): Promise<Store> => {
    const store = await openPostgresStore(url, {
      poolSize: 2,
      wrap: (opened) => {
        const spy =
          (pipelined: Pipeline): Pipeline =>
          (statements) => {
            sent(statements);
            return pipelined(statements);
          };
        return {
          ...opened,
          pipelined: spy(opened.pipelined),
          withClient: (work) => opened.withClient((pipelined) => work(spy(pipelined))),
        };
      },
    });
    stores.push(store);
    return store;
  };

  const fill = (store: Store, documents: number, name = 'thing'): Promise<void> =>
    store.transact('large', (transaction) => {
      for (let number = 0; number < documents; number++)
        transaction.insert('things', () => ({ id: `${name}-${String(number)}`, value: { number } }));
    });

  const countOf = async (store: Store): Promise<number> =>
    (await store.read('large', (view) => view.usage())).documents;

  test('goes to the database in pages, and is whole', async () => {
    const url = database.freshUrl();
    const written: number[] = [];
    const writer = await open(url, (statements) => {
      const documents = statements.map(documentsIn).reduce((sum, count) => sum + count, 0);
      if (documents > 0) written.push(documents);
    });
    await fill(writer, DOCUMENTS);
    expect(Math.max(...written)).toBe(MOST);
    expect(written.reduce((sum, count) => sum + count, 0)).toBe(DOCUMENTS);
    expect(await countOf(await open(url, () => undefined))).toBe(DOCUMENTS);
  });

  test('of a few documents costs one round trip', async () => {
    let roundTrips = 0;
    const store = await open(database.freshUrl(), () => {
      roundTrips += 1;
    });
    // The first use claims the sandbox.
    await fill(store, 1, 'first');
    roundTrips = 0;
    await fill(store, 10);
    expect(roundTrips).toBe(1);
  });

  test('that fails after its first page has no effect', async () => {
    const url = database.freshUrl();
    let pages = 0;
    const writer = await open(url, (statements) => {
      if (statements.some((one) => documentsIn(one) > 0) && ++pages === 3) throw new Error('the third page is lost');
    });
    await expect(fill(writer, DOCUMENTS)).rejects.toThrow('the third page is lost');
    expect(pages).toBe(3);
    expect(await countOf(writer)).toBe(0);
    expect(await countOf(await open(url, () => undefined))).toBe(0);
  });
});
