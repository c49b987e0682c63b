import { canonicalize } from '../../../kernel/canonical-json.ts';
import type { Json } from '../../../kernel/json.ts';
import { parseDuration } from '../../../kernel/duration.ts';
import { type Condition, describeActual, shown, toConditions } from '../../matching/condition.ts';
import type { Expectation } from './expectation-file.ts';
import type { Difference } from '../../matching/difference.ts';
import type { ObservedEvent, ObservedRequest } from './observed.ts';
import { describeExpectation } from './describe.ts';

/** An expectation, prepared for matching. */
export interface CompiledExpectation {
  /** From 1. */
  readonly number: number;
  readonly expectation: Expectation;
  readonly conditions: readonly Condition[];
  /** So many at least, and at most. */
  readonly lower: number;
  readonly upper: number;
  /** Milliseconds from activation; infinite where time does not matter. */
  readonly within: number;
  /** What is wanted, for people. */
  readonly wanted: string;
}

/** @throws {@link PatternError} and {@link DurationError}; a checked file has none */
export const compileExpectation = async (expectation: Expectation, index: number): Promise<CompiledExpectation> => {
  const { when = {}, times, atLeast, atMost, within } = expectation;
  const conditions = await toConditions(when);
  const bounds = {
    // "1 where no number is given."
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

/** How something that came stands to a wish. */
export interface Fit {
  /** Share of the criteria that are met. */
  readonly closeness: number;
  /** The first criterion that is not met; undefined when all are. */
  readonly difference: Difference | undefined;
}

/** Whether a request is of the kind that a wish is about at all: asked first, of everything that comes. */
export const isAbout = ({ expectation: { request } }: CompiledExpectation, operationId: string | undefined): boolean =>
  request === '*' || (request !== undefined && request === operationId);

/** A request of the right operation: its conditions, then its answer. */
export const compareRequest = (
  { conditions, expectation: { answered } }: CompiledExpectation,
  came: ObservedRequest,
): Fit => {
  let held = 0;
  let difference: Difference | undefined;
  if (conditions.length > 0) {
    const facts = came.facts();
    for (const condition of conditions) {
      const values = condition.valuesOf(facts);
      if (condition.holds(values)) held++;
      else
        difference ??= {
          at: condition.label,
          expected: condition.expected,
          actual: describeActual(condition, values),
        };
    }
  }
  if (answered === undefined || answered === came.answered) held++;
  else difference ??= toStatusDifference(answered, came);
  return { closeness: held / (conditions.length + 1), difference };
};

const toStatusDifference = (answered: number, came: ObservedRequest): Difference => ({
  at: 'answer',
  expected: `equals ${String(answered)}`,
  actual: came.answered === undefined ? `lost: ${String(came.lostBy)}` : String(came.answered),
});

export const differenceInOperation = (
  { expectation: { request } }: CompiledExpectation,
  operationId: string | null,
): Difference => ({
  at: 'operation',
  expected: `equals ${String(request)}`,
  actual: operationId ?? 'not in the API description',
});

export const compareEvent = ({ expectation: { data = {} } }: CompiledExpectation, came: ObservedEvent): Fit => {
  const members = Object.entries(data);
  let held = 0;
  let difference: Difference | undefined;
  for (const [name, wanted] of members) {
    const found = memberOf(came.data, name);
    const first = differenceIn(`data ${name}`, wanted, found);
    if (first === undefined) held++;
    else difference ??= first;
  }
  return { closeness: (held + 1) / (members.length + 1), difference };
};

export const differenceInType = ({ expectation: { event } }: CompiledExpectation, type: string): Difference => ({
  at: 'event',
  expected: `equals ${String(event)}`,
  actual: type,
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** An object must hold the members that are wanted, and may hold more; anything else must be the same. */
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
