import { type Condition, shown, compareConditions, toConditions, type Difference } from '../../matching/condition.ts';
import type { EventSummary, RequestSummary } from '../../../generated/control-schemas.ts';
import type { Expectation } from '../../../generated/scenario-file.ts';
import type { Pause } from '../../../kernel/time-slices.ts';
import { canonicalize } from '../../../kernel/canonical-json.ts';
import { isObject, type Json } from '../../../kernel/json.ts';
import { parseDuration } from '../../../kernel/duration.ts';
import type { Observation } from './observed.ts';

/** For example `createThing (answered 201) at least 2 times, all with the same Idempotency-Key, within PT3H`. */
const describeExpectation = (
  { request, event, data = {}, answered, sameIdempotencyKey, afterRetryAfter, within }: Expectation,
  conditions: readonly Condition[],
  bounds: Pick<CompiledExpectation, 'lower' | 'upper'>,
): string => {
  const subject = event === undefined ? (request === '*' ? 'any request' : String(request)) : `event ${event}`;
  const narrower = [
    ...conditions.map(({ label, expected }) => `${label} ${expected}`),
    ...Object.entries(data).map(([name, value]) => `data ${name} equals ${shown(value)}`),
    ...(answered === undefined ? [] : [`answered ${answered}`]),
  ];
  return [
    `${subject}${narrower.length === 0 ? '' : ` (${narrower.join('; ')})`} ${describeBounds(bounds)}`,
    ...(sameIdempotencyKey === true ? ['all with the same Idempotency-Key'] : []),
    ...(afterRetryAfter === true ? ['none before Retry-After has elapsed'] : []),
    ...(within === undefined ? [] : [`within ${within}`]),
  ].join(', ');
};

const describeBounds = ({ lower, upper }: Pick<CompiledExpectation, 'lower' | 'upper'>): string => {
  if (upper === 0) return 'never';
  if (lower === upper) return `exactly ${toTimes(lower)}`;
  if (upper === Infinity) return `at least ${toTimes(lower)}`;
  return lower === 0 ? `at most ${toTimes(upper)}` : `${lower} to ${upper} times`;
};

const toTimes = (count: number): string => {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
};

/** For example `received twice`, `never emitted`. */
export const describeCount = (count: number, about: 'requests' | 'events'): string => {
  const verb = about === 'requests' ? 'received' : 'emitted';
  return count === 0 ? `never ${verb}` : `${verb} ${toTimes(count)}`;
};

/** An expectation, compiled for matching. */
export interface CompiledExpectation {
  /** From 1. */
  readonly number: number;
  readonly expectation: Expectation;
  readonly conditions: readonly Condition[];
  /** Minimum and maximum number of matches. */
  readonly lower: number;
  readonly upper: number;
  /** Milliseconds from activation; infinite if there is no time limit. */
  readonly within: number;
  /** What is expected, in words. */
  readonly wanted: string;
}

/** @throws {@link PatternError} and {@link DurationError}; a checked file has none */
export const compileExpectation = async (
  expectation: Expectation,
  index: number,
  pause?: Pause,
): Promise<CompiledExpectation> => {
  const { when = {}, times, atLeast, atMost, within } = expectation;
  const conditions = await toConditions(when, pause);
  const bounds = {
    // 1 where no number is given.
    lower: times ?? atLeast ?? (atMost === undefined ? 1 : 0),
    upper: times ?? atMost ?? Infinity,
  };
  return {
    number: index + 1,
    expectation,
    conditions,
    ...bounds,
    within: within === undefined ? Infinity : parseDuration(within),
    wanted: describeExpectation(expectation, conditions, bounds),
  };
};

/** Whether an expectation is about requests of this operation, or events of this type. */
export const concerns = (
  { expectation: { request, event } }: CompiledExpectation,
  seen: RequestSummary | EventSummary,
): boolean => {
  if ('type' in seen) return event === seen.type;
  return request === '*' || (request !== undefined && request === seen.operationId);
};

/** What differs in a request or event that is not. */
export const differenceInKind = (
  { expectation: { request, event } }: CompiledExpectation,
  seen: RequestSummary | EventSummary,
): Difference =>
  'type' in seen
    ? { at: 'event', expected: `equals ${String(event)}`, actual: seen.type }
    : {
        at: 'operation',
        expected: `equals ${String(request)}`,
        actual: seen.operationId ?? 'not in the API description',
      };

/**
 * Of one that is, the fraction of the criteria that are met, and the first that is not: a request is compared by its
 * conditions, then by its response; an event by its data.
 */
export const compare = (
  { conditions, expectation: { answered, data = {} } }: CompiledExpectation,
  seen: Observation,
): { readonly closeness: number; readonly difference: Difference | undefined } => {
  if (seen.kind === 'event') {
    const differences = Object.entries(data).flatMap(
      ([name, wanted]) => differenceIn(`data ${name}`, wanted, memberOf(seen.data, name)) ?? [],
    );
    return { closeness: 1 - differences.length / (Object.keys(data).length + 1), difference: differences[0] };
  }
  const { held, difference } =
    conditions.length === 0 ? { held: 0, difference: undefined } : compareConditions(conditions, seen.facts());
  const total = conditions.length + 1;
  if (answered === undefined || answered === seen.answered) return { closeness: (held + 1) / total, difference };
  const actual = seen.answered === undefined ? `lost: ${String(seen.lostBy)}` : String(seen.answered);
  const inStatus = { at: 'answer', expected: `equals ${answered}`, actual };
  return { closeness: held / total, difference: difference ?? inStatus };
};

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** An object must contain the expected members, and may have more; any other value must be equal. */
const differenceIn = (at: string, wanted: Json, found: unknown): Difference | undefined => {
  if (isObject(wanted) && isObject(found)) {
    for (const [name, member] of Object.entries(wanted)) {
      const difference = differenceIn(`${at}.${name}`, member as Json, memberOf(found, name));
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  if (found !== undefined && canonicalize(found as Json) === canonicalize(wanted)) return undefined;
  return { at, expected: `equals ${shown(wanted)}`, actual: found === undefined ? 'absent' : shown(found) };
};
