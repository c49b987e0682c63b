import { createSubscribers } from '../../kernel/subscribers.ts';

/** Ctrl-C, or a termination signal from outside. */
export interface Interruption {
  /** The first signal; undefined until then. */
  readonly signal: () => NodeJS.Signals | undefined;
  /** Calls the listener on every signal, until the returned function is called. */
  readonly listen: (listener: (signal: NodeJS.Signals) => void) => () => void;
  /** Resolves with the first signal. */
  readonly came: Promise<NodeJS.Signals>;
  readonly stopListening: () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const awaitInterruption = (): Interruption => {
  const listeners = createSubscribers<NodeJS.Signals>();
  let first: NodeJS.Signals | undefined;
  const { promise: came, resolve: settle } = Promise.withResolvers<NodeJS.Signals>();
  const hear = (signal: NodeJS.Signals): void => {
    first ??= signal;
    settle(first);
    listeners.notify(signal);
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return {
    signal: () => first,
    listen: listeners.subscribe,
    came,
    stopListening: () => {
      for (const signal of SIGNALS) process.off(signal, hear);
    },
  };
};

/** Exit code for a signal, by shell convention. */
export const exitCodeOf = (signal: NodeJS.Signals): number =>
  128 + { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }[signal as 'SIGINT'];
