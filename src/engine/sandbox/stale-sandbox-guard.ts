import type { Observer } from '../ports/ports.ts';
import { problem } from '../problems/problem.ts';
import type { Store } from './store.ts';

export interface StaleSandboxGuard {
  readonly store: Store;
  readonly observer: Pick<Observer, 'failed'>;
  /** From now on nothing passes. */
  readonly close: () => void;
}

/**
 * Keeps what was begun in a sandbox away from what came after it: a request that was on its way when the sandbox was
 * reset, replaced or dropped ends with 503 and without effect, and a job that was running ends in silence.
 */
export const createStaleSandboxGuard = (
  id: string,
  store: Store,
  observer: Pick<Observer, 'failed'>,
): StaleSandboxGuard => {
  let isClosed = false;
  const gone = problem('unavailable', {
    detail: `Sandbox ${id} was reset, replaced or dropped while this request was in progress. The request had no effect: retry it.`,
    headers: { 'retry-after': '1' },
  });
  return {
    store: {
      ...store,
      // Asked when its turn has come: only then is it certain that nothing comes in between.
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
