import { type Play, type Wrong, countOrders, registerOne } from '../play.ts';

/** The same order, with a key drawn anew: done a second time wherever the natural key does not happen to catch it. */
const NEW_KEY: Wrong = {
  does: 'draws a new key for each attempt',
  habits: { keepsKey: false },
  finding: 'retry-with-new-key',
  isUnexpected: true,
};

const ONE_ORDER = { result: 'registered', stub: 1 };

const oneOrder = { play: registerOne, after: countOrders, ends: ONE_ORDER };

export const IDEMPOTENCY: Readonly<Record<string, Play>> = {
  'idempotent-replay': {
    ...oneOrder,
    // Twenty seconds are long for a client that waits for a fraction of one.
    delays: 'real',
    habits: { patience: 250 },
    wrong: [NEW_KEY],
  },
  'lost-answer': { ...oneOrder, wrong: [NEW_KEY] },
  'lost-request': { ...oneOrder, wrong: [NEW_KEY] },
  'key-reused': {
    ...oneOrder,
    wrong: [
      {
        does: 'sends the same again and again',
        habits: { acceptsRefusals: false },
        finding: 'refused-again',
        isUnexpected: true,
        ends: { result: 'GaveUp', stub: 0 },
      },
    ],
  },
};
