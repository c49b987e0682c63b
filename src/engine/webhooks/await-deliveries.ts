import type { After } from '../../kernel/timers.ts';
import type { DeliveryRecord } from './model/delivery.ts';

export interface DeliveryWait {
  /** The newest that are waited for, newest first. */
  readonly search: () => Promise<readonly DeliveryRecord[]>;
  readonly count: number;
  /** Milliseconds of real time. */
  readonly timeout: number;
  readonly whenGone?: ((task: () => void) => void) | undefined;
  readonly listen: (hear: (news: 'changed' | 'closed') => void) => () => void;
  readonly after: After;
}

export interface WaitOutcome {
  readonly kind: 'met' | 'timeout' | 'closed' | 'gone';
  /** Oldest first. */
  readonly found: readonly DeliveryRecord[];
}

/** So long at least lies between two looks, however much happens. Milliseconds. */
const BREATH = 10;

/** Looks whenever something has changed, never twice at once, until so many are there. */
export const awaitDeliveries = (wait: DeliveryWait): Promise<WaitOutcome> =>
  new Promise((resolve, reject) => {
    const { search, count, timeout, whenGone, listen, after } = wait;
    let found: readonly DeliveryRecord[] = [];
    let isOver = false;
    let isLooking = false;
    let hasChanged = false;
    let breath: { readonly cancel: () => void } | undefined;

    const settle = (then: () => void): void => {
      isOver = true;
      timer.cancel();
      breath?.cancel();
      stop();
      then();
    };
    const end = (kind: WaitOutcome['kind']): void => {
      settle(() => {
        resolve({ kind, found: found.toReversed() });
      });
    };
    const rest = (): void => {
      isLooking = false;
      if (hasChanged && !isOver) look();
    };
    const look = (): void => {
      isLooking = true;
      hasChanged = false;
      search().then(
        (newest) => {
          found = newest;
          if (found.length >= count) end('met');
          else if (!isOver) breath = after(BREATH, rest);
        },
        (error: unknown) => {
          settle(() => {
            reject(error instanceof Error ? error : new Error(String(error)));
          });
        },
      );
    };

    const timer = after(timeout, () => {
      end('timeout');
    });
    const stop = listen((news) => {
      if (news === 'closed') end('closed');
      else if (isLooking) hasChanged = true;
      else look();
    });
    whenGone?.(() => {
      end('gone');
    });
    look();
  });
