import type { Answer } from '../message/answer.ts';
import type { Input } from '../message/input.ts';
import type { Caller } from '../ports/ports.ts';
import type { IdempotencyRecords } from './idempotency-records.ts';
import { type KeyUse, firstUse } from './key-use.ts';

/** Error statuses that are decided by an operation itself. Assumption: idempotency-stored-replies. */
const DECIDED = new Set([403, 404, 409]);

interface Ended extends Answer {
  readonly idempotency?: KeyUse | undefined;
  readonly caller?: Caller | undefined;
  /** Set if the request was valid, and so reached its operation. */
  readonly input?: Input | undefined;
}

/**
 * Stores the response to a first request under its key, unless the transaction of the operation has already done so,
 * and releases the key, so that waiting duplicates look it up again. A request that did not reach its operation (400,
 * 415, 422, 429) had no effect, and one that failed (5xx) may be retried: nothing is stored for them.
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

/** No error of a public operation is stored: guessing links must not fill a sandbox. */
const isStored = ({ sandbox }: KeyUse, { input, caller, reply: { status } }: Ended): boolean => {
  if (input === undefined) return false;
  if (status >= 200 && status < 300) return true;
  if (caller === undefined || !DECIDED.has(status)) return false;
  return !sandbox.assumed.has('idempotency-stored-replies=success-only');
};
