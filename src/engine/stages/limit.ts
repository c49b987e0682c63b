import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Limited, Recollected } from '../pipeline/exchange.ts';
import type { Stage } from '../pipeline/pipeline.ts';
import { problem } from '../problems/problem.ts';

const UNLIMITED: Omit<Limited, keyof Recollected> = { budget: undefined };

/** Takes the request from the caller's budget. Ends with 429 rate-limited and `Retry-After`. */
export const limit = ({ rateLimiter, clock }: EngineParts): Stage<Recollected, Omit<Limited, keyof Recollected>> => ({
  name: 'limit',
  run: ({ operation, caller, idempotency }) => {
    // "An idempotent replay does not use budget."
    if (idempotency?.recalled.kind === 'replay') return UNLIMITED;
    const category = operation.extensions['x-rate-limit-category'];
    if (caller === undefined || typeof category !== 'string') return UNLIMITED;
    const budget = rateLimiter.take(caller, category);
    if (budget === undefined || budget.allowed) return { budget };
    const seconds = Math.max(1, Math.ceil((budget.resetAt - clock.now()) / 1000));
    throw problem('rate-limited', {
      detail: `The ${category} budget of ${String(budget.limit)} requests per minute is used up, and the burst with it. Try again in ${String(seconds)} seconds.`,
      headers: { 'retry-after': String(seconds) },
    });
  },
});
