import type { Problem } from '../../kernel/problem.ts';
import { problem } from '../problems/problem.ts';
import { SandboxMoved, StoreError, type StoreFault } from './store.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RETRY_SOON } from '../../kernel/http.ts';
import type { Observer } from '../ports/ports.ts';

/** Seconds. Until then an operator may have freed space. */
const RETRY_AFTER = '30';

/** Seconds. A database that is restarted or replaced by its standby is away for about as long. */
const RETRY_DATABASE_AFTER = '5';

/** Milliseconds until jobs that could not be stored are tried again. */
export const STORE_AGAIN = 5000;

const HEADERS = { 'retry-after': RETRY_AFTER };

/** The response where the disk or the database fails, which is no bug of the server; undefined for any other error. */
export const toStorageProblem = (thrown: unknown): Problem | undefined => {
  if (!(thrown instanceof StoreError) || thrown.fault === 'other') return undefined;
  if (thrown instanceof SandboxMoved)
    return problem('unavailable', {
      detail: 'The sandbox is moving to another server. Retry in a second.',
      headers: RETRY_SOON,
    });
  if (thrown.fault === 'unreachable')
    return problem('unavailable', {
      detail: 'The server cannot reach its database at the moment. Retry in a few seconds.',
      headers: { 'retry-after': RETRY_DATABASE_AFTER },
    });
  return thrown.fault === 'full'
    ? problem('storage-full', {
        detail: 'The disk of the server is full, so nothing was stored. Retry once its operator has freed space.',
        headers: HEADERS,
      })
    : problem('unavailable', {
        detail: 'The server cannot write its data file at the moment, so nothing was stored. Retry later.',
        headers: HEADERS,
      });
};

/** Milliseconds. On a full disk every write fails, and a stack trace for each would hide what the operator can do. */
const BETWEEN_NOTICES = 60_000;

/** Reports failures of the disk as notices, which name the remedy: one per fault and minute. */
export const noticeStorageFaults = (observer: Observer, { elapsed }: Clock): Observer => {
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
