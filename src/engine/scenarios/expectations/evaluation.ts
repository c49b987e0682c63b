import { toIsoDateTime } from '../../../kernel/clock.ts';
import { toIsoDuration } from '../../../kernel/duration.ts';
import type {
  EventSummary,
  ExpectationReport,
  ExpectationVerdict,
  RequestSummary,
  ScenarioReport,
} from '../../../generated/control-schemas.ts';
import { type Moment, hadReceivedResponse, seconds, timeBetween } from '../../coaching/detector.ts';
import type { Difference } from '../../matching/condition.ts';
import { type CompiledExpectation, compare, concerns, describeCount, differenceInKind } from './expectation.ts';
import type { Observation } from './observed.ts';

/**
 * The expectations of one run of a scenario, and what was counted for each: a fold over what happens, one immutable state
 * after another. It counts as things come, since the journal keeps only the newest exchanges, and a verdict must not change
 * because older ones were evicted. It reads no clock, so that the same input gives the same report.
 */
export interface Evaluation {
  readonly scenario: string;
  /** Milliseconds since the epoch, sandbox time. */
  readonly activatedAt: number;
  /** Start of the observation: later than `activatedAt` if requests may have been missed. */
  readonly seenSince: number | undefined;
  readonly expectations: readonly CompiledExpectation[];
  /** For each expectation; empty at the beginning. */
  readonly counts: readonly Tally[];
  /** The newest request and event: told as the closest where none concerns an expectation. */
  readonly newest?: { readonly request?: RequestSummary; readonly event?: EventSummary } | undefined;
}

/** What was counted for one expectation, as JSON of a bounded size. */
interface Tally {
  readonly count: number;
  /** The key of the first request; it may have none. */
  readonly firstKey?: { readonly key?: string | undefined } | undefined;
  /** Why the expectation can no longer be met. */
  readonly fault?: string | undefined;
  /** What came closest without matching, of those that concern the expectation. */
  readonly closest?: { readonly closeness: number; readonly told: Closest } | undefined;
  readonly requests: readonly RequestSummary[];
  readonly events: readonly EventSummary[];
  /** What clients were told to wait for, older ones first. */
  readonly told: readonly (readonly [
    clientId: string,
    pending: {
      /** Its readings are wall-clock times: monotonic clocks of two processes have nothing in common. */
      readonly moment: Moment;
      readonly wait: number;
      readonly id: string;
    },
  ])[];
}

export type Closest = NonNullable<ExpectationReport['closest']>;

/** What the requests and events have shown; whether the scenario has steps left is not theirs to know. */
export type ObservedReport = Omit<ScenarioReport, 'exhausted'>;

/** Number of matches listed from the beginning, and from the end. */
const NAMED = 10;

/** Maximum number of clients with a pending `Retry-After`. */
const MOST_CLIENTS = 100;

const NOTHING_COUNTED: Tally = { count: 0, requests: [], events: [], told: [] };

/** The evaluation after one more request or event. Most concern no expectation. */
export const observe = <E extends Evaluation>(evaluation: E, seen: Observation): E => {
  const { expectations, activatedAt } = evaluation;
  const summary = seen.summary();
  const counts = expectations.some((each) => concerns(each, summary))
    ? expectations.map((each, index) => {
        const tally = evaluation.counts[index] ?? NOTHING_COUNTED;
        return concerns(each, summary) ? afterOne(tally, each, seen, seen.at - activatedAt) : tally;
      })
    : evaluation.counts;
  return { ...evaluation, counts, newest: { ...evaluation.newest, [seen.kind]: summary } };
};

const afterOne = (tally: Tally, compiled: CompiledExpectation, seen: Observation, sinceActivation: number): Tally => {
  const { expectation, within } = compiled;
  const { closeness, difference } = compare(compiled, seen);
  const isInTime = sinceActivation <= within;
  const isOfKind = difference === undefined || difference.at === 'answer';
  const after = isInTime && isOfKind ? checkRetryAfter(tally, compiled, seen) : tally;
  const tooLate = (): Difference => ({
    at: 'within',
    expected: `at most ${String(expectation.within)} after activation`,
    actual: `${toIsoDuration(Math.max(0, Math.round(sinceActivation)))} after it`,
  });
  const why = difference ?? (isInTime ? undefined : tooLate());
  return why === undefined ? count(after, compiled, seen) : miss(after, closeness, seen, () => seen.hide(why));
};

/** Notes what did not match; the newest among equals is the most likely one for a person who is debugging. */
const miss = (tally: Tally, closeness: number, seen: Observation, why: () => Difference): Tally => {
  if (tally.closest !== undefined && closeness < tally.closest.closeness) return tally;
  const what =
    seen.kind === 'request' ? { request: seen.summary(), event: null } : { request: null, event: seen.summary() };
  return { ...tally, closest: { closeness, told: { ...what, difference: why() } } };
};

