import { replayOf } from '../idempotency/replay.ts';
import type { LookedUp } from '../exchange/exchange.ts';
import { type Halt, type Stage, halt } from '../pipeline/pipeline.ts';

const NOTHING = {};

/**
 * Responds to a repeated request with the stored response. Ends with 422 idempotency-key-reused if the request differs.
 */
export const replayResponse = (): Stage<Pick<LookedUp, 'idempotency'>, object> => ({
  name: 'replay-response',
  run: ({ idempotency }): Halt | object => {
    const stored = replayOf(idempotency);
    return stored === undefined ? NOTHING : halt(stored);
  },
});
