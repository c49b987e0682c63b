import type { Contract } from '../contract/contract.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';
import { toTypeUri } from '../problems/render-problem.ts';

/** A problem document as the description shows it; undefined for a type that no example has. */
export type FindProblemExample = (type: string, problemBase: string) => object | undefined;

/** The first example of each problem type in the description, found when first asked for. */
export const createProblemExamples = (contract: Pick<Contract, 'operations' | 'document'>): FindProblemExample => {
  let known: ReadonlyMap<string, object> | undefined;
  return (type, problemBase) => {
    const example = (known ??= collect(contract)).get(type);
    return example === undefined ? undefined : { ...example, type: toTypeUri(type, problemBase) };
  };
};

const collect = ({ operations, document }: Pick<Contract, 'operations' | 'document'>): ReadonlyMap<string, object> => {
  const found = new Map<string, object>(examplesOfTypes(document['x-problem-types']));
  for (const { responses } of operations)
    for (const { contents } of responses)
      for (const { examples } of contents)
        for (const { value } of examples) {
          const name = nameOf(value);
          if (name !== undefined && !found.has(name)) found.set(name, value as object);
        }
  return found;
};

/** Those of types that no operation lists stand with the catalogue. */
const examplesOfTypes = (types: unknown): [string, object][] =>
  (Array.isArray(types) ? types : [])
    .filter(isSchemaObject)
    .flatMap(({ name, example }): [string, object][] =>
      typeof name === 'string' && isSchemaObject(example) ? [[name, example]] : [],
    );

const nameOf = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('title' in value)) return undefined;
  return /\/problems\/([a-z-]+)$/.exec(String(value.type))?.[1];
};
