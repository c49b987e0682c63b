import type { Dump, Store, StoreTransaction } from './store.ts';

/** What `fill` writes in a scratch sandbox of this name, which is rolled back immediately. */
export const dumpOfScratch = async (
  store: Pick<Store, 'transact'>,
  name: string,
  fill: (transaction: StoreTransaction) => Promise<unknown>,
): Promise<Dump> => {
  let dump: Dump | undefined;
  const undone = new Error('undone');
  await store
    .transact(name, async (transaction) => {
      await fill(transaction);
      dump = await transaction.dump();
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  if (dump === undefined) throw new Error(`the scratch sandbox ${name} was not filled`);
  return dump;
};
