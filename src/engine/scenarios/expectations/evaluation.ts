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
import {
  type CompiledExpectation,
  compareEvent,
  compareRequest,
  describeCount,
  differenceInOperation,
  differenceInType,
  isAbout,
} from './expectation.ts';
import type { Observation, ObservedEvent, ObservedRequest } from './observed.ts';

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
  /** For each expectation. */
  readonly tallies: readonly Tally[];
}

/** What was counted for one expectation, as JSON of a bounded size. */
export interface Tally {
  readonly count: number;
  /** The key of the first request; it may have none. */
  readonly firstKey?: { readonly key?: string | undefined } | undefined;
  /** Why the expectation can no longer be met. */
  readonly fault?: string | undefined;
  /** What came closest without matching. */
  readonly closest?: { readonly closeness: number; readonly told: Closest } | undefined;
  readonly requests: readonly RequestSummary[];
  readonly events: readonly EventSummary[];
  /** What clients were told to wait for, older ones first. */
  readonly told: readonly (readonly [clientId: string, pending: PendingRetryAfter])[];
}

export type Closest = NonNullable<ExpectationReport['closest']>;

interface PendingRetryAfter {
  readonly moment: Moment;
  readonly wait: number;
  readonly id: string;
}

/** What the requests and events have shown; whether the scenario has steps left is not theirs to know. */
export type ObservedReport = Omit<ScenarioReport, 'exhausted'>;

/** Number of matches listed from the beginning, and from the end. */
const NAMED = 10;

/** Maximum number of clients with a pending `Retry-After`. */
const MOST_CLIENTS = 100;

const NOTHING_COUNTED: Tally = { count: 0, requests: [], events: [], told: [] };

export const beginEvaluation = (
  run: Omit<Evaluation, 'tallies'>,
  tallies: readonly Tally[] = run.expectations.map(() => NOTHING_COUNTED),
): Evaluation => ({ ...run, tallies });

/** The evaluation after one more request or event. */
export const observe = (evaluation: Evaluation, seen: Observation): Evaluation => {
  const sinceActivation = seen.at - evaluation.activatedAt;
  const tallies = evaluation.expectations.map((expectation, index) => {
    const tally = evaluation.tallies[index] ?? NOTHING_COUNTED;
    return seen.kind === 'request'
      ? afterRequest(tally, expectation, seen.request, sinceActivation)
      : afterEvent(tally, expectation, seen.event, sinceActivation);
  });
  return { ...evaluation, tallies };
};

/** Monotonic clock readings of two processes have nothing in common: they are carried as wall-clock times. */
export const shiftReadings = (tally: Tally, by: number): Tally => ({
  ...tally,
  told: tally.told.map(([clientId, { moment, ...pending }]) => [
    clientId,
    {
      ...pending,
      moment: { ...moment, startedAt: moment.startedAt + by, endedReadingAt: moment.endedReadingAt + by },
    },
  ]),
});

/** Notes what did not match; the newest among equals is the most likely one for a person who is debugging. */
const miss = (tally: Tally, closeness: number, tell: () => Closest): Tally =>
  tally.closest !== undefined && closeness < tally.closest.closeness
    ? tally
    : { ...tally, closest: { closeness, told: tell() } };

const afterRequest = (
  tally: Tally,
  compiled: CompiledExpectation,
  came: ObservedRequest,
  sinceActivation: number,
): Tally => {
  const { expectation, within } = compiled;
  if (expectation.event !== undefined) return tally;
  if (!isAbout(compiled, came.operationId))
    return miss(tally, 0, () => {
      const request = came.summary();
      return { request, event: null, difference: differenceInOperation(compiled, request.operationId) };
    });
  const { closeness, difference } = compareRequest(compiled, came);
  const isInTime = sinceActivation <= within;
  const isOfKind = difference === undefined || difference.at === 'answer';
  const after = expectation.afterRetryAfter === true && isOfKind && isInTime ? checkRetryAfter(tally, came) : tally;
  const why = difference ?? (isInTime ? undefined : tooLate(compiled, sinceActivation));
  return why === undefined
    ? countRequest(after, compiled, came)
    : miss(after, closeness, () => ({ request: came.summary(), event: null, difference: came.hide(why) }));
};

const countRequest = (tally: Tally, { expectation, upper }: CompiledExpectation, came: ObservedRequest): Tally => {
  const summary = came.summary();
  const name = nameOf(summary);
  const count = tally.count + 1;
  const firstKey =
    expectation.sameIdempotencyKey === true ? (tally.firstKey ?? { key: came.idempotencyKey }) : undefined;
  const fault = tally.fault ?? faultOfNumber(count, upper, name) ?? (firstKey && faultOfKey(firstKey.key, came, name));
  const { clientId = '', moment, retryAfter } = came;
  const told =
    expectation.afterRetryAfter !== true || retryAfter === undefined
      ? tally.told
      : [
          ...tally.told.filter(([client]) => client !== clientId),
          [clientId, { moment, wait: retryAfter, id: name }] as const,
        ].slice(-MOST_CLIENTS);
  return { ...tally, count, fault, firstKey, requests: keep(tally.requests, summary), told };
};

