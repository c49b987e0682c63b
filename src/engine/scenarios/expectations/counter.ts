import { type Moment, hadReceivedResponse, seconds, timeBetween } from '../../coaching/detector.ts';
import { createRecent } from '../../coaching/recent.ts';
import { toIsoDuration } from '../../../kernel/duration.ts';
import type { Difference } from '../../matching/condition.ts';
import type { ObservedEvent, ObservedRequest, EventSummary, RequestSummary } from './observed.ts';
import type { Closest, ExpectationReport, ExpectationVerdict } from './report.ts';
import {
  type CompiledExpectation,
  compareEvent,
  compareRequest,
  differenceInOperation,
  differenceInType,
  isAbout,
} from './compiled-expectation.ts';
import { describeCount } from './describe.ts';

/**
 * Counts matches for one expectation as they arrive: the journal keeps only the newest exchanges, and a verdict must
 * not change because older ones were evicted. Memory is bounded. It reads no clock: callers pass the time since
 * activation.
 */
export interface ExpectationCounter {
  readonly request: (came: ObservedRequest, sinceActivation: number) => void;
  /** A request of another operation: its summary is computed only on demand. */
  readonly otherRequest: (summary: ObservedRequest['summary']) => void;
  readonly event: (came: ObservedEvent, sinceActivation: number) => void;
  /** `isComplete`: every request and event since activation has been passed to this counter. */
  readonly report: (sinceActivation: number, isComplete: boolean) => ExpectationReport;
  /** What it has counted, as JSON; `offset` turns monotonic clock readings into wall-clock time. */
  readonly capture: (offset: number) => CapturedCount;
}

/** What a counter has counted. */
export interface CapturedCount {
  readonly count: number;
  readonly firstKey?: { readonly key?: string | undefined } | undefined;
  readonly fault?: string | undefined;
  readonly closest?: { readonly closeness: number; readonly told: Closest } | undefined;
  readonly requests: readonly RequestSummary[];
  readonly events: readonly EventSummary[];
  readonly told: readonly (readonly [clientId: string, pending: PendingRetryAfter])[];
}

/** Number of matches listed from the beginning, and from the end. */
const NAMED = 10;

/** Maximum number of clients with a pending `Retry-After`. */
const MOST_CLIENTS = 100;

interface PendingRetryAfter {
  readonly moment: Moment;
  readonly wait: number;
  readonly id: string;
}

interface Miss {
  readonly closeness: number;
  readonly tell: () => Closest;
}

