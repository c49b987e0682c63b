import type { Answer } from '../message/answer.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { isSameRequest } from './fingerprint.ts';
import { type KeyRecord, keyRecords, toAnswer, toKeyRecord } from './key-record.ts';

interface InFlight {
  readonly fingerprint: string;
  /** By the clock of the sandbox. */
  readonly beganAt: number;
  /** The pending lookup in the store, during which it is unknown whether the key was used before. */
  lookedUp: Promise<unknown> | undefined;
  /** Duplicates waiting for the first request to complete or fail; usually none. */
  readonly waiting: (() => void)[];
}

/** The result of a lookup of a key. */
export type KeyLookup =
  /** Unused: the caller owns the key and must `release` it. */
  | { readonly kind: 'first'; readonly beganAt: number; readonly isNew: boolean }
  | { readonly kind: 'replay'; readonly answer: Answer; readonly beganAt: number }
  | { readonly kind: 'mismatch'; readonly beganAt: number }
  /** A request with the same key is in progress; look up again when `done` settles. */
  | { readonly kind: 'in-flight'; readonly done: Promise<void>; readonly beganAt: number };

export interface IdempotencyRecords {
  readonly lookUp: (sandbox: Sandbox, key: string, fingerprint: string) => KeyLookup | Promise<KeyLookup>;
  /** Stores the response for the window, measured from the first request, in the same transaction as its effects. */
  readonly keep: (work: UnitOfWork, first: KeyInUse, answer: Answer) => void;
  /** The request under the key is complete: duplicates look it up again, and find its response or an unused key. */
  readonly release: (sandbox: Sandbox, key: string) => void;
}

interface KeyInUse extends Pick<KeyRecord, 'key' | 'fingerprint' | 'beganAt'> {
  /** There is no record of the key, not even an expired one. */
  readonly isNew?: boolean;
}

/** Batch size of the cleanup of expired records, which runs once per this many new records. */
const CLEARED_AT_ONCE = 50;

/**
 * Keys by sandbox: two clients of one organization share keys, two organizations never do. Responses are in the store; requests in progress are tracked in this process. `window` is the lifetime of a key in milliseconds.
 */
export const createIdempotencyRecords = (window: number): IdempotencyRecords => {
  const inFlight = new WeakMap<Sandbox, Map<string, InFlight>>();

  let kept = 0;

  const inFlightOf = (sandbox: Sandbox): Map<string, InFlight> => {
    let keys = inFlight.get(sandbox);
    if (keys === undefined) inFlight.set(sandbox, (keys = new Map<string, InFlight>()));
    return keys;
  };

  const release = (sandbox: Sandbox, key: string): void => {
    const keys = inFlightOf(sandbox);
    const first = keys.get(key);
    keys.delete(key);
    if (first !== undefined) for (const wake of first.waiting) wake();
  };

  const lookUp: IdempotencyRecords['lookUp'] = (sandbox, key, fingerprint) => {
    const keys = inFlightOf(sandbox);
    const twin = keys.get(key);
    if (twin?.lookedUp !== undefined) {
      const again = () => lookUp(sandbox, key, fingerprint);
      return twin.lookedUp.then(again, again);
    }
    if (twin !== undefined) {
      const { beganAt } = twin;
      if (!isSameRequest(twin.fingerprint, fingerprint)) return { kind: 'mismatch', beganAt };
      return { kind: 'in-flight', done: new Promise<void>((resolve) => twin.waiting.push(resolve)), beganAt };
    }
    const now = sandbox.clock.now();
    // The key is reserved from here on, also during the lookup in the store.
    const first: InFlight = { fingerprint, beganAt: now, lookedUp: undefined, waiting: [] };
    keys.set(key, first);
    const found = sandbox
      .read((reading) => reading.get(keyRecords, key))
      .then(
        (known): KeyLookup => {
          first.lookedUp = undefined;
          if (known === undefined || now - known.beganAt >= window)
            return { kind: 'first', beganAt: now, isNew: known === undefined };
          release(sandbox, key);
          const { beganAt } = known;
          if (!isSameRequest(known.fingerprint, fingerprint)) return { kind: 'mismatch', beganAt };
          return { kind: 'replay', answer: toAnswer(known), beganAt };
        },
        (error: unknown) => {
          release(sandbox, key);
          throw error;
        },
      );
    first.lookedUp = found;
    return found;
  };

  return {
    lookUp,
    keep: (work, first, answer) => {
      if (first.isNew !== true) clearSame(work, first.key);
      if (kept++ % CLEARED_AT_ONCE === 0) clearOldest(work, window);
      work.insert(keyRecords, () => toKeyRecord(first, answer));
    },
    release,
  };
};

const clearSame = (work: UnitOfWork, key: string): void => {
  const same = work.get(keyRecords, key);
  if (same !== undefined) work.remove(keyRecords, same);
};

/** Removes expired records. */
const clearOldest = (work: UnitOfWork, window: number): void => {
  for (const record of work.page(keyRecords, { page: 0, size: CLEARED_AT_ONCE }).values)
    if (work.now - record.beganAt >= window) work.remove(keyRecords, record);
};
