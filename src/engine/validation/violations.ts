import type { ErrorObject } from 'ajv/dist/2020.js';
import { isAnyNumber, isWhole } from '../../kernel/exact-number.ts';
import type { Violation } from '../../kernel/problem.ts';
import { formatPath, type Path, pathOf } from '../../kernel/path.ts';
import { mergeAlternatives } from './merge-alternatives.ts';
import { unknownMemberOf } from './unknown-members.ts';

/** Maximum number of entries in `errors[]`; a hostile body may violate a rule a million times. */
export const MAX_VIOLATIONS = 100;

/** Maximum length of an echoed string in characters. Longer strings are truncated; large structures are not echoed. */
const MAX_ECHO = 256;

/** Maximum members of an echoed structure, at any depth. */
const MAX_MEMBERS = 20;

const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    root,
  );

const echo = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > MAX_ECHO ? `${value.slice(0, MAX_ECHO)}…` : value;
  if (typeof value !== 'object' || value === null) return value ?? null;
  return isSmall(value) ? value : null;
};

/** Whether a structure has few members, none of them long: a hundred violations may each echo the same one. */
const isSmall = (value: object): boolean => {
  const open: unknown[] = [value];
  let members = 0;
  for (const next of open) {
    if (typeof next === 'string' && next.length > MAX_ECHO) return false;
    if (typeof next !== 'object' || next === null) continue;
    const names = Object.keys(next);
    members += names.length;
    if (members > MAX_MEMBERS || names.some((name) => name.length > MAX_ECHO)) return false;
    open.push(...(Object.values(next) as unknown[]));
  }
  return true;
};

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isAnyNumber(value)) return isWhole(value) ? 'integer' : 'number';
  return typeof value;
};

const list = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

const quantity = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

/** What Ajv adds to an error with `verbose`; `schema` is the keyword's value. */
interface Params extends Readonly<Record<string, unknown>> {
  readonly limit?: number;
  readonly comparison?: string;
}

type Wording = (params: Params, value: unknown, error: ErrorObject) => string;

const count = (value: unknown): number =>
  typeof value === 'string'
    ? Array.from(value).length
    : Array.isArray(value)
      ? value.length
      : Object.keys(value ?? {}).length;

const limitAndCount = (noun: string, { limit = 0 }: Params, value: unknown): string =>
  `${quantity(limit, noun)}, but has ${String(count(value))}`;

const unknownProperty = (error: ErrorObject): string => {
  const { known = [] } = unknownMemberOf(error) ?? {};
  return `is not a property of this object${known.length === 0 ? '' : ` (known: ${known.join(', ')})`}`;
};

const hasExponent = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_ECHO && /^-?\d+(?:\.\d+)?e[+-]?\d+$/i.test(value);

/** Which texts are numbers: see `text-values.ts`. */
const WRITTEN_OUT = ': write all digits of a large integer; at most 1.8e308 is a number';

/** Messages by keyword, with expected and actual values; other keywords use Ajv's own. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  type: ({ type }, value) =>
    `must be ${Array.isArray(type) ? type.join(' or ') : String(type)}, but is ${typeOf(value)}${hasExponent(value) ? WRITTEN_OUT : ''}`,
  enum: ({ allowedValues }) => `must be one of ${list(allowedValues as unknown[])}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minLength: (params, value) => `must have at least ${limitAndCount('character', params, value)}`,
  maxLength: (params, value) => `must have at most ${limitAndCount('character', params, value)}`,
  minItems: (params, value) => `must have at least ${limitAndCount('item', params, value)}`,
  maxItems: (params, value) => `must have at most ${limitAndCount('item', params, value)}`,
  pattern: ({ pattern }) => `must match the pattern ${String(pattern)}`,
  format: ({ format }) => `must be a valid ${String(format)}`,
  required: () => 'is required',
  additionalProperties: (_params, _value, error) => unknownProperty(error),
  unevaluatedProperties: (_params, _value, error) => unknownProperty(error),
  dependentRequired: ({ property }) => `is required when "${String(property)}" is present`,
};

const NAMED_BY: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  dependentRequired: 'missingProperty',
  additionalProperties: 'additionalProperty',
  unevaluatedProperties: 'unevaluatedProperty',
};

const describe = (error: ErrorObject, value: unknown): string =>
  WORDINGS[error.keyword]?.(error.params as Params, value, error) ?? error.message ?? error.keyword;

/** Where an error is shown: at the member that is missing, or should be. */
const placeOf = ({ keyword, instancePath, params }: ErrorObject): Path => {
  const namedBy = NAMED_BY[keyword];
  const path = pathOf(instancePath);
  return namedBy === undefined ? path : [...path, String(params[namedBy])];
};

const toViolation = (error: ErrorObject, root: unknown): Violation => {
  const path = placeOf(error);
  const value = valueAt(root, path);
  return { field: formatPath(path), message: describe(error, value), rejectedValue: echo(value) };
};

const describeInPlace = (error: ErrorObject): string =>
  `${formatPath(placeOf(error))} ${describe(error, error.data)}`.trim();

/**
 * Converts Ajv's errors (with `allErrors` and `verbose`) to entries of `errors[]`, one per violated rule and location.
 */
export const toViolations = (errors: readonly ErrorObject[], root: unknown): Violation[] => {
  const seen = new Set<string>();
  const violations: Violation[] = [];
  for (const error of mergeAlternatives(errors, describeInPlace)) {
    const violation = toViolation(error, root);
    const key = `${violation.field}\n${violation.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    violations.push(violation);
    if (violations.length === MAX_VIOLATIONS) break;
  }
  return violations;
};
