import type { Contract } from '../contract/contract.ts';
import { toTypeUri } from '../problems/render-problem.ts';

/** The example of a problem document in the description; undefined for a type without one. */
export type FindProblemExample = (type: string, problemBase: string) => object | undefined;

/** The first example of each problem type in the description, collected on first use. */
export const createProblemExamples = (contract: Pick<Contract, 'operations' | 'problemTypes'>): FindProblemExample => {
  let known: ReadonlyMap<string, object> | undefined;
  return (type, problemBase) => {
    const example = (known ??= collect(contract)).get(type);
    return example === undefined ? undefined : { ...example, type: toTypeUri(type, problemBase) };
  };
};

const collect = ({
  operations,
  problemTypes,
}: Pick<Contract, 'operations' | 'problemTypes'>): ReadonlyMap<string, object> => {
  // Examples of types that no operation documents are in the catalogue.
  const found = new Map<string, object>();
  for (const { name, example } of problemTypes) if (example !== undefined) found.set(name, example);
  for (const { responses } of operations)
    for (const { contents } of responses)
      for (const { examples } of contents)
        for (const { value } of examples) {
          const name = nameOf(value);
          if (name !== undefined && !found.has(name)) found.set(name, value as object);
        }
  return found;
};

const nameOf = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('title' in value)) return undefined;
  return /\/problems\/([a-z-]+)$/.exec(String(value.type))?.[1];
};
