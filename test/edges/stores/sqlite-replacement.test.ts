import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { secureRandom } from '../../../src/edges/system/secure-random.ts';
import type { Dump, Store } from '../../../src/engine/sandbox/store.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { EVERYTHING, SANDBOX, insert, key } from './backend.ts';
import type { Encryption } from '../../../src/edges/stores/codec.ts';

const COUNT = 50;

const dumpOf = (name: string): Dump => ({
  collections: {
    orders: Array.from({ length: COUNT }, (_, n) => ({
      id: `${name}-${String(n)}`,
      position: n + 1,
      value: { name, age: COUNT - n },
      keys: [key('secret', `${name}-${String(n)}`), key('vin', String(n))],
    })),
    empty: [],
  },
  positions: { orders: COUNT + 7, empty: 3 },
  contents: { one: Buffer.from(name), other: new Uint8Array(100) },
});

const [BEFORE, AFTER] = [dumpOf('before'), dumpOf('after')];

const ENCRYPTION: Encryption = { key: Buffer.alloc(32, 'key'), random: secureRandom };

describe.each([
  ['plain', undefined],
  ['encrypted', ENCRYPTION],
])('a file that is %s', (_kind, encryption) => {
  let folder: TempFolder;
  let file: string;
  let store: Store;
  const open = (): Store => (store = createSqliteStore(file, { encryption }));
  const dump = (sandbox = SANDBOX) => store.read(sandbox, (reader) => reader.dump());
  beforeEach(async () => {
    folder = await createTempFolder({});
    file = folder.file('data.db');
    open();
    await store.replace(SANDBOX, BEFORE);
    await store.replace('other', BEFORE);
  });
  afterEach(async () => {
    await store.close();
    await folder.remove();
  });

  /** Rows of all tables but those of the key. */
  const countRows = (): Record<string, number> => {
    const db = new DatabaseSync(file);
    const tables = ['sandboxes', 'documents', 'positions', 'contents'];
    const counts = tables.map((table) => {
      const { count } = db.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number };
      return [table, count] as const;
    });
    db.close();
    return Object.fromEntries(counts);
  };

  /** Two sandboxes, each with one of the dumps. */
  const TWO = { sandboxes: 2, documents: 2 * COUNT, positions: 4, contents: 4 };

  /** A pause after each step, in which `work` is done. */
  const pausing = (work: (steps: number) => Promise<void> | void) => {
    let steps = 0;
    return async (): Promise<void> => {
      await work((steps += 1));
    };
  };

  test('others read and write between two slices, and the former data is there until the last', async () => {
    const seen = new Set<string>();
    let written = 0;
    const pause = pausing(async () => {
      const { collections } = await dump();
      seen.add(JSON.stringify(collections['orders']?.map(({ id }) => id)));
      await store.transact('other', (transaction) => insert(transaction, 'notes', String((written += 1))));
    });
    await store.replace(SANDBOX, AFTER, pause);
    expect(await dump()).toEqual(AFTER);
    expect([...seen]).toEqual(
      [BEFORE, AFTER].map((one) => JSON.stringify(one.collections['orders']?.map(({ id }) => id))),
    );
    expect(written).toBeGreaterThan(COUNT);
    expect((await store.read('other', (reader) => reader.list('notes', EVERYTHING))).total).toBe(written);
    await store.close();
    expect(open()).toBeDefined();
    expect(await dump()).toEqual(AFTER);
    await store.clear(
      'other',
      pausing(() => undefined),
    );
    expect((await dump('other')).collections).toEqual({});
    await store.replace('other', BEFORE);
    await store.close();
    expect(countRows()).toEqual(TWO);
  });

  test('data that does not fit leaves no trace', async () => {
    const [first] = AFTER.collections['orders'] ?? [];
    const twice = { ...AFTER, collections: { ...AFTER.collections, others: [first!, { ...first!, position: 9 }] } };
    await expect(
      store.replace(
        SANDBOX,
        twice,
        pausing(() => undefined),
      ),
    ).rejects.toThrow('has a document');
    expect(await dump()).toEqual(BEFORE);
    await store.close();
    expect(countRows()).toEqual(TWO);
  });

  test.each([
    ['while the new data is written', 10, BEFORE],
    ['while the former is removed', COUNT + 4, AFTER],
  ])('a server that ends %s leaves one of the two, and the next one removes the rest', async (_when, last, left) => {
    let closed: Promise<void> | undefined;
    const pause = pausing((steps) => {
      if (steps === last) closed = store.close();
    });
    await store.replace(SANDBOX, AFTER, pause).catch((error: unknown) => {
      expect(String(error)).toContain('the store is closed');
    });
    expect(closed).toBeDefined();
    await closed;
    expect(countRows()['sandboxes']).toBe(3);
    open();
    expect(await dump()).toEqual(left);
    expect(await dump('other')).toEqual(BEFORE);
    await store.close();
    expect(countRows()).toEqual(TWO);
    open();
    expect(await dump()).toEqual(left);
  });

  test('an exchange that the disk does not take leaves the former data, and the next one goes through', async () => {
    const run = Reflect.get<StatementSync, 'run'>(StatementSync.prototype, 'run');
    let isExchanging = false;
    const spy = jest.spyOn(StatementSync.prototype, 'run').mockImplementation(function (
      this: StatementSync,
      ...values
    ) {
      if (this.sourceSQL.startsWith('UPDATE sandboxes')) isExchanging = true;
      if (isExchanging && this.sourceSQL === 'COMMIT')
        throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
      return run.apply(this, values);
    });
    await expect(store.replace(SANDBOX, AFTER)).rejects.toMatchObject({ fault: 'full' });
    spy.mockRestore();
    expect(await dump()).toEqual(BEFORE);
    await store.close();
    open();
    expect(await dump()).toEqual(BEFORE);
    await store.replace(SANDBOX, AFTER);
    await store.close();
    expect(countRows()).toEqual(TWO);
    open();
    expect(await dump()).toEqual(AFTER);
  });

  test('a sandbox that is cleared leaves nothing behind, whether or not it had anything', async () => {
    await store.clear(SANDBOX);
    await store.clear('never used');
    await store.close();
    expect(countRows()).toEqual({ sandboxes: 1, documents: COUNT, positions: 2, contents: 2 });
  });

  test('removed data is not remembered under its numbers', async () => {
    await store.read(SANDBOX, (reader) => reader.get('orders', 'before-1'));
    await store.clear(SANDBOX);
    await store.transact('new', (transaction) => insert(transaction, 'orders', 'unlike'));
    expect(await store.read('new', (reader) => reader.get('orders', 'before-1'))).toBeUndefined();
  });
});
