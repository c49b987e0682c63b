import { createLookUpKey } from '../idempotency/look-up-key.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Decoded, LookedUp, WithBody } from '../exchange/exchange.ts';
import type { Stage } from '../pipeline/pipeline.ts';

/**
 * Looks up the Idempotency-Key: first request, replay or mismatch. Ends with 400 for a missing, empty or over-long key,
 * and with 409 idempotency-key-in-flight if the first request takes longer than a concurrent repetition waits.
 */
export const lookupIdempotency = (parts: EngineParts): Stage<WithBody, Omit<LookedUp, keyof Decoded>> => ({
  name: 'lookup-idempotency',
  run: createLookUpKey(parts),
});
