import type { JournalEntry } from '../journal/journal-entry.ts';
import { counted } from '../../kernel/sentence.ts';

/** A rule whose violation by a client is detectable. */
export interface Rule {
  readonly id: string;
  /** Verbatim from the API description; a rule of any API has none. */
  readonly quote?: string;
  /** The client's mistake, as a headline. */
  readonly title: string;
  /** Entries of `spec/assumptions.yaml` that the rule also depends on. */
  readonly assumptions: readonly string[];
  /** How it is detected, in one sentence. */
  readonly seenBy: string;
  /** How to fix it. */
  readonly remedy: string;
}

/** A mistake that a client's requests do not show. */
export interface UndetectableMistake {
  readonly mistake: string;
  /** Quoted from the API description. */
  readonly quote: string;
  /** How to detect it otherwise. */
  readonly instead: string;
}

/** One observed violation of a rule. */
export interface Sighting {
  readonly rule: Rule;
  /** Undefined if the client is unknown. */
  readonly clientId: string | undefined;
  /** What it concerns, to deduplicate findings: an operation, a path, a member of a body. */
  readonly subject: string;
  /** What was observed, in one sentence with its numbers. */
  readonly detail: string;
  /** Ids of the exchanges that show it, oldest first. */
  readonly requests: readonly string[];
  /** Ids of the webhook deliveries that show it, oldest first, for a mistake of a receiver. */
  readonly deliveries?: readonly string[];
  /** False if a correct client could cause the same finding. */
  readonly certain: boolean;
}

/** What a rule says of an exchange; without them, the client is the caller, and the subject the operation. */
export type Mistake = Pick<Sighting, 'detail' | 'requests' | 'certain'> &
  Partial<Pick<Sighting, 'clientId' | 'subject'>>;

/**
 * Looks at the exchanges of an organization, one after the other. `json` is the request body; undefined if there was none,
 * or if it could not be parsed. What is remembered must not depend on it, since that is also learnt from entries of the
 * journal.
 */
type Look<Seeing> = (seen: JournalEntry, json: unknown) => Seeing | undefined;

/**
 * Detects violations of one rule. Its results depend only on the exchanges seen since `start`; its memory is bounded.
 */
export interface Detector {
  readonly rule: Rule;
  readonly start: () => Look<Sighting>;
}

export const defineDetector = (rule: Rule, start: () => Look<Mistake>): Detector => ({
  rule,
  start: () => {
    const look = start();
    return (seen, json) => {
      const mistake = look(seen, json);
      if (mistake === undefined) return undefined;
      const { caller, operation, path } = seen;
      return { rule, clientId: caller?.clientId, subject: operation?.id ?? path, ...mistake };
    };
  },
});

/**
 * The part of an exchange that detectors remember: without its large bodies, but with everything needed to compare
 * times.
 */
export type Moment = Pick<JournalEntry, 'id' | 'receivedAt' | 'sandbox' | 'startedAt' | 'endedReadingAt' | 'status'> & {
  readonly fault?: JournalEntry['fault'];
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

/** The fault that lost a response; a slow body does arrive in the end. */
export const failureOf = ({ fault }: Moment): string | undefined =>
  fault?.failure === 'slow-body' ? undefined : fault?.failure;

/** Milliseconds in `Retry-After`. HTTP dates are ignored: the stub never sends them there. */
export const waitOf = ({ headers: { 'retry-after': text = '' } }: JournalEntry): number | undefined =>
  /^\d{1,9}$/.test(text) ? Number(text) * 1000 : undefined;

/** Monotonic clock reading at which the response was sent. */
const endOf = ({ endedReadingAt, fault }: Moment): number => endedReadingAt + (fault?.delay ?? 0);

export const seconds = (milliseconds: number): string => counted(Math.round(milliseconds / 100) / 10, 'second');

/** Exchanges that follow each other. */
export interface Streak {
  readonly last: Moment;
  /** Of the latest exchanges. */
  readonly ids: readonly string[];
}

const MOST_IDS = 10;

/** The streak with one more exchange, or a new one if `before` is not given. */
export const extend = (before: Pick<Streak, 'ids'> | undefined, seen: JournalEntry): Streak => ({
  last: momentOf(seen),
  ids: [...(before?.ids ?? []), seen.id].slice(-MOST_IDS),
});
