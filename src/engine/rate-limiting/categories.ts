import type { Contract, Operation } from '../contract/contract.ts';
import type { CategoryRule } from '../contract/extensions.ts';
import type { ApiRequest } from '../../kernel/http.ts';

/**
 * The category of a request's budget; undefined if the description does not define one. An operation names its own; for
 * other requests the first matching rule of `x-rate-limit-categories` applies.
 */
export type CategoryOf = (request: ApiRequest, operation: Operation | undefined) => string | undefined;

export const createCategoryOf = (contract: Contract): CategoryOf => {
  const rules = rulesOf(contract);
  return (request, operation) => {
    if (operation === undefined) return rules.find((rule) => fits(rule, request))?.category;
    return operation.rateLimitCategory;
  };
};

const fits = ({ path, methods }: CategoryRule, request: ApiRequest): boolean =>
  (methods === undefined || methods.includes(request.method)) &&
  (path === undefined || request.path === path || request.path.startsWith(`${path}/`));

/** With full paths. */
const rulesOf = ({ rateLimits, basePath }: Contract): readonly CategoryRule[] =>
  rateLimits.rules.map((rule) => ({ ...rule, path: rule.path === undefined ? undefined : basePath + rule.path }));
