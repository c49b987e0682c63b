import type { ErrorObject } from 'ajv/dist/2020.js';

/** Maximum number of reasons in one entry. */
const MAX_REASONS = 5;

/**
 * Ajv reports every branch of a failed `anyOf` or `oneOf`, and then the choice itself. To the client this is one error,
 * so the branches are merged: to the errors of the evidently intended branch, to the values that select a branch, or to
 * all reasons in one entry.
 */
export const mergeAlternatives = (
  errors: readonly ErrorObject[],
  describe: (error: ErrorObject) => string,
): ErrorObject[] => {
  const merged: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      merged.push(error);
      continue;
    }
    const branches: ErrorObject[] = [];
    for (let last = merged.at(-1); last !== undefined && isWithin(last, error); last = merged.at(-1)) {
      branches.unshift(last);
      merged.pop();
    }
    merged.push(...choose(error, branches, describe));
  }
  return merged;
};

/** The target of a `$ref`, where the schema path of errors restarts. */
const REFERENCED = /^[^#]*#\/(?:components|paths|webhooks|definitions|\$defs)\//;

/** True for an error of a branch; false for one of a keyword beside the choice. */
const isWithin = (branch: ErrorObject, whole: ErrorObject): boolean => {
  const isInside =
    branch.instancePath === whole.instancePath || branch.instancePath.startsWith(`${whole.instancePath}/`);
  if (!isInside || branch.schemaPath.startsWith(`${whole.schemaPath}/`)) return isInside;
  const beside = whole.schemaPath.slice(0, whole.schemaPath.lastIndexOf('/') + 1);
  return REFERENCED.test(branch.schemaPath) && !(REFERENCED.test(beside) && branch.schemaPath.startsWith(beside));
};

/** Errors of one branch share a path: an index below the choice, or the target of a `$ref`. */
const branchOf = ({ schemaPath }: ErrorObject, whole: ErrorObject): string =>
  schemaPath.startsWith(`${whole.schemaPath}/`)
    ? (schemaPath.slice(whole.schemaPath.length + 1).split('/')[0] ?? '')
    : schemaPath.split('/').slice(0, 4).join('/');

const valuesOf = ({ keyword, params }: ErrorObject): readonly unknown[] => {
  if (keyword === 'enum') return params['allowedValues'] as unknown[];
  return keyword === 'const' ? [params['allowedValue']] : [];
};

const listsValues = ({ keyword }: ErrorObject): boolean => keyword === 'enum' || keyword === 'const';

const choose = (
  whole: ErrorObject,
  branches: readonly ErrorObject[],
  describe: (error: ErrorObject) => string,
): readonly ErrorObject[] => {
  if (whole.keyword === 'oneOf' && Array.isArray(whole.params['passingSchemas']))
    return [{ ...whole, message: 'must match exactly one of the alternatives, but matches several' }];
  const groups = [...Map.groupBy(branches, (branch) => branchOf(branch, whole)).values()];
  return (
    sharedErrors(groups) ??
    choosingValues(whole, groups) ??
    meantBranch(groups) ?? [
      { ...whole, message: `must match one of the alternatives: ${reasonsOf(branches, describe)}` },
    ]
  );
};

const reasonsOf = (branches: readonly ErrorObject[], describe: (error: ErrorObject) => string): string =>
  [...new Set(branches.map(describe))].slice(0, MAX_REASONS).join('; or ');

/** Errors that all branches have in common, such as a missing discriminator. */
const sharedErrors = (groups: readonly (readonly ErrorObject[])[]): readonly ErrorObject[] | undefined => {
  const identity = ({ instancePath, keyword, params }: ErrorObject): string =>
    `${instancePath} ${keyword} ${JSON.stringify(params)}`;
  const [first = [], ...others] = groups;
  const shared = first.filter((error) =>
    others.every((group) => group.some((other) => identity(other) === identity(error))),
  );
  return others.length > 0 && shared.length > 0 ? shared : undefined;
};

/** If every branch requires another value at the same location: one error with all of these values. */
const choosingValues = (whole: ErrorObject, groups: readonly (readonly ErrorObject[])[]): ErrorObject[] | undefined => {
  const wanted = groups.map((group) => group.find(listsValues));
  const [first] = wanted;
  if (first === undefined || !wanted.every((error) => error?.instancePath === first.instancePath)) return undefined;
  const allowedValues = wanted.flatMap((error) => (error === undefined ? [] : valuesOf(error)));
  return [{ ...whole, instancePath: first.instancePath, keyword: 'enum', params: { allowedValues }, data: first.data }];
};

/** If only one branch accepts the discriminator value: the errors of that branch. */
const meantBranch = (groups: readonly (readonly ErrorObject[])[]): readonly ErrorObject[] | undefined => {
  const content = groups.filter((group) => !group.some(listsValues));
  return groups.length > 1 && content.length === 1 ? content[0] : undefined;
};
