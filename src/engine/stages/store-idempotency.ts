import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Settled } from '../exchange/exchange.ts';
import type { SettleStage } from '../pipeline/pipeline.ts';

/** Statuses that an operation itself decides besides success. Assumption: idempotency-stored-replies. */
const DECIDED = new Set([403, 404, 409]);

/**
 * Keeps the answer of a first request under its key, unless it was kept together with what it did, and lets twins look
 * again. A request that did not get as far as its operation (400, 415, 422, 429) had no effect, and one that failed
 * (5xx) may be tried again: their keys are free.
 */
export const storeIdempotency = ({ idempotencyRecords }: EngineParts): SettleStage => ({
  name: 'store-idempotency',
  run: (exchange) => {
    const { idempotency } = exchange;
    if (idempotency?.recalled.kind !== 'first') return undefined;
    const { sandbox, key, fingerprint, recalled } = idempotency;
    const release = (): undefined => {
      idempotencyRecords.release(sandbox, key);
    };
    if (exchange.isKept === true || !isDecided(exchange)) {
      release();
      return;
    }
    const first = { key, fingerprint, beganAt: recalled.beganAt, isNew: recalled.isNew };
    return sandbox
      .transact((work) => idempotencyRecords.keep(work, first, exchange))
      .then(release, (error: unknown) => {
        release();
        throw error;
      });
  },
});

/** Of what a stranger is refused nothing is kept, so that nobody fills a sandbox with guesses. */
const isDecided = ({ input, caller, reply: { status }, sandbox }: Settled): boolean => {
  // `input` stands when the request was valid, and so reached its operation.
  if (input === undefined) return false;
  if (status >= 200 && status < 300) return true;
  if (caller === undefined || !DECIDED.has(status)) return false;
  return sandbox?.assumed.has('idempotency-stored-replies=success-only') !== true;
};
