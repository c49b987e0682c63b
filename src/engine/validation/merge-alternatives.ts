import type { ErrorObject } from 'ajv/dist/2020.js';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { toReferenceToken } from '../../kernel/json-pointer.ts';
import type { Choice } from './choose-alternative.ts';

/** Maximum number of reasons in one entry. */
const MAX_REASONS = 5;

/** Maximum length of the reasons of one entry, which contain those of alternatives within alternatives. */
const MAX_LENGTH = 2000;

/** Maximum number of choices that are explained, in alternatives within alternatives. */
const MAX_EXPLAINED = 1000;

type Errors = readonly ErrorObject[];

/** What `readAlternatives` adds to the error of a choice. */
interface Params {
  readonly failed?: readonly Errors[];
  readonly choice?: Choice;
  readonly passingSchemas?: readonly number[] | null;
}

/** The errors of each alternative of a failed `anyOf` or `oneOf`. */
export const alternativesOf = ({ params }: ErrorObject): readonly Errors[] => (params as Params).failed ?? [];

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
export const mergeAlternatives = (errors: Errors, describe: (error: ErrorObject) => string): Generator<ErrorObject> => {
  // Alternatives that evaluate the same member share its errors.
  const merged = new Map<ErrorObject, Errors>();
  let explained = 0;
  const merge = function* (list: Errors): Generator<ErrorObject> {
    for (const error of list) {
      // "if" only reports that its "then" or "else" failed, which is already listed.
      if (error.keyword === 'if') continue;
      const { failed, ...params } = error.params as Params;
      if (failed === undefined) yield error;
      else yield* getOrInsert(merged, error, () => choose({ ...error, params }, failed));
    }
  };
  const mergeAll = (list: Errors): Errors => [...merge(list)];

  const choose = (whole: ErrorObject, failed: readonly Errors[]): Errors => {
    const { choice, passingSchemas } = whole.params as Params;
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

const valuesOf = ({ keyword, params }: ErrorObject): readonly unknown[] => {
  if (keyword === 'enum') return params['allowedValues'] as unknown[];
  return keyword === 'const' ? [params['allowedValue']] : [];
};

const listsValues = ({ keyword }: ErrorObject): boolean => keyword === 'enum' || keyword === 'const';

/** Errors that all alternatives have in common, such as a missing discriminator. */
const sharedErrors = ([first = [], ...others]: readonly Errors[]): Errors | undefined => {
  const identity = ({ instancePath, keyword, params }: ErrorObject): string =>
    `${instancePath} ${keyword} ${JSON.stringify(params)}`;
  const known = others.map((alternative) => new Set(alternative.map(identity)));
  const shared = first.filter((error) => known.every((identities) => identities.has(identity(error))));
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
