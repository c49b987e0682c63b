import type { Observer } from '../engine/ports/ports.ts';
import type { Store, StoreFault } from '../engine/sandbox/store.ts';
import type { Clock } from '../kernel/clock.ts';

export type Readiness = 'READY' | 'DRAINING' | 'STORAGE_FULL' | 'STORAGE_UNWRITABLE';

export interface ReadinessParts {
  /** Whether shutdown has begun. */
  readonly isDraining: () => boolean;
  readonly store: Pick<Store, 'check'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly observer: Pick<Observer, 'noticed'>;
}

/** Milliseconds: probes need no token, and each check writes to the disk. */
const BETWEEN_CHECKS = 1000;

/** Whether load balancers should send requests to this server. */
export const createReadiness = ({ isDraining, store, clock, observer }: ReadinessParts): (() => Promise<Readiness>) => {
  let checkedAt = -Infinity;
  let latest: Promise<StoreFault | undefined> = Promise.resolve(undefined);
  let reported: StoreFault | undefined;

  const check = async (): Promise<StoreFault | undefined> => {
    const fault = await store.check();
    if (fault !== reported) observer.noticed(fault === undefined ? READY_AGAIN : noticeOf(fault));
    reported = fault;
    return fault;
  };

  return async () => {
    if (isDraining()) return 'DRAINING';
    if (clock.elapsed() - checkedAt >= BETWEEN_CHECKS) {
      checkedAt = clock.elapsed();
      latest = check();
    }
    const fault = await latest;
    if (fault === undefined) return 'READY';
    return fault === 'full' ? 'STORAGE_FULL' : 'STORAGE_UNWRITABLE';
  };
};

const READY_AGAIN = { level: 'info', message: 'the data folder can be written again: the server is ready' } as const;

const noticeOf = (fault: StoreFault) =>
  ({
    level: 'warn',
    message:
      fault === 'full'
        ? 'the disk of the data folder is full: the server is not ready until space is freed'
        : 'the data file cannot be written: the server is not ready until it can',
  }) as const;
