import type { Clock } from '../../kernel/clock.ts';
import type { Answer } from '../pipeline/exchange.ts';

/** "Same key and same body within 24 hours returns the cached response." */
export const WINDOW = 24 * 3_600_000;

interface InFlight {
  readonly state: 'in-flight';
  readonly fingerprint: string;
  readonly beganAt: number;
  /** Twins that wait until the first request is answered, or has failed; mostly none. */
  readonly waiting: (() => void)[];
}

interface Finished {
  readonly state: 'finished';
  readonly fingerprint: string;
  readonly beganAt: number;
  readonly answer: Answer;
}

type KeyRecord = InFlight | Finished;

/** What a key means for a request that carries it. */
export type Recalled =
  /** Nobody has used it: this request is the one, and must `finish` or `abandon` it. */
  | { readonly kind: 'first' }
  | { readonly kind: 'replay'; readonly answer: Answer; readonly beganAt: number }
  | { readonly kind: 'mismatch'; readonly beganAt: number }
  /** A twin is being worked on; when `done` settles the question may be asked again. */
  | { readonly kind: 'in-flight'; readonly done: Promise<void>; readonly beganAt: number };

export interface IdempotencyRecords {
  readonly recall: (organization: string, key: string, fingerprint: string) => Recalled;
  /** Keeps the answer for the window, counted from the first request. */
  readonly finish: (organization: string, key: string, answer: Answer) => void;
  /** Forgets a request whose answer is not kept: the key is free again. */
  readonly abandon: (organization: string, key: string) => void;
}

/**
 * Keys by organization: "several clients [share] the same scope", so that two clients of one organization share keys,
 * and two organizations never do.
 */
export const createIdempotencyRecords = (clock: Clock): IdempotencyRecords => {
  const byOrganization = new Map<string, Map<string, KeyRecord>>();

  const recordsOf = (organization: string): Map<string, KeyRecord> => {
    let records = byOrganization.get(organization);
    if (records === undefined) byOrganization.set(organization, (records = new Map<string, KeyRecord>()));
    return records;
  };

  const release = (record: KeyRecord | undefined): void => {
    if (record?.state === 'in-flight') for (const wake of record.waiting) wake();
  };

  return {
    recall: (organization, key, fingerprint) => {
      const records = recordsOf(organization);
      const now = clock.now();
      dropExpired(records, now);
      const known = records.get(key);
      if (known === undefined) {
        records.set(key, { state: 'in-flight', fingerprint, beganAt: now, waiting: [] });
        return { kind: 'first' };
      }
      const { beganAt } = known;
      if (known.fingerprint !== fingerprint) return { kind: 'mismatch', beganAt };
      if (known.state === 'in-flight') {
        const done = new Promise<void>((resolve) => known.waiting.push(resolve));
        return { kind: 'in-flight', done, beganAt };
      }
      return { kind: 'replay', answer: known.answer, beganAt };
    },
    finish: (organization, key, answer) => {
      const records = recordsOf(organization);
      const first = records.get(key);
      if (first === undefined) return;
      const { fingerprint, beganAt } = first;
      records.set(key, { state: 'finished', fingerprint, beganAt, answer });
      release(first);
    },
    abandon: (organization, key) => {
      const records = recordsOf(organization);
      const first = records.get(key);
      records.delete(key);
      release(first);
    },
  };
};

/** A map keeps its order of insertion, which is the order of age: the old ones are in front. */
const dropExpired = (records: Map<string, KeyRecord>, now: number): void => {
  for (const [key, record] of records) {
    if (now - record.beganAt < WINDOW) return;
    if (record.state === 'finished') records.delete(key);
  }
};
