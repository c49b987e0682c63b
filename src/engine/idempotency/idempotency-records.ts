import type { Answer } from '../message/answer.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { isSameRequest } from './fingerprint.ts';
import { type KeyRecord, keyRecords, toAnswer, toKeyRecord } from './key-record.ts';

interface InFlight {
  readonly fingerprint: string;
  readonly beganAt: number;
  /** While the store is asked, nobody knows yet whose key it is. */
  lookedUp: Promise<unknown> | undefined;
  /** Twins that wait until the first request is answered, or has failed; mostly none. */
  readonly waiting: (() => void)[];
}

/** What a key means for a request that carries it. */
export type KeyLookup =
  /** Nobody has used it: this request is the one, and must `release` it in the end. */
  | { readonly kind: 'first'; readonly beganAt: number; readonly isNew: boolean }
  | { readonly kind: 'replay'; readonly answer: Answer; readonly beganAt: number }
  | { readonly kind: 'mismatch'; readonly beganAt: number }
  /** A twin is being worked on; when `done` settles the question may be asked again. */
  | { readonly kind: 'in-flight'; readonly done: Promise<void>; readonly beganAt: number };

export interface IdempotencyRecords {
  readonly lookUp: (sandbox: Sandbox, key: string, fingerprint: string) => KeyLookup | Promise<KeyLookup>;
  /** Keeps the answer for the window, counted from the first request, in the same transaction as what it did. */
  readonly keep: (work: UnitOfWork, first: KeyInUse, answer: Answer) => Promise<void>;
  /** The request under the key is over: twins look again, and find its answer or a free key. */
  readonly release: (sandbox: Sandbox, key: string) => void;
}

export interface KeyInUse extends Pick<KeyRecord, 'key' | 'fingerprint' | 'beganAt'> {
  /** There is no record of it, not even an old one. */
  readonly isNew?: boolean;
}

/** Old records are cleared away as many at a time, once for as many that are added. */
const CLEARED_AT_ONCE = 50;

/**
 * Keys by sandbox: "several clients [share] the same scope", so that two clients of one organization share keys, and
 * two organizations never do. Answers are in the store; requests that have none yet are in this process. `window` is how
 * long a key is valid, in milliseconds.
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
    // From here on the key is taken, also while the store is asked.
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
    keep: async (work, first, answer) => {
      if (first.isNew !== true) await clearSame(work, first.key);
      if (kept++ % CLEARED_AT_ONCE === 0) await clearOldest(work, window);
      await work.insert(keyRecords, () => toKeyRecord(first, answer));
    },
    release,
  };
};

const clearSame = async (work: UnitOfWork, key: string): Promise<void> => {
  const same = await work.get(keyRecords, key);
  if (same !== undefined) await work.remove(keyRecords, same);
};

/** Records that are older than the window. */
const clearOldest = async (work: UnitOfWork, window: number): Promise<void> => {
  for (const record of (await work.page(keyRecords, { page: 0, size: CLEARED_AT_ONCE })).values)
    if (work.now - record.beganAt >= window) await work.remove(keyRecords, record);
};