const count = (before: Tally, { expectation, upper }: CompiledExpectation, seen: Observation): Tally => {
  const number = before.count + 1;
  const name = nameOf(seen.summary());
  const fault = before.fault ?? (number > upper ? `${name} exceeds the allowed number.` : undefined);
  const tally = { ...before, count: number, fault };
  if (seen.kind === 'event') return { ...tally, events: keep(tally.events, seen.summary()) };
  const { clientId = '', idempotencyKey: key, moment, retryAfter } = seen;
  const firstKey = expectation.sameIdempotencyKey === true ? (tally.firstKey ?? { key }) : undefined;
  const told =
    expectation.afterRetryAfter !== true || retryAfter === undefined
      ? tally.told
      : [
          ...tally.told.filter(([client]) => client !== clientId),
          [clientId, { moment, wait: retryAfter, id: name }] as const,
        ].slice(-MOST_CLIENTS);
  return {
    ...tally,
    fault: fault ?? (firstKey && faultOfKey(firstKey.key, key, name)),
    firstKey,
    requests: keep(tally.requests, seen.summary()),
    told,
  };
};

const faultOfKey = (first: string | undefined, key: string | undefined, what: string): string | undefined => {
  if (key === undefined) return `${what} has no Idempotency-Key.`;
  return key === first
    ? undefined
    : `${what} has the Idempotency-Key "${key.slice(0, 64)}", but the first request had "${String(first).slice(0, 64)}".`;
};

/** Checked whatever the status of the response: a client that retries too early has not waited, even if it succeeds. */
const checkRetryAfter = (tally: Tally, { expectation }: CompiledExpectation, seen: Observation): Tally => {
  if (seen.kind === 'event' || expectation.afterRetryAfter !== true || tally.fault !== undefined) return tally;
  const { moment, clientId = '', summary } = seen;
  const before = tally.told.find(([client]) => client === clientId)?.[1];
  if (before === undefined || !hadReceivedResponse(before.moment, moment)) return tally;
  const waited = timeBetween(before.moment, moment);
  if (waited >= before.wait) return tally;
  const fault = `${nameOf(summary())} was sent ${seconds(waited)} after ${before.id}, whose response asked to wait ${seconds(before.wait)}.`;
  return { ...tally, fault };
};

const keep = <T>(list: readonly T[], item: T): readonly T[] =>
  list.length < 2 * NAMED ? [...list, item] : [...list.slice(0, NAMED), ...list.slice(NAMED + 1), item];

export const reportOf = (
  { scenario, activatedAt, seenSince, expectations: compiled, counts, newest }: Evaluation,
  now: number,
): ObservedReport => {
  const isComplete = seenSince === undefined;
  const expectations = compiled.map((one, index): ExpectationReport => {
    const { number, expectation, lower, upper, wanted } = one;
    const tally = counts[index] ?? NOTHING_COUNTED;
    const about = expectation.event === undefined ? 'requests' : 'events';
    return {
      number,
      about,
      ...judge(one, tally, { isOver: now - activatedAt > one.within, isComplete }),
      wanted,
      came: describeCount(tally.count, about),
      because: expectation.because ?? null,
      count: tally.count,
      atLeast: lower,
      atMost: upper === Infinity ? null : upper,
      requests: tally.requests,
      events: tally.events,
      fault: tally.fault ?? null,
      closest: tally.closest?.told ?? toOther(one, newest) ?? null,
    };
  });
  return {
    scenario,
    verdict: verdictOf(expectations),
    final: expectations.every(({ final }) => final),
    activatedAt: toIsoDateTime(activatedAt),
    now: toIsoDateTime(now),
    complete: isComplete,
    seenSince: toIsoDateTime(seenSince ?? activatedAt),
    expectations,
  };
};

/** What came last, if it is of another operation, or an event of another type. */
const toOther = (compiled: CompiledExpectation, newest: Evaluation['newest'] = {}): Closest | undefined => {
  const { request = null, event = null } = newest;
  const isOfEvents = compiled.expectation.event !== undefined;
  const other = isOfEvents ? event : request;
  if (other === null || concerns(compiled, other)) return undefined;
  const what = isOfEvents ? { request: null, event } : { request, event: null };
  return { ...what, difference: differenceInKind(compiled, other) };
};

/** A minimum can be judged as soon as it is reached; a maximum only at the end. */
const judge = (
  { lower, upper, expectation: { sameIdempotencyKey, afterRetryAfter } }: CompiledExpectation,
  { count: number, fault }: Tally,
  // Complete: every request and event since activation was counted.
  { isOver, isComplete }: { readonly isOver: boolean; readonly isComplete: boolean },
): Pick<ExpectationReport, 'verdict' | 'final'> => {
  if (fault !== undefined) return { verdict: 'not-met', final: true };
  if (number < lower)
    return isOver && isComplete ? { verdict: 'not-met', final: true } : { verdict: 'open', final: isOver };
  const canBreak = upper !== Infinity || sameIdempotencyKey === true || afterRetryAfter === true;
  if (!canBreak) return { verdict: 'met', final: true };
  // Unknown requests may have violated it.
  return { verdict: isComplete ? 'met' : 'open', final: isOver };
};

const verdictOf = (reports: readonly Pick<ExpectationReport, 'verdict'>[]): ExpectationVerdict =>
  (['not-met', 'open'] as const).find((worse) => reports.some(({ verdict }) => verdict === worse)) ?? 'met';

/** For example `POST /v1/things (201, req_1)`, or `thing.done (evt_1)`. */
export const nameOf = (one: RequestSummary | EventSummary): string =>
  'type' in one
    ? `${one.type} (${one.id})`
    : `${one.method} ${one.path} (${one.status === null ? 'no answer' : String(one.status)}, ${one.id})`;
