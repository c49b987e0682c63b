import { storeAnswer } from '../idempotency/store-answer.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { SettleStage } from '../pipeline/pipeline.ts';

/**
 * Stores the response to a first request under its Idempotency-Key, and releases the key for concurrent repetitions.
 */
export const storeIdempotency = ({ idempotencyRecords }: EngineParts): SettleStage => ({
  name: 'store-idempotency',
  run: (exchange) => storeAnswer(idempotencyRecords, exchange),
});
