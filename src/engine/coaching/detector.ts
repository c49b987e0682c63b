import type { JournalEntry } from '../journal/journal-entry.ts';
import type { Rule, Sighting } from './finding.ts';

export type Seen = JournalEntry;

/**
 * Recognizes one rule being broken. What it says follows from the exchanges that it has seen since its start and from
 * nothing else; what it remembers of them is bounded.
 */
export interface Detector {
  readonly rule: Rule;
  /** `json` is the request's body; undefined when there was none that could be read. */
  readonly start: () => (seen: Seen, json: unknown) => Sighting | undefined;
}

/** What is remembered of an exchange: without its bodies, which are large, and with what times are compared by. */
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
 * How much time a client had between two exchanges, in milliseconds: by the wall clock or by the one of the sandbox,
 * whichever went further. Neither a frozen sandbox nor one that is moved on makes a patient client look hasty.
 */
export const timeBetween = (earlier: Moment, later: Moment): number =>
  Math.max(later.receivedAt - earlier.receivedAt, (later.sandbox?.now ?? 0) - (earlier.sandbox?.now ?? 0));

/** Whether a client knew the answer of an exchange when it sent another: of two that overlap, neither is a reaction. */
export const knewAnswer = (earlier: Moment, later: Moment): boolean => later.startedAt >= endOf(earlier);

/** The work was done, and the answer was still held back: whoever sends the same again has given up waiting. */
export const gaveUpWaiting = (earlier: Moment, later: Moment): boolean =>
  later.startedAt >= earlier.endedReadingAt && later.startedAt < endOf(earlier);

/** A monotonic reading: when the answer left. */
const endOf = ({ endedReadingAt, fault }: Moment): number => endedReadingAt + (fault?.delay ?? 0);

export const seconds = (milliseconds: number): string => {
  const rounded = Math.round(milliseconds / 100) / 10;
  return `${String(rounded)} ${rounded === 1 ? 'second' : 'seconds'}`;
};
