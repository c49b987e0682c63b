import type { Observer } from '../ports/ports.ts';
import { problem } from '../problems/problem.ts';
import type { Store } from './store.ts';

export interface StaleSandboxGuard {
  readonly store: Store;
  readonly observer: Pick<Observer, 'failed'>;
  /** Rejects all access from now on. */
  readonly close: () => void;
}

export const replacedMeanwhile = (id: string): Error =>
  problem('unavailable', {
    detail: `Sandbox ${id} was reset, replaced or dropped while this request was in progress. The request had no effect: retry it.`,
    headers: { 'retry-after': '1' },
  });

/**
 * Isolates a closed sandbox from its successor: a request in progress when the sandbox was reset, replaced or dropped
 * ends with 503 and without effect, and a running job ends silently.
 */
export const createStaleSandboxGuard = (
  id: string,
  store: Store,
  observer: Pick<Observer, 'failed'>,
): StaleSandboxGuard => {
  let isClosed = false;
  const gone = replacedMeanwhile(id);
  return {
    store: {
      ...store,
      // Checked inside the transaction: only then is it certain that no close can intervene.
      transact: (sandbox, work) =>
        store.transact(sandbox, (transaction) => (isClosed ? Promise.reject(gone) : work(transaction))),
      read: (sandbox, work) => store.read(sandbox, (reader) => (isClosed ? Promise.reject(gone) : work(reader))),
    },
    observer: {
      failed: (error, traceId) => {
        if (error !== gone) observer.failed(error, traceId);
      },
    },
    close: () => {
      isClosed = true;
    },
  };
};
