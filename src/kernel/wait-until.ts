import type { After } from './timers.ts';

/** Default number of requests or deliveries to wait for. */
export const USUAL_COUNT = 1;
/** Default timeout: an ISO 8601 duration in real time. */
export const USUAL_WAIT = 'PT5S';

interface Deadline {
  /** Milliseconds of real time. */
  readonly timeout: number;
  readonly after: After;
  /** Registers a callback for when the waiting client disconnects. */
  readonly whenGone?: ((task: () => void) => void) | undefined;
}

/** A wait for things that meet criteria. */
export interface WaitQuery<Criteria> extends Omit<Deadline, 'after'> {
  readonly criteria: Criteria;
  readonly count: number;
}

/** `closed` means that the server is shutting down, `gone` that the waiting client has disconnected. */
export interface WaitResult<Found, Other> {
  readonly kind: 'met' | 'timeout' | 'closed' | 'gone';
  /** Oldest first, as are the others. */
  readonly found: readonly Found[];
  /** What did not meet the criteria. */
  readonly others: readonly Other[];
}

/**
 * Looks at once, and after each change, until a look is judged to be the last one or the deadline has passed. Never looks twice
 * at once: changes during a look count as one.
 */
export const watchUntil = async <Seen, End>(
  { timeout, after, whenGone, pause = 0 }: Deadline & { readonly pause?: number },
  {
    look,
    judge,
    listen,
  }: {
    readonly look: () => Promise<Seen>;
    /** Called after each look, unless the wait is over. */
    readonly judge: (seen: Seen, end: (outcome: End) => void) => void;
    /** Subscribes, and returns the unsubscribe function. */
    readonly listen: (changed: () => void, end: (outcome: End) => void) => () => void;
  },
): Promise<End | 'timeout' | 'gone'> => {
  const outcomes: (End | 'timeout' | 'gone')[] = [];
  const isOver = (): boolean => outcomes.length > 0;
  const over = Promise.withResolvers<undefined>();
  let change = Promise.withResolvers<undefined>();
  const end = (outcome: End | 'timeout' | 'gone'): void => {
    outcomes.push(outcome);
    over.resolve(undefined);
    change.resolve(undefined);
  };
  const breathe = async (): Promise<void> => {
    const breath = Promise.withResolvers<undefined>();
    const { cancel } = after(pause, () => {
      breath.resolve(undefined);
    });
    await Promise.race([breath.promise, over.promise]);
    cancel();
  };
  const timer = after(timeout, () => {
    end('timeout');
  });
  const stop = listen(() => {
    change.resolve(undefined);
  }, end);
  whenGone?.(() => {
    end('gone');
  });
  try {
    while (!isOver()) {
      change = Promise.withResolvers();
      const seen = await look();
      if (!isOver()) judge(seen, end);
      if (!isOver() && pause > 0) await breathe();
      await change.promise;
    }
  } finally {
    timer.cancel();
    stop();
  }
  return outcomes[0] as End | 'timeout' | 'gone';
};

/** Runs the task once, when the signal aborts or at once if it has. Returns a function that forgets the task. */
export const whenAborted = (signal: AbortSignal | undefined, task: () => void): (() => void) => {
  if (signal?.aborted === true) task();
  else signal?.addEventListener('abort', task, { once: true });
  return () => signal?.removeEventListener('abort', task);
};

/** Resolves after so many milliseconds, or at once when the signal aborts. */
export const pause = async (after: After, milliseconds: number, signal?: AbortSignal): Promise<void> => {
  let ignore: (() => void) | undefined;
  await new Promise<void>((resolve) => {
    const timer = after(milliseconds, resolve);
    ignore = whenAborted(signal, () => {
      timer.cancel();
      resolve();
    });
  });
  ignore?.();
};

/** Waits for work, but no longer than so many milliseconds; whether it is done by then. */
export const isDoneWithin = async (after: After, milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = after(milliseconds, () => {
    resolve(false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    timer.cancel();
  }
};
