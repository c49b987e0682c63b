import type { Recollected } from '../exchange/exchange.ts';
import { type Halt, type Stage, halt } from '../pipeline/pipeline.ts';
import { problem } from '../problems/problem.ts';

const NOTHING = {};

/**
 * Answers a repeated request with the stored reply, byte for byte. Ends with 422 idempotency-key-reused, without
 * `errors[]`, when the key came with another body, path or method.
 */
export const replayResponse = (): Stage<Pick<Recollected, 'idempotency'>, object> => ({
  name: 'replay-response',
  run: ({ idempotency }): Halt | object => {
    const recalled = idempotency?.recalled;
    if (recalled?.kind === 'mismatch')
      throw problem('idempotency-key-reused', {
        detail: `The Idempotency-Key was first used at ${new Date(recalled.beganAt).toISOString()} with a different body, path or method. Retry that request unchanged, or use a new key.`,
      });
    if (recalled?.kind !== 'replay') return NOTHING;
    const { reply, source } = recalled.answer;
    return halt({ reply: { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } }, source });
  },
});
