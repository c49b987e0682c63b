import type { Contract, Operation } from '../contract/contract.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';
import type { ApiRequest } from '../../kernel/http.ts';

/**
 * The budget that a request belongs to; undefined where the description tells none. An operation names its own; for a
 * request that is none, the first rule of `x-rate-limit-categories` that fits says it.
 */
export type CategoryOf = (request: ApiRequest, operation: Operation | undefined) => string | undefined;

interface Rule {
  readonly category: string;
  /** The path that it is about, with everything below it; undefined for every path. */
  readonly path: string | undefined;
  /** Undefined for every method. */
  readonly methods: readonly string[] | undefined;
}

export const createCategoryOf = (contract: Contract): CategoryOf => {
  const rules = readRules(contract);
  return (request, operation) => {
    if (operation === undefined) return rules.find((rule) => fits(rule, request))?.category;
    const category = operation.extensions['x-rate-limit-category'];
    return typeof category === 'string' ? category : undefined;
  };
};

const fits = ({ path, methods }: Rule, request: ApiRequest): boolean =>
  (methods === undefined || methods.includes(request.method)) &&
  (path === undefined || request.path === path || request.path.startsWith(`${path}/`));

const readRules = ({ document, basePath }: Contract): readonly Rule[] => {
  const listed = document['x-rate-limit-categories'];
  return (Array.isArray(listed) ? listed : []).filter(isSchemaObject).flatMap(({ category, path, methods }): Rule[] =>
    typeof category === 'string'
      ? [
          {
            category,
            path: typeof path === 'string' ? basePath + path : undefined,
            methods: Array.isArray(methods) ? methods.map(String) : undefined,
          },
        ]
      : [],
  );
};
