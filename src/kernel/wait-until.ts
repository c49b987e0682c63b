import type { After } from './timers.ts';

export interface Deadline {
  /** Milliseconds of real time. */
  readonly timeout: number;
  readonly after: After;
  /** Does something when the one who waits is gone. */
  readonly whenGone?: ((task: () => void) => void) | undefined;
}

/** How a wait ends before its time. Only the first end counts. */
export interface Ends<End> {
  readonly end: (outcome: End) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Waits for an end, at most until the deadline.
 *
 * @param begin begins to listen, and returns what stops it: called once, whatever the end
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

export interface Looking {
  /** Something has changed: looks now, or as soon as the look under way is over. */
  readonly changed: () => void;
  readonly stop: () => void;
}

export interface LookParts<Seen> {
  readonly look: () => Promise<Seen>;
  /** Called after each look, unless it was stopped meanwhile. */
  readonly judge: (seen: Seen) => void;
  readonly failed: (error: unknown) => void;
  readonly after: After;
  /** Milliseconds at least between two looks, however much happens. */
  readonly pause?: number;
}

/** Looks whenever something has changed, never twice at once. */
export const lookOnChange = <Seen>({ look, judge, failed, after, pause = 0 }: LookParts<Seen>): Looking => {
  let isOver = false;
  let isLooking = false;
  let hasChanged = false;
  let breath: { readonly cancel: () => void } | undefined;

  const rest = (): void => {
    isLooking = false;
    if (hasChanged && !isOver) lookNow();
  };
  /** Nothing to breathe for where the judgement was the end. */
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
