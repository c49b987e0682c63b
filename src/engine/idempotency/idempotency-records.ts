import type { Answer } from '../message/answer.ts';
import type { LiveState } from '../sandbox/live-state.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { isSameRequest } from './fingerprint.ts';
import type { FirstRequest, KeysElsewhere } from './keys-elsewhere.ts';
import { type KeyRecord, keyRecords, toAnswer, toKeyRecord } from './key-record.ts';

interface InFlight extends FirstRequest {
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
  readonly keep: (work: UnitOfWork, first: KeyInUse, answer: Answer) => Promise<void>;
  /** The request under the key is complete: duplicates look it up again, and find its response or an unused key. */
  readonly release: (sandbox: Sandbox, key: string) => void;
  /** The keys in progress, if others share them; `sandboxOf` finds a sandbox in use by the UUID of its organization. */
  readonly liveOf: (sandboxOf: (organization: string) => Sandbox | undefined) => LiveState | undefined;
}

/** The keys in progress of a sandbox. */
interface Keys {
  revision: number;
  readonly byKey: Map<string, InFlight>;
}

export interface KeyInUse extends Pick<KeyRecord, 'key' | 'fingerprint' | 'beganAt'> {
  /** There is no record of the key, not even an expired one. */
  readonly isNew?: boolean;
}

/** Batch size of the cleanup of expired records, which runs once per this many new records. */
const CLEARED_AT_ONCE = 50;

/**
 * Keys by sandbox: two clients of one organization share keys, two organizations never do. Responses are in the store; requests in progress are tracked in this process, and those
 * of other processes where there are any. `window` is the lifetime of a key in milliseconds.
 */
export const createIdempotencyRecords = (window: number, elsewhere?: KeysElsewhere): IdempotencyRecords => {
  const inFlight = new WeakMap<Sandbox, Keys>();

  let kept = 0;

  const inFlightOf = (sandbox: Sandbox): Keys => {
    let keys = inFlight.get(sandbox);
    if (keys === undefined) inFlight.set(sandbox, (keys = { revision: 0, byKey: new Map<string, InFlight>() }));
    return keys;
  };

  const release = (sandbox: Sandbox, key: string): void => {
    const keys = inFlightOf(sandbox);
    const first = keys.byKey.get(key);
    keys.byKey.delete(key);
    if (elsewhere !== undefined) keys.revision = elsewhere.nextRevision();
    if (first !== undefined) for (const wake of first.waiting) wake();
  };

  const lookUp: IdempotencyRecords['lookUp'] = (sandbox, key, fingerprint) => {
    const keys = inFlightOf(sandbox);
    const twin = keys.byKey.get(key);
    if (twin?.lookedUp !== undefined) {
      const again = () => lookUp(sandbox, key, fingerprint);
      return twin.lookedUp.then(again, again);
    }
    if (twin !== undefined) {
      const { beganAt } = twin;
      if (!isSameRequest(twin.fingerprint, fingerprint)) return { kind: 'mismatch', beganAt };
      return { kind: 'in-flight', done: new Promise<void>((resolve) => twin.waiting.push(resolve)), beganAt };
    }
    const other = elsewhere?.find(sandbox.id, key);
    if (elsewhere !== undefined && other !== undefined) {
      const { beganAt } = other;
      if (!isSameRequest(other.fingerprint, fingerprint)) return { kind: 'mismatch', beganAt };
      return { kind: 'in-flight', done: elsewhere.wait(), beganAt };
    }
    const now = sandbox.clock.now();
    // The key is reserved from here on, also during the lookup in the store.
    const first: InFlight = { fingerprint, beganAt: now, lookedUp: undefined, waiting: [] };
    keys.byKey.set(key, first);
    if (elsewhere !== undefined) keys.revision = elsewhere.nextRevision();
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
    liveOf: (sandboxOf) =>
      elsewhere?.liveOf(({ uuid }) => {
        const sandbox = sandboxOf(uuid);
        return sandbox && inFlight.get(sandbox);
      }),
  };
};

const clearSame = async (work: UnitOfWork, key: string): Promise<void> => {
  const same = await work.get(keyRecords, key);
  if (same !== undefined) await work.remove(keyRecords, same);
};

/** Removes expired records. */
const clearOldest = async (work: UnitOfWork, window: number): Promise<void> => {
  for (const record of (await work.page(keyRecords, { page: 0, size: CLEARED_AT_ONCE })).values)
    if (work.now - record.beganAt >= window) await work.remove(keyRecords, record);
};
