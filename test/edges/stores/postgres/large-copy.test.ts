import { afterEach, expect, test } from '@jest/globals';
import { nextTurn } from '../../../../src/edges/system/time.ts';
import type { Store } from '../../../../src/engine/sandbox/store.ts';
import { openPostgresStore } from '../../../support/stores/open-postgres-store.ts';
import { describePostgres } from '../../../support/postgres/describe-postgres.ts';

const DOCUMENTS = 3000;

describePostgres('a copy of a large sandbox', (database) => {
  const stores: Store[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  const open = async (url: string, pauses?: () => () => Promise<void>): Promise<Store> => {
    const store = await openPostgresStore(url, { poolSize: 2, ...(pauses && { pauses }) });
    stores.push(store);
    return store;
  };

  test('is brought in with pauses, and is whole', async () => {
    const url = database.freshUrl();
    const writer = await open(url);
    await writer.transact('large', (transaction) => {
      for (let number = 0; number < DOCUMENTS; number++)
        transaction.insert('things', () => ({ id: `thing-${String(number)}`, value: { number } }));
    });
    let paused = 0;
    const reader = await open(url, () => () => {
      paused += 1;
      return new Promise<void>(nextTurn);
    });
    expect((await reader.read('large', (view) => view.usage())).documents).toBe(DOCUMENTS);
    expect(paused).toBeGreaterThanOrEqual(DOCUMENTS);
    // What is known is not brought in again.
    paused = 0;
    await reader.read('large', (view) => view.usage());
    expect(paused).toBe(0);
  });
});
