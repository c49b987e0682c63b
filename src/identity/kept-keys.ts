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
  const drawn = await createExtractableKeys();
  const jwk = await store
    .transact(DIRECTORY, async (transaction) => {
      // Another process may have been faster: all sign with the same key.
      const faster = (await transaction.get(collection.name, ID)) as { readonly jwk: JWK } | undefined;
      if (faster !== undefined) return faster.jwk;
      await transaction.insert(collection.name, () => ({ id: ID, value: { id: ID, jwk: drawn }, keys: [] }));
      return drawn;
    })
    .catch(() => drawn);
  return toSigningKeys(jwk);
};
