import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Violation } from '../../kernel/problem.ts';
import { mergeAlternatives } from './merge-alternatives.ts';

/** Maximum number of entries in `errors[]`; a hostile body may violate a rule a million times. */
export const MAX_VIOLATIONS = 100;

/** Maximum length of an echoed string in characters. Longer strings are truncated; large structures are not echoed. */
const MAX_ECHO = 256;

/** Converts `/items/0/id` to `items[0].id`; `last` is an additional key, such as that of a missing member. */
export const toField = (instancePath: string, last?: string): string => {
  const keys = instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (last !== undefined) keys.push(last);
  return keys.reduce(
    (field, key) => (/^\d+$/.test(key) ? `${field}[${key}]` : field === '' ? key : `${field}.${key}`),
    '',
  );
};

const valueAt = (root: unknown, instancePath: string): unknown => {
  let value = root;
  for (const segment of instancePath.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
};

const echo = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > MAX_ECHO ? `${value.slice(0, MAX_ECHO)}…` : value;
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.keys(value).length > 20 ? null : value;
};

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
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

const unknownProperty = (error: ErrorObject): string => {
  const { properties } = (error.parentSchema ?? {}) as { properties?: object };
  const known = properties === undefined ? '' : ` (known: ${Object.keys(properties).join(', ')})`;
  return `is not a property of this object${known}`;
};

/** Messages by keyword, with expected and actual values; other keywords use Ajv's own. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  type: ({ type }, value) =>
    `must be ${Array.isArray(type) ? type.join(' or ') : String(type)}, but is ${typeOf(value)}`,
  enum: ({ allowedValues }) => `must be one of ${list(allowedValues as unknown[])}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minLength: ({ limit = 0 }, value) =>
    `must have at least ${quantity(limit, 'character')}, but has ${String(count(value))}`,
  maxLength: ({ limit = 0 }, value) =>
    `must have at most ${quantity(limit, 'character')}, but has ${String(count(value))}`,
  minItems: ({ limit = 0 }, value) => `must have at least ${quantity(limit, 'item')}, but has ${String(count(value))}`,
  maxItems: ({ limit = 0 }, value) => `must have at most ${quantity(limit, 'item')}, but has ${String(count(value))}`,
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

const toViolation = (error: ErrorObject, root: unknown): Violation => {
  const params = error.params as Params;
  const namedBy = NAMED_BY[error.keyword];
  const name = namedBy === undefined ? undefined : String(params[namedBy]);
  const path =
    name === undefined
      ? error.instancePath
      : `${error.instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const value = valueAt(root, path);
  return { field: toField(error.instancePath, name), message: describe(error, value), rejectedValue: echo(value) };
};

const describeInPlace = (error: ErrorObject): string => {
  const namedBy = NAMED_BY[error.keyword];
  const name = namedBy === undefined ? undefined : String((error.params as Params)[namedBy]);
  return `${toField(error.instancePath, name)} ${describe(error, error.data)}`.trim();
};

/**
 * Converts Ajv's errors (with `allErrors` and `verbose`) to entries of `errors[]`, one per violated rule and location.
 */
export const toViolations = (errors: readonly ErrorObject[], root: unknown): Violation[] => {
  const seen = new Set<string>();
  const violations: Violation[] = [];
  // "if" only reports that its "then" or "else" failed, which is already listed.
  for (const error of mergeAlternatives(
    errors.filter(({ keyword }) => keyword !== 'if'),
    describeInPlace,
  )) {
    const violation = toViolation(error, root);
    const key = `${violation.field}\n${violation.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    violations.push(violation);
    if (violations.length === MAX_VIOLATIONS) break;
  }
  return violations;
};
