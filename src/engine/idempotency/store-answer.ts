import type { Answer } from '../message/answer.ts';
import type { Input } from '../message/input.ts';
import type { Caller } from '../ports/ports.ts';
import type { IdempotencyRecords } from './idempotency-records.ts';
import { type KeyUse, firstUse } from './key-use.ts';

/** Statuses that an operation itself decides besides success. Assumption: idempotency-stored-replies. */
const DECIDED = new Set([403, 404, 409]);

interface Ended extends Answer {
  readonly idempotency?: KeyUse | undefined;
  readonly caller?: Caller | undefined;
  /** Set when the request was valid, and so reached its operation. */
  readonly input?: Input | undefined;
}

/**
 * Stores the answer of a first request under its key, unless that was done in the transaction of the operation, and
 * releases the key, so that waiting twins look it up again. A request that did not reach its operation (400, 415, 422,
 * 429) had no effect, and one that failed (5xx) may be tried again: nothing is stored for them.
 */
export const storeAnswer = (records: IdempotencyRecords, ended: Ended): undefined | Promise<undefined> => {
  const first = firstUse(ended.idempotency);
  if (first === undefined) return undefined;
  const { sandbox, key, fingerprint, found } = first;
  const release = (): undefined => {
    records.release(sandbox, key);
  };
  if (ended.isKept === true || !isStored(first, ended)) {
    release();
    return;
  }
  const { beganAt, isNew } = found;
  return sandbox
    .transact((work) => records.keep(work, { key, fingerprint, beganAt, isNew }, ended))
    .then(release, (error: unknown) => {
      release();
      throw error;
    });
};

/** No refusal of a public operation is stored: guessing links must not fill a sandbox. */
const isStored = ({ sandbox }: KeyUse, { input, caller, reply: { status } }: Ended): boolean => {
  if (input === undefined) return false;
  if (status >= 200 && status < 300) return true;
  if (caller === undefined || !DECIDED.has(status)) return false;
  return !sandbox.assumed.has('idempotency-stored-replies=success-only');
};
