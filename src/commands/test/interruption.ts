import { createSubscribers } from '../../kernel/subscribers.ts';

/** Ctrl-C, and whoever ends the process from outside. */
export interface Interruption {
  /** The first signal; undefined while there was none. */
  readonly signal: () => NodeJS.Signals | undefined;
  /** Hears of every signal, until the function that it returns is called. */
  readonly listen: (listener: (signal: NodeJS.Signals) => void) => () => void;
  /** Settles with the first signal. */
  readonly came: Promise<NodeJS.Signals>;
  readonly stopListening: () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const awaitInterruption = (): Interruption => {
  const listeners = createSubscribers<NodeJS.Signals>();
  let first: NodeJS.Signals | undefined;
  let settle: (signal: NodeJS.Signals) => void = () => undefined;
  const came = new Promise<NodeJS.Signals>((resolve) => {
    settle = resolve;
  });
  const hear = (signal: NodeJS.Signals): void => {
    first ??= signal;
    settle(first);
    listeners.tell(signal);
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

/** As shells number the end by a signal. */
export const exitCodeOf = (signal: NodeJS.Signals): number =>
  128 + { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }[signal as 'SIGINT'];
