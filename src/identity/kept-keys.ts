import type { JWK } from 'jose';
import { defineCollection } from '../engine/sandbox/collection.ts';
import { DIRECTORY } from '../engine/sandbox/freshness.ts';
import type { Store } from '../engine/sandbox/store.ts';
import { type SigningKeys, createExtractableKeys, toSigningKeys } from './tokens.ts';

const ID = 'current';

const collection = defineCollection<{ readonly id: string; readonly jwk: JWK }>('signing-keys', ({ id }) => id);

/**
 * The signing keys of a server with a data folder: tokens stay valid when it restarts. If they cannot be stored, they
 * are those of this run only.
 */
export const keepKeys = async (store: Store): Promise<SigningKeys> => {
  const kept = await store.read(DIRECTORY, (reader) => reader.get(collection.name, ID));
  if (kept !== undefined) return toSigningKeys((kept as { readonly jwk: JWK }).jwk);
  const jwk = await createExtractableKeys();
  await store
    .transact(DIRECTORY, (transaction) =>
      transaction.insert(collection.name, () => ({ id: ID, value: { id: ID, jwk }, keys: [] })),
    )
    .catch(() => undefined);
  return toSigningKeys(jwk);
};
