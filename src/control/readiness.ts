import type { Observer } from '../engine/ports/ports.ts';
import type { Store, StoreFault } from '../engine/sandbox/store.ts';
import type { Clock } from '../kernel/clock.ts';

export type Readiness = 'READY' | 'DRAINING' | 'STORAGE_FULL' | 'STORAGE_UNWRITABLE' | 'DATABASE_UNREACHABLE';

/** Milliseconds: probes need no token, and each check writes to the disk. */
const BETWEEN_CHECKS = 1000;

/** Whether load balancers should send requests to this server. */
export const createReadiness = ({
  isDraining,
  store,
  clock,
  observer,
}: {
  /** Whether shutdown has begun. */
  readonly isDraining: () => boolean;
  readonly store: Pick<Store, 'check'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly observer: Pick<Observer, 'noticed'>;
}): (() => Promise<Readiness>) => {
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
    return fault === undefined ? 'READY' : READINESS[fault];
  };
};

const READINESS = {
  full: 'STORAGE_FULL',
  unwritable: 'STORAGE_UNWRITABLE',
  unreachable: 'DATABASE_UNREACHABLE',
  other: 'STORAGE_UNWRITABLE',
} as const satisfies Record<StoreFault, Readiness>;

const READY_AGAIN = { level: 'info', message: 'data can be stored again: the server is ready' } as const;

const NOTICES: Readonly<Record<StoreFault, string>> = {
  full: 'the disk of the data is full: the server is not ready until space is freed',
  unwritable: 'the data cannot be written: the server is not ready until it can',
  unreachable: 'the database cannot be reached: the server is not ready until it can',
  other: 'the data cannot be written: the server is not ready until it can',
};

const noticeOf = (fault: StoreFault) => ({ level: 'warn', message: NOTICES[fault] }) as const;
