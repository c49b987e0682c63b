import { defineCollection } from '../engine/sandbox/collection.ts';
import { DIRECTORY } from '../engine/sandbox/freshness.ts';
import type { Store } from '../engine/sandbox/store.ts';

const collection = defineCollection<{ readonly id: string; readonly secret: string }>('secrets', ({ id }) => id);

/** A secret that all processes of a store have in common: that of the first one that asks for it. */
export const keepSecret = (store: Store, id: string, draw: () => string): Promise<string> =>
  store.transact(DIRECTORY, (transaction) => {
    const kept = transaction.get(collection.name, id) as { readonly secret: string } | undefined;
    if (kept !== undefined) return kept.secret;
    const secret = draw();
    transaction.insert(collection.name, () => ({ id, value: { id, secret }, keys: [] }));
    return secret;
  });