const afterEvent = (
  tally: Tally,
  compiled: CompiledExpectation,
  came: ObservedEvent,
  sinceActivation: number,
): Tally => {
  const { id, type, hide } = came;
  const { expectation, upper, within } = compiled;
  if (expectation.event === undefined) return tally;
  const missEvent = (closeness: number, tell: () => Difference): Tally =>
    miss(tally, closeness, () => ({ request: null, event: { id, type }, difference: tell() }));
  if (type !== expectation.event) return missEvent(0, () => differenceInType(compiled, type));
  const { closeness, difference } = compareEvent(compiled, came);
  if (difference !== undefined) return missEvent(closeness, () => hide(difference));
  if (sinceActivation > within) return missEvent(closeness, () => tooLate(compiled, sinceActivation));
  const count = tally.count + 1;
  const fault = tally.fault ?? faultOfNumber(count, upper, `${type} (${id})`);
  return { ...tally, count, fault, events: keep(tally.events, { id, type }) };
};

const tooLate = ({ expectation: { within } }: CompiledExpectation, sinceActivation: number): Difference => ({
  at: 'within',
  expected: `at most ${String(within)} after activation`,
  actual: `${toIsoDuration(Math.max(0, Math.round(sinceActivation)))} after it`,
});

const faultOfNumber = (count: number, upper: number, what: string): string | undefined =>
  count > upper ? `${what} exceeds the allowed number.` : undefined;

const faultOfKey = (first: string | undefined, { idempotencyKey }: ObservedRequest, what: string) => {
  if (idempotencyKey === undefined) return `${what} has no Idempotency-Key.`;
  return idempotencyKey === first
    ? undefined
    : `${what} has the Idempotency-Key "${idempotencyKey.slice(0, 64)}", but the first request had "${String(first).slice(0, 64)}".`;
};

/** Checked whatever the status of the response: a client that retries too early has not waited, even if it succeeds. */
const checkRetryAfter = (tally: Tally, { moment, clientId = '', summary }: ObservedRequest): Tally => {
  const before = tally.told.find(([client]) => client === clientId)?.[1];
  if (tally.fault !== undefined || before === undefined || !hadReceivedResponse(before.moment, moment)) return tally;
  const waited = timeBetween(before.moment, moment);
  if (waited >= before.wait) return tally;
  const fault = `${nameOf(summary())} was sent ${seconds(waited)} after ${before.id}, whose response asked to wait ${seconds(before.wait)}.`;
  return { ...tally, fault };
};

const keep = <T>(list: readonly T[], item: T): readonly T[] =>
  list.length < 2 * NAMED ? [...list, item] : [...list.slice(0, NAMED), ...list.slice(NAMED + 1), item];

export const reportOf = (evaluation: Evaluation, now: number): ObservedReport => {
  const { scenario, activatedAt, seenSince, tallies } = evaluation;
  const complete = seenSince === undefined;
  const expectations = evaluation.expectations.map((expectation, index) =>
    reportOfOne(expectation, tallies[index] ?? NOTHING_COUNTED, { sinceActivation: now - activatedAt, complete }),
  );
  return {
    scenario,
    verdict: verdictOf(expectations),
    final: expectations.every(({ final }) => final),
    activatedAt: toIsoDateTime(activatedAt),
    now: toIsoDateTime(now),
    complete,
    seenSince: toIsoDateTime(seenSince ?? activatedAt),
    expectations,
  };
};

/** `complete`: every request and event since activation was counted. */
interface Progress {
  readonly sinceActivation: number;
  readonly complete: boolean;
}

const reportOfOne = (compiled: CompiledExpectation, tally: Tally, progress: Progress): ExpectationReport => {
  const { number, expectation, lower, upper, wanted } = compiled;
  const about = expectation.event === undefined ? 'requests' : 'events';
  const { count, fault, requests, events, closest } = tally;
  return {
    ...{ number, about },
    ...judge(compiled, tally, progress),
    ...{ wanted, came: describeCount(count, about), because: expectation.because ?? null },
    ...{ count, atLeast: lower, atMost: upper === Infinity ? null : upper, requests, events },
    ...{ fault: fault ?? null, closest: closest?.told ?? null },
  };
};

/** A minimum can be judged as soon as it is reached; a maximum only at the end. */
const judge = (
  { lower, upper, within, expectation: { sameIdempotencyKey, afterRetryAfter } }: CompiledExpectation,
  { count, fault }: Tally,
  { sinceActivation, complete }: Progress,
): Pick<ExpectationReport, 'verdict' | 'final'> => {
  const isOver = sinceActivation > within;
  if (fault !== undefined) return { verdict: 'not-met', final: true };
  if (count < lower)
    return isOver && complete ? { verdict: 'not-met', final: true } : { verdict: 'open', final: isOver };
  const canBreak = upper !== Infinity || sameIdempotencyKey === true || afterRetryAfter === true;
  if (!canBreak) return { verdict: 'met', final: true };
  // Unknown requests may have violated it.
  return { verdict: complete ? 'met' : 'open', final: isOver };
};

export const verdictOf = (reports: readonly Pick<ExpectationReport, 'verdict'>[]): ExpectationVerdict => {
  if (reports.some(({ verdict }) => verdict === 'not-met')) return 'not-met';
  return reports.some(({ verdict }) => verdict === 'open') ? 'open' : 'met';
};

/** For example `POST /v1/things (201)`. */
export const nameOf = ({ id, method, path, status }: RequestSummary): string =>
  `${method} ${path} (${status === null ? 'no answer' : String(status)}, ${id})`;
