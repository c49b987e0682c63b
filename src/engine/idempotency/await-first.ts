import type { After } from '../../kernel/timers.ts';
import { problem } from '../problems/problem.ts';
import type { KeyLookup } from './idempotency-records.ts';
import type { KeyUse } from './key-use.ts';

interface Waiting {
  readonly after: After;
  readonly maxWait: number;
}

/**
 * Waits until the first request under a key completes, and looks the key up again: concurrent duplicates have one
 * effect and get the same response. If the first one fails, a duplicate takes over. Throws 409 after `maxWait`
 * milliseconds.
 */
export const awaitFirst = async (
  done: Promise<void>,
  lookUpAgain: () => KeyLookup | Promise<KeyLookup>,
  { after, maxWait }: Waiting,
): Promise<KeyUse['found']> => {
  if (maxWait === 0) throw inFlight(maxWait);
  let expire = (): void => undefined;
  const expired = new Promise<'expired'>((resolve) => {
    expire = () => {
      resolve('expired');
    };
  });
  const timer = after(maxWait, expire);
  try {
    for (let first = done; ;) {
      const ended = first;
      if ((await Promise.race([ended, expired])) === 'expired') throw inFlight(maxWait);
      const found = await lookUpAgain();
      if (found.kind !== 'in-flight') return found;
      first = found.done;
    }
  } finally {
    timer.cancel();
  }
};

const inFlight = (maxWait: number): Error =>
  problem('idempotency-key-in-flight', {
    detail: `A request with the same Idempotency-Key is still in progress${maxWait === 0 ? '' : ` after ${String(maxWait / 1000)} seconds`}. Retry with the same key.`,
    headers: { 'retry-after': '1' },
  });
