import { replayOf } from '../idempotency/replay.ts';
import type { LookedUp } from '../exchange/exchange.ts';
import { type Halt, type Stage, halt } from '../pipeline/pipeline.ts';

const NOTHING = {};

/** Answers a repeated request with the stored response. Ends with 422 idempotency-key-reused for another request. */
export const replayResponse = (): Stage<Pick<LookedUp, 'idempotency'>, object> => ({
  name: 'replay-response',
  run: ({ idempotency }): Halt | object => {
    const stored = replayOf(idempotency);
    return stored === undefined ? NOTHING : halt(stored);
  },
});
