import type { ErrorObject } from 'ajv/dist/2020.js';

/** Enough reasons to see what the alternatives are. */
const MAX_REASONS = 5;

/**
 * Ajv reports every branch of a failed `anyOf` or `oneOf`, and then the choice itself. A sender broke one rule there, so
 * the branches become one: the branch that was evidently meant, or the values that would have chosen one, or all reasons
 * in one entry.
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

/** Where a `$ref` leads: the path of its errors begins anew there. */
const REFERENCED = /^[^#]*#\/(?:components|paths|webhooks|definitions|\$defs)\//;

/** True for an error of a branch; false for one of a keyword that stands beside the choice. */
const isWithin = (branch: ErrorObject, whole: ErrorObject): boolean => {
  const isInside =
    branch.instancePath === whole.instancePath || branch.instancePath.startsWith(`${whole.instancePath}/`);
  if (!isInside || branch.schemaPath.startsWith(`${whole.schemaPath}/`)) return isInside;
  const beside = whole.schemaPath.slice(0, whole.schemaPath.lastIndexOf('/') + 1);
  return REFERENCED.test(branch.schemaPath) && !(REFERENCED.test(beside) && branch.schemaPath.startsWith(beside));
};

/** The errors of one branch share a way: an index below the choice, or the schema that a `$ref` leads to. */
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

/** What every branch complains of in the same words, such as the missing property that chooses between them. */
const sharedErrors = (groups: readonly (readonly ErrorObject[])[]): readonly ErrorObject[] | undefined => {
  const identity = ({ instancePath, keyword, params }: ErrorObject): string =>
    `${instancePath} ${keyword} ${JSON.stringify(params)}`;
  const [first = [], ...others] = groups;
  const shared = first.filter((error) =>
    others.every((group) => group.some((other) => identity(other) === identity(error))),
  );
  return others.length > 0 && shared.length > 0 ? shared : undefined;
};

/** Every branch wants another value at the same place: the sender is told all of them. */
const choosingValues = (whole: ErrorObject, groups: readonly (readonly ErrorObject[])[]): ErrorObject[] | undefined => {
  const wanted = groups.map((group) => group.find(listsValues));
  const [first] = wanted;
  if (first === undefined || !wanted.every((error) => error?.instancePath === first.instancePath)) return undefined;
  const allowedValues = wanted.flatMap((error) => (error === undefined ? [] : valuesOf(error)));
  return [{ ...whole, instancePath: first.instancePath, keyword: 'enum', params: { allowedValues }, data: first.data }];
};

/** Only one branch is content with the value that chooses between them: its errors are what matters. */
const meantBranch = (groups: readonly (readonly ErrorObject[])[]): readonly ErrorObject[] | undefined => {
  const content = groups.filter((group) => !group.some(listsValues));
  return groups.length > 1 && content.length === 1 ? content[0] : undefined;
};
