import { NO_PAUSE, type Pause } from '../../kernel/time-slices.ts';
import { valueIn, parsePointer } from '../../kernel/json-pointer.ts';
import type { Json } from '../../kernel/json.ts';
import { canonicalize } from '../../kernel/canonical-json.ts';
import type { ConditionFile, Conditions } from '../../generated/scenario-file.ts';
import { type Effort, LONGEST_TEXT, compilePattern, beginEffort } from './pattern.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import type { ApiRequest } from '../../kernel/http.ts';

/** The parts of a request that conditions and templates may use. */
export interface Facts {
  readonly pathParameter: (name: string) => string | undefined;
  /** All values of the name. */
  readonly queryParameter: (name: string) => readonly string[];
  /** The name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Undefined if there is none, or if it has not been read yet. */
  readonly body: () => unknown;
  /** Of the expressions that are matched with them. */
  readonly effort: Effort;
}

/** Of requests that are in progress, whoever looks at them. */
const efforts = new WeakMap<ApiRequest, Effort>();

/** Of a request, as far as it has been parsed. Lazy: parses only what is used. */
export const factsOf = ({
  request,
  pathParameters,
  input,
}: {
  readonly request: ApiRequest;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly input?: { readonly body: unknown } | undefined;
}): Facts => {
  let query: URLSearchParams | undefined;
  return {
    pathParameter: (name) => (Object.hasOwn(pathParameters, name) ? pathParameters[name] : undefined),
    queryParameter: (name) => (query ??= new URLSearchParams(request.query)).getAll(name),
    header: (name) => request.header(name),
    // A raw upload is binary: JSON Pointers do not apply to it.
    body: () => (input?.body instanceof Uint8Array ? undefined : input?.body),
    get effort() {
      return getOrInsert(efforts, request, beginEffort);
    },
  };
};

type RequestPart = 'parameter' | 'header' | 'body';

export interface Difference {
  /** `body /externalId`, `state`, `times` ... */
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
}

/** A condition on a request. */
export interface Condition {
  /** For display: `header If-Match`, `body /items/0/id`. */
  readonly label: string;
  /** For display: `equals "A-1"`. */
  readonly expected: string;
  /** All values of the request at the location; empty if absent. */
  readonly valuesOf: (facts: Facts) => readonly unknown[];
  readonly holds: (values: readonly unknown[], effort: Effort) => boolean;
  /** Credentials are compared, but never displayed. */
  readonly isSecret: boolean;
}

type Operators = Extract<ConditionFile, object>;

const SECRET_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

export const isSecretHeader = (name: string): boolean => SECRET_HEADERS.has(name.toLowerCase());

export const toOperators = (condition: ConditionFile): Operators =>
  typeof condition === 'object' && condition !== null ? condition : { equals: condition };

/**
 * @param pause asked after each expression, which takes up to some milliseconds to compile
 * @throws {@link PatternError} for an invalid or unsupported expression
 */
export const toConditions = async (
  { params = {}, headers = {}, body = {} }: Conditions,
  pause: Pause = NO_PAUSE,
): Promise<Condition[]> => {
  const conditions: Condition[] = [];
  const addAll = async (place: RequestPart, byName: Readonly<Record<string, ConditionFile>>): Promise<void> => {
    for (const [name, written] of Object.entries(byName)) {
      const valuesOf = readerOf(place, name);
      const isSecret = place === 'header' && isSecretHeader(name);
      const operators = toOperators(written);
      for (const test of await toTests(operators, place === 'body'))
        conditions.push({ label: `${place} ${name}`, ...test, valuesOf, isSecret });
      if (operators.matches !== undefined) await pause();
    }
  };
  await addAll('parameter', params);
  await addAll('header', headers);
  await addAll('body', body);
  return conditions;
};

const readerOf = (place: RequestPart, name: string): Condition['valuesOf'] => {
  if (place === 'parameter')
    return ({ pathParameter, queryParameter }) => {
      const inPath = pathParameter(name);
      return inPath === undefined ? queryParameter(name) : [inPath];
    };
  const keys = place === 'body' ? parsePointer(name) : [];
  const lower = name.toLowerCase();
  return ({ body, header }) => {
    const value = place === 'body' ? valueIn(body(), keys) : header(lower);
    return value === undefined ? [] : [value];
  };
};

/** Parameters and headers are strings, so `equals: 3` matches "3"; in a body 3 and "3" differ. */
const toTests = async (
  { equals, matches, oneOf, present, absent }: Operators,
  isTyped: boolean,
): Promise<readonly Pick<Condition, 'expected' | 'holds'>[]> => {
  const same = isTyped ? (value: unknown) => canonicalize(value as Json) : (value: unknown) => String(value);
  const tests: Pick<Condition, 'expected' | 'holds'>[] = [];
  const addListed = (expected: string, listed: readonly Json[]): void => {
    const wanted = new Set(listed.map(same));
    tests.push({ expected, holds: (values) => values.some((value) => wanted.has(same(value))) });
  };
  if (present === true) tests.push({ expected: 'is present', holds: (values) => values.length > 0 });
  if (absent === true) tests.push({ expected: 'is absent', holds: (values) => values.length === 0 });
  if (equals !== undefined) addListed(`equals ${shown(equals)}`, [equals]);
  if (oneOf !== undefined) addListed(`is one of ${oneOf.map(shown).join(', ')}`, oneOf);
  if (matches !== undefined) {
    const pattern = await compilePattern(matches);
    tests.push({
      expected: `matches ${matches}`,
      holds: (values, effort) => values.some((value) => isScalar(value) && pattern.isIn(String(value), effort)),
    });
  }
  return tests;
};

const isScalar = (value: unknown): boolean => value !== null && typeof value !== 'object';

/** Maximum number of characters displayed of a value; longer ones are truncated to keep differences readable. */
const SHOWN = 80;

/** Formats a value for display. */
export const shown = (value: unknown): string => {
  const text = value instanceof Uint8Array ? `${value.byteLength} bytes` : canonicalize(value as Json);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

/** What the request contains instead, for display. Also what remains unknown is a difference: no condition holds by chance. */
const differenceOf = (
  { label: at, expected, isSecret }: Condition,
  values: readonly unknown[],
  effort: Effort,
): Difference => {
  const [first] = values;
  const long = typeof first === 'string' && first.length > LONGEST_TEXT ? ` (longer than ${LONGEST_TEXT})` : '';
  const whole = isSecret ? 'another value, which is not shown' : values.map(shown).join(', ') + long;
  const actual = values.length === 0 ? 'absent' : whole;
  return { at, expected, actual: effort.left < 0 ? `${actual} (not compared: ${SPENT})` : actual };
};

const SPENT = 'the expressions for this request take too much together; have fewer active, or wait for fewer';

/** How many conditions facts meet, and the first difference from one that they do not meet; undefined if they meet all. */
export const compareConditions = (
  conditions: readonly Condition[],
  facts: Facts,
): { readonly held: number; readonly difference: Difference | undefined } => {
  let held = 0;
  let difference: Difference | undefined;
  for (const condition of conditions) {
    const values = condition.valuesOf(facts);
    if (condition.holds(values, facts.effort)) held++;
    else difference ??= differenceOf(condition, values, facts.effort);
  }
  return { held, difference };
};
