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

/** Ends a wait before its timeout. Only the first call counts. */
interface Ends<End> {
  readonly end: (outcome: End) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Waits for an outcome, at most until the deadline.
 *
 * @param begin subscribes, and returns the unsubscribe function, which is called once, whatever the outcome
 */
export const waitUntil = <End>(
  { timeout, after, whenGone }: Deadline,
  begin: (ends: Ends<End>) => () => void,
): Promise<End | 'timeout' | 'gone'> =>
  new Promise((resolve, reject) => {
    let isOver = false;
    let stop = (): void => undefined;
    const close = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      timer.cancel();
      stop();
      settle();
    };
    const end = (outcome: End | 'timeout' | 'gone'): void => {
      close(() => {
        resolve(outcome);
      });
    };
    const timer = after(timeout, () => {
      end('timeout');
    });
    stop = begin({
      end,
      fail: (error) => {
        close(() => {
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      },
    });
    whenGone?.(() => {
      end('gone');
    });
  });

interface ChangeWatcher {
  /** Signals a change: looks now, or as soon as the running look is complete. */
  readonly changed: () => void;
  readonly stop: () => void;
}

interface ChangeWatcherParts<Seen> {
  readonly look: () => Promise<Seen>;
  /** Called after each look, unless stopped in the meantime. */
  readonly judge: (seen: Seen) => void;
  readonly failed: (error: unknown) => void;
  readonly after: After;
  /** Minimum interval between two looks, in milliseconds. */
  readonly pause?: number;
}

/** Looks after each change, never concurrently; changes during a look are coalesced. */
export const watchChanges = <Seen>({
  look,
  judge,
  failed,
  after,
  pause = 0,
}: ChangeWatcherParts<Seen>): ChangeWatcher => {
  let isOver = false;
  let isLooking = false;
  let hasChanged = false;
  let breath: { readonly cancel: () => void } | undefined;

  const rest = (): void => {
    isLooking = false;
    if (hasChanged && !isOver) lookNow();
  };
  /** No pause if the judgement has stopped the loop. */
  const breathe = (): void => {
    if (!isOver) breath = after(pause, rest);
  };
  const lookNow = (): void => {
    isLooking = true;
    hasChanged = false;
    look().then((seen) => {
      if (isOver) return;
      judge(seen);
      if (pause === 0) rest();
      else breathe();
    }, failed);
  };
  return {
    changed: () => {
      if (isOver) return;
      if (isLooking) hasChanged = true;
      else lookNow();
    },
    stop: () => {
      isOver = true;
      breath?.cancel();
    },
  };
};

/** Minimum time between two searches of a wait, however much arrives. Milliseconds. */
const BREATH = 10;

/** Where a wait finds what it waits for. */
interface Searched<Item> {
  /** What matches at the moment, oldest first. */
  readonly search: () => Promise<readonly Item[]>;
  /** Subscribes to changes, and to the end of the server or the sandbox; returns a function that unsubscribes. */
  readonly listen: (hear: (news: 'changed' | 'closed') => void) => () => void;
}

/**
 * Waits until enough things match: searches at once, since a wait often starts after the call that it waits for, and after
 * every change.
 */
export const awaitFound = async <Item>(
  { count, ...deadline }: Deadline & { readonly count: number },
  { search, listen }: Searched<Item>,
): Promise<Omit<WaitResult<Item, never>, 'others'>> => {
  let latest: Promise<readonly Item[]> = Promise.resolve([]);
  const ended = await waitUntil<'met' | 'closed'>(deadline, ({ end, fail }) => {
    const looking = watchChanges({
      look: () => (latest = search()),
      judge: ({ length }) => {
        if (length >= count) end('met');
      },
      failed: fail,
      after: deadline.after,
      pause: BREATH,
    });
    const stop = listen((news) => {
      if (news === 'closed') end('closed');
      else looking.changed();
    });
    looking.changed();
    return () => {
      stop();
      looking.stop();
    };
  });
  // A short wait must not end before its first search, nor miss what came since the latest one.
  let found = await latest;
  if (ended === 'timeout') found = await search();
  return { kind: ended === 'timeout' && found.length >= count ? 'met' : ended, found };
};

/** Runs the task once, when the signal aborts or at once if it has. Returns a function that forgets the task. */
export const whenAborted = (signal: AbortSignal | undefined, task: () => void): (() => void) => {
  if (signal?.aborted === true) task();
  else signal?.addEventListener('abort', task, { once: true });
  return () => signal?.removeEventListener('abort', task);
};