/** Goes on from what another one has counted, if that is given; `offset` is that of this process. */
export const createExpectationCounter = (
  compiledExpectation: CompiledExpectation,
  captured: CapturedCount = NOTHING_COUNTED,
  offset = 0,
): ExpectationCounter => {
  const { expectation, upper, within } = compiledExpectation;
  const { event: wantedEvent, sameIdempotencyKey = false, afterRetryAfter = false } = expectation;
  const requests = [...captured.requests];
  const events = [...captured.events];
  const told = createRecent<PendingRetryAfter>(MOST_CLIENTS);
  for (const [clientId, pending] of captured.told) told.set(clientId, shift(pending, -offset));
  let { count, fault } = captured;
  let firstKey: { readonly key?: string | undefined } | undefined = captured.firstKey;
  let closest: Miss | undefined = captured.closest && toMiss(captured.closest);

  const miss = (closeness: number, tell: () => Closest): void => {
    // The newest among equals: the most likely one for a person who is debugging.
    if (closest === undefined || closeness >= closest.closeness) closest = { closeness, tell };
  };

  const missRequest = (closeness: number, came: ObservedRequest, difference: Difference): void => {
    if (closest !== undefined && closeness < closest.closeness) return;
    const told: Closest = { request: came.summary(), event: null, difference: came.hide(difference) };
    miss(closeness, () => told);
  };

  const missEvent = (closeness: number, { id, type, hide }: ObservedEvent, difference: Difference): void => {
    miss(closeness, () => ({ request: null, event: { id, type }, difference: hide(difference) }));
  };

  const tooLate = (sinceActivation: number): Difference => ({
    at: 'within',
    expected: `at most ${String(expectation.within)} after activation`,
    actual: `${toIsoDuration(Math.max(0, Math.round(sinceActivation)))} after it`,
  });

  const checkNumber = (what: string): void => {
    if (count > upper) fault ??= `${what} exceeds the allowed number.`;
  };

  const checkKey = ({ idempotencyKey }: ObservedRequest, what: string): void => {
    firstKey ??= { key: idempotencyKey };
    if (idempotencyKey === undefined) fault ??= `${what} has no Idempotency-Key.`;
    else if (idempotencyKey !== firstKey.key)
      fault ??= `${what} has the Idempotency-Key "${idempotencyKey.slice(0, 64)}", but the first request had "${String(firstKey.key).slice(0, 64)}".`;
  };

  /**
   * Checked whatever the status of the response: a client that retries too early has not waited, even if it succeeds.
   */
  const checkRetryAfter = ({ moment, clientId = '' }: ObservedRequest, what: () => string): void => {
    const before = told.get(clientId);
    if (before === undefined || !hadReceivedResponse(before.moment, moment)) return;
    const waited = timeBetween(before.moment, moment);
    if (waited >= before.wait) return;
    fault ??= `${what()} was sent ${seconds(waited)} after ${before.id}, whose response asked to wait ${seconds(before.wait)}.`;
  };

  const otherRequest: ExpectationCounter['otherRequest'] = (summary) => {
    if (wantedEvent !== undefined) return;
    miss(0, () => {
      const request = summary();
      return { request, event: null, difference: differenceInOperation(compiledExpectation, request.operationId) };
    });
  };

  return {
    otherRequest,
    capture: (offset) => ({
      ...{ count, firstKey, fault, requests, events },
      closest: closest && { closeness: closest.closeness, told: closest.tell() },
      told: told.entries().map(([clientId, pending]) => [clientId, shift(pending, offset)]),
    }),
    request: (came, sinceActivation) => {
      if (!isAbout(compiledExpectation, came.operationId)) {
        otherRequest(came.summary);
        return;
      }
      const { closeness, difference } = compareRequest(compiledExpectation, came);
      const isOfKind = difference === undefined || difference.at === 'answer';
      const isInTime = sinceActivation <= within;
      if (afterRetryAfter && isOfKind && isInTime) checkRetryAfter(came, () => nameOf(came.summary()));
      if (difference !== undefined) {
        missRequest(closeness, came, difference);
        return;
      }
      if (!isInTime) {
        missRequest(closeness, came, tooLate(sinceActivation));
        return;
      }
      count++;
      const summary = came.summary();
      keep(requests, summary);
      checkNumber(nameOf(summary));
      if (sameIdempotencyKey) checkKey(came, nameOf(summary));
      if (afterRetryAfter && came.retryAfter !== undefined)
        told.set(came.clientId ?? '', { moment: came.moment, wait: came.retryAfter, id: nameOf(summary) });
    },
    event: (came, sinceActivation) => {
      if (wantedEvent === undefined) return;
      const { id, type } = came;
      if (type !== wantedEvent) {
        missEvent(0, came, differenceInType(compiledExpectation, type));
        return;
      }
      const { closeness, difference } = compareEvent(compiledExpectation, came);
      if (difference !== undefined) missEvent(closeness, came, difference);
      else if (sinceActivation > within) missEvent(closeness, came, tooLate(sinceActivation));
      else {
        count++;
        keep(events, { id, type });
        checkNumber(`${type} (${id})`);
      }
    },
    report: (sinceActivation, isComplete) => {
      const about = wantedEvent === undefined ? 'requests' : 'events';
      const judged = judge(compiledExpectation, { count, fault, isOver: sinceActivation > within, isComplete });
      return {
        number: compiledExpectation.number,
        about,
        ...judged,
        wanted: compiledExpectation.wanted,
        came: describeCount(count, about),
        because: expectation.because ?? null,
        count,
        atLeast: compiledExpectation.lower,
        atMost: upper === Infinity ? null : upper,
        requests: [...requests],
        events: [...events],
        fault: fault ?? null,
        closest: closest?.tell() ?? null,
      };
    },
  };
};

const NOTHING_COUNTED: CapturedCount = { count: 0, requests: [], events: [], told: [] };

const toMiss = ({ closeness, told }: NonNullable<CapturedCount['closest']>): Miss => ({ closeness, tell: () => told });

/** Monotonic clock readings of two processes have nothing in common: they are carried as wall-clock times. */
const shift = ({ moment, ...pending }: PendingRetryAfter, by: number): PendingRetryAfter => ({
  ...pending,
  moment: { ...moment, startedAt: moment.startedAt + by, endedReadingAt: moment.endedReadingAt + by },
});

interface Progress {
  readonly count: number;
  readonly fault: string | undefined;
  /** The time limit of `within` has expired. */
  readonly isOver: boolean;
  readonly isComplete: boolean;
}

/** A minimum can be judged as soon as it is reached; a maximum only at the end. */
const judge = (
  { lower, upper, expectation: { sameIdempotencyKey, afterRetryAfter } }: CompiledExpectation,
  { count, fault, isOver, isComplete }: Progress,
): { readonly verdict: ExpectationVerdict; readonly final: boolean } => {
  if (fault !== undefined) return { verdict: 'not-met', final: true };
  if (count < lower)
    return isOver && isComplete ? { verdict: 'not-met', final: true } : { verdict: 'open', final: isOver };
  const canBreak = upper !== Infinity || sameIdempotencyKey === true || afterRetryAfter === true;
  if (!canBreak) return { verdict: 'met', final: true };
  // Unknown requests may have violated it.
  return { verdict: isComplete ? 'met' : 'open', final: isOver };
};

/** For example `POST /v1/things (201)`. */
export const nameOf = ({ id, method, path, status }: RequestSummary): string =>
  `${method} ${path} (${status === null ? 'no answer' : String(status)}, ${id})`;

const keep = <T>(list: T[], item: T): void => {
  list.push(item);
  if (list.length > 2 * NAMED) list.splice(NAMED, 1);
};
