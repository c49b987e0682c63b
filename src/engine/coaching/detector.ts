import type { JournalEntry } from '../journal/journal-entry.ts';
import type { GeneralRule, Rule, Sighting } from './finding.ts';

export type Seen = JournalEntry;

/**
 * Detects violations of one rule. Its results depend only on the exchanges seen since `start`; its memory is bounded.
 */
export interface Detector<R extends GeneralRule = Rule> {
  readonly rule: R;
  /**
   * `json` is the request body; undefined if there was none, or if it could not be parsed. What is remembered must not
   * depend on it, since that is also learnt from entries of the journal.
   */
  readonly start: () => (seen: Seen, json: unknown) => Sighting | undefined;
}

/**
 * The part of an exchange that detectors remember: without its large bodies, but with everything needed to compare
 * times.
 */
export type Moment = Pick<Seen, 'id' | 'receivedAt' | 'sandbox' | 'startedAt' | 'endedReadingAt' | 'status'> & {
  readonly fault?: Seen['fault'];
};

export const momentOf = ({ id, receivedAt, sandbox, startedAt, endedReadingAt, status, fault }: Moment): Moment => ({
  id,
  receivedAt,
  sandbox,
  startedAt,
  endedReadingAt,
  status,
  fault,
});

/**
 * The time that a client had between two exchanges, in milliseconds: on the wall clock or the sandbox clock, whichever
 * advanced more. Neither a frozen nor an advanced sandbox clock makes a patient client look hasty.
 */
export const timeBetween = (earlier: Moment, later: Moment): number =>
  Math.max(later.receivedAt - earlier.receivedAt, (later.sandbox?.now ?? 0) - (earlier.sandbox?.now ?? 0));

/**
 * Whether a client had received one response before it sent another request: of two overlapping requests, neither is a
 * reaction to the other.
 */
export const hadReceivedResponse = (earlier: Moment, later: Moment): boolean => later.startedAt >= endOf(earlier);

/**
 * The request was processed, but its response was still delayed: a client that repeats the request then has timed out.
 */
export const hadTimedOut = (earlier: Moment, later: Moment): boolean =>
  later.startedAt >= earlier.endedReadingAt && later.startedAt < endOf(earlier);

/** Monotonic clock reading at which the response was sent. */
const endOf = ({ endedReadingAt, fault }: Moment): number => endedReadingAt + (fault?.delay ?? 0);

export const seconds = (milliseconds: number): string => {
  const rounded = Math.round(milliseconds / 100) / 10;
  return `${String(rounded)} ${rounded === 1 ? 'second' : 'seconds'}`;
};
