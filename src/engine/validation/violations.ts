import type { ErrorObject } from 'ajv/dist/2020.js';
import { isAnyNumber, isWhole } from '../../kernel/exact-number.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { pathOf, toReferenceToken, valueIn } from '../../kernel/json-pointer.ts';
import { formatPath, type Path } from '../../kernel/path.ts';
import type { Violation } from '../../kernel/problem.ts';
import { counted } from '../../kernel/sentence.ts';
import { typeOf } from '../contract/schema-shapes.ts';
import { problem } from '../problems/problem.ts';
import type { Choice } from './alternatives.ts';
import { unknownMemberOf } from './unknown-members.ts';

/** Maximum number of entries in `errors[]`; a hostile body may violate a rule a million times. */
export const MAX_VIOLATIONS = 100;

/** Maximum length of an echoed string in characters. Longer strings are truncated; large structures are not echoed. */
const MAX_ECHO = 256;

/** Maximum members of an echoed structure, at any depth. */
const MAX_MEMBERS = 20;

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

const list = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

type Wording = (params: ErrorObject['params'], value: unknown, error: ErrorObject) => string;

const count = (value: unknown): number =>
  typeof value === 'string'
    ? Array.from(value).length
    : Array.isArray(value)
      ? value.length
      : Object.keys(value ?? {}).length;

/** What a size is, and what it may be. */
const bound =
  (word: 'least' | 'most', noun: string): Wording =>
  ({ limit }, value) =>
    `must have at ${word} ${counted(Number(limit), noun)}, but has ${count(value)}`;

