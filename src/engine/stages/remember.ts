import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Settled } from '../pipeline/exchange.ts';
import type { SettleStage } from '../pipeline/pipeline.ts';

/** Statuses that an operation itself decides besides success. Assumption: idempotency-stored-replies. */
const DECIDED = new Set([403, 404, 409]);

/**
 * Keeps the answer of a first request under its key, or frees the key: a request that did not get as far as its
 * operation (400, 415, 422, 429) had no effect, and one that failed (5xx) may be tried again.
 */
export const remember = ({ idempotencyRecords }: EngineParts): SettleStage => ({
  name: 'remember',
  run: (exchange) => {
    const { idempotency, reply, source } = exchange;
    if (idempotency?.recalled.kind === 'first') {
      const { organization, key } = idempotency;
      if (isKept(exchange)) idempotencyRecords.finish(organization, key, { reply, source });
      else idempotencyRecords.abandon(organization, key);
    }
    return undefined;
  },
});

const isKept = ({ input, reply: { status } }: Settled): boolean =>
  // `input` stands when the request was valid, and so reached its operation.
  input !== undefined && ((status >= 200 && status < 300) || DECIDED.has(status));
