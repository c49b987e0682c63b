import type { Clock } from '../../kernel/clock.ts';
import type { Observer } from '../ports/ports.ts';
import { StoreError, type StoreFault } from './store.ts';

/** Milliseconds. On a full disk every write fails, and a stack trace for each would hide what the operator can do. */
const BETWEEN_NOTICES = 60_000;

/** Reports failures of the disk as notices, which name the remedy: one per fault and minute. */
export const noticeStorageFaults = (observer: Observer, { elapsed }: Pick<Clock, 'elapsed'>): Observer => {
  const noticedAt = new Map<StoreFault, number>();
  return {
    ...observer,
    failed: (error, traceId) => {
      if (!(error instanceof StoreError) || error.fault === 'other') {
        observer.failed(error, traceId);
        return;
      }
      const now = elapsed();
      if (now - (noticedAt.get(error.fault) ?? -Infinity) < BETWEEN_NOTICES) return;
      noticedAt.set(error.fault, now);
      observer.noticed({ level: 'warn', message: error.message });
    },
  };
};