const unknownProperty: Wording = (_params, _value, error) => {
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
    `must be ${Array.isArray(type) ? type.join(' or ') : String(type)}, but is ${isAnyNumber(value) && isWhole(value) ? 'integer' : typeOf(value)}${hasExponent(value) ? WRITTEN_OUT : ''}`,
  enum: ({ allowedValues }) => `must be one of ${list(allowedValues as unknown[])}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minLength: bound('least', 'character'),
  maxLength: bound('most', 'character'),
  minItems: bound('least', 'item'),
  maxItems: bound('most', 'item'),
  pattern: ({ pattern }) => `must match the pattern ${String(pattern)}`,
  format: ({ format }) => `must be a valid ${String(format)}`,
  required: () => 'is required',
  additionalProperties: unknownProperty,
  unevaluatedProperties: unknownProperty,
  dependentRequired: ({ property }) => `is required when "${String(property)}" is present`,
};

const describe = (error: ErrorObject, value: unknown): string =>
  WORDINGS[error.keyword]?.(error.params, value, error) ?? error.message ?? error.keyword;

/** Where an error is shown: at the member that is missing, or should be. */
const placeOf = (error: ErrorObject): Path => {
  const isMissing = error.keyword === 'required' || error.keyword === 'dependentRequired';
  const name = isMissing ? String(error.params['missingProperty']) : unknownMemberOf(error)?.name;
  return [...pathOf(error.instancePath), ...(name === undefined ? [] : [name])];
};

const identityOf = ({ instancePath, keyword, params }: ErrorObject): string =>
  `${instancePath} ${keyword} ${stringifyJson(params)}`;

const describeInPlace = (error: ErrorObject): string =>
  `${formatPath(placeOf(error))} ${describe(error, error.data)}`.trim();

/**
 * Converts Ajv's errors (with `allErrors` and `verbose`) to entries of `errors[]`, one per violated rule and location.
 */
export const toViolations = (errors: readonly ErrorObject[], root: unknown): Violation[] => {
  const seen = new Set<string>();
  const isNew = (key: string): boolean => seen.size < seen.add(key).size;
  const violations: Violation[] = [];
  for (const error of mergeAlternatives(errors, describeInPlace)) {
    // Alternatives report the same thousands of times: what costs more than a key is done once.
    if (!isNew(`${identityOf(error)} ${error.message ?? ''}`)) continue;
    const path = placeOf(error);
    const value = valueIn(root, path);
    const field = formatPath(path);
    const message = describe(error, value);
    if (isNew(`${field}\n${message}`)) violations.push({ field, message, rejectedValue: echo(value) });
    if (violations.length === MAX_VIOLATIONS) break;
  }
  return violations;
};

/** 422 with one entry of `errors[]` per violation. */
export const invalid = (violations: readonly Violation[]): Error =>
  problem('validation-error', { detail: summarize(violations), errors: violations });

const summarize = (violations: readonly Violation[]): string => {
  const [first] = violations;
  const one = first === undefined ? '' : `${first.field === '' ? 'The body' : first.field} ${first.message}`;
  if (violations.length === 1) return `${one}.`;
  const number = violations.length === MAX_VIOLATIONS ? `at least ${MAX_VIOLATIONS}` : String(violations.length);
  return `${number} violations; the first: ${one}.`;
};

/** Maximum number of reasons in one entry. */
const MAX_REASONS = 5;

/** Maximum length of the reasons of one entry, which contain those of alternatives within alternatives. */
const MAX_LENGTH = 2000;

/** Maximum number of choices that are explained, in alternatives within alternatives. */
const MAX_EXPLAINED = 1000;

type Errors = readonly ErrorObject[];

/** What `readAlternatives` adds to the error of a choice. */
interface ChoiceParams {
  readonly failed?: readonly Errors[];
  readonly choice?: Choice;
  readonly passingSchemas?: readonly number[] | null;
}

/** The errors of each alternative of a failed `anyOf` or `oneOf`. */
export const alternativesOf = ({ params }: ErrorObject): readonly Errors[] => (params as ChoiceParams).failed ?? [];

/** All errors one after another, as Ajv lists them: those of alternatives precede that of the choice. */
export const flatErrors = function* (errors: Errors): Generator<ErrorObject> {
  for (const error of errors) {
    for (const alternative of alternativesOf(error)) yield* flatErrors(alternative);
    yield error;
  }
};

/**
 * To the client a failed `anyOf` or `oneOf` is one error, so those of its alternatives are merged: to the errors of the
 * evidently intended alternative, or to the values that select one, or to all reasons in one entry.
 */
const mergeAlternatives = (errors: Errors, describe: (error: ErrorObject) => string): Generator<ErrorObject> => {
  // Alternatives that evaluate the same member share its errors.
  const merged = new Map<ErrorObject, Errors>();
  let explained = 0;
  const merge = function* (list: Errors): Generator<ErrorObject> {
    for (const error of list) {
      // "if" only reports that its "then" or "else" failed, which is already listed.
      if (error.keyword === 'if') continue;
      if ((error.params as ChoiceParams).failed === undefined) yield error;
      else yield* getOrInsert(merged, error, choose);
    }
  };
  const mergeAll = (list: Errors): Errors => [...merge(list)];

  const choose = (error: ErrorObject): Errors => {
    const { failed = [], ...params } = error.params as ChoiceParams;
    const { choice, passingSchemas } = params;
    const whole = { ...error, params };
    if (Array.isArray(passingSchemas))
      return [{ ...whole, message: 'must match exactly one of the alternatives, but matches several' }];
    if (++explained > MAX_EXPLAINED) return [{ ...whole, message: 'must match one of the alternatives' }];
    const meant = choice?.meant === undefined ? undefined : failed[choice.meant];
    if (meant !== undefined) return mergeAll(meant);
    if (choice?.refused !== undefined) return [toEnumError(whole, choice.refused)];
    const alternatives = failed.map(mergeAll);
    return (
      sharedErrors(alternatives) ??
      choosingValues(whole, alternatives) ??
      meantAlternative(alternatives) ?? [
        { ...whole, message: `must match one of the alternatives: ${reasonsOf(alternatives, describe)}` },
      ]
    );
  };
  return merge(errors);
};

const toEnumError = (whole: ErrorObject, { member, allowedValues }: NonNullable<Choice['refused']>): ErrorObject => ({
  ...whole,
  instancePath: `${whole.instancePath}/${toReferenceToken(member)}`,
  keyword: 'enum',
  params: { allowedValues },
});

const reasonsOf = (alternatives: readonly Errors[], describe: (error: ErrorObject) => string): string => {
  const reasons = new Set<string>();
  for (const error of alternatives.flat()) {
    reasons.add(describe(error));
    if (reasons.size === MAX_REASONS) break;
  }
  const text = [...reasons].join('; or ');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
};

const valuesOf = ({ keyword, params }: ErrorObject): readonly unknown[] =>
  keyword === 'enum' ? (params['allowedValues'] as unknown[]) : [params['allowedValue']];

const listsValues = ({ keyword }: ErrorObject): boolean => keyword === 'enum' || keyword === 'const';

/** Errors that all alternatives have in common, such as a missing discriminator. */
const sharedErrors = ([first = [], ...others]: readonly Errors[]): Errors | undefined => {
  const known = others.map((alternative) => new Set(alternative.map(identityOf)));
  const shared = first.filter((error) => known.every((identities) => identities.has(identityOf(error))));
  return others.length > 0 && shared.length > 0 ? shared : undefined;
};

/** If every alternative requires another value at the same location: one error with all of these values. */
const choosingValues = (whole: ErrorObject, alternatives: readonly Errors[]): Errors | undefined => {
  const wanted = alternatives.map((alternative) => alternative.find(listsValues));
  const [first] = wanted;
  if (first === undefined || !wanted.every((error) => error?.instancePath === first.instancePath)) return undefined;
  const allowedValues = wanted.flatMap((error) => (error === undefined ? [] : valuesOf(error)));
  return [{ ...whole, instancePath: first.instancePath, keyword: 'enum', params: { allowedValues }, data: first.data }];
};

/** If only one alternative accepts the discriminator value: the errors of that one. */
const meantAlternative = (alternatives: readonly Errors[]): Errors | undefined => {
  const content = alternatives.filter((alternative) => !alternative.some(listsValues));
  return alternatives.length > 1 && content.length === 1 ? content[0] : undefined;
};
