import { childPointer, valueAt } from '../../src/kernel/json-pointer.ts';

/** A node of a description. What is in it is found out where it is read. */
export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object at the end of these keys; an error that names the place when there is none. */
export const treeAt = (node: unknown, ...keys: readonly string[]): Tree => {
  let found = node;
  for (const key of keys) found = isTree(found) ? found[key] : undefined;
  if (!isTree(found)) throw new Error(`there is no object at ${keys.join('/')}`);
  return found;
};

/** The node that a `$ref` leads to; the node itself when it is none. */
export const follow = (document: Tree, node: unknown): Tree => {
  let found = node;
  while (isTree(found) && typeof found['$ref'] === 'string') found = valueAt(document, found['$ref']);
  return treeAt(found);
};

export interface Example {
  readonly name: string;
  readonly value: unknown;
}

/** A parameter, a header or the content of a body: what has a schema and may have examples. */
export interface Described {
  readonly pointer: string;
  readonly schemaPointer: string;
  readonly examples: readonly Example[];
}

/** The named examples, and a single one under the name `example`. */
export const examplesOf = (document: Tree, node: Tree): Example[] => [
  ...Object.entries(isTree(node['examples']) ? node['examples'] : {}).map(([name, example]) => ({
    name,
    value: follow(document, example)['value'],
  })),
  ...('example' in node ? [{ name: 'example', value: node['example'] }] : []),
];

/** Everything with a schema of its own, wherever it stands in the document, component schemas aside. */
export const describedPlaces = (document: Tree): Described[] => {
  const places: Described[] = [];
  const visit = (node: unknown, pointer: string): void => {
    if (Array.isArray(node)) for (const [index, item] of node.entries()) visit(item, childPointer(pointer, index));
    if (!isTree(node)) return;
    if ('schema' in node) {
      const schemaPointer = childPointer(pointer, 'schema');
      places.push({ pointer, schemaPointer, examples: examplesOf(document, node) });
      return;
    }
    for (const [key, value] of Object.entries(node)) {
      const isComponentSchema = pointer === '#/components' && (key === 'schemas' || key === 'examples');
      if (!isComponentSchema && !key.startsWith('x-')) visit(value, childPointer(pointer, key));
    }
  };
  visit(document, '#');
  return places;
};

/** Examples that stand in a schema itself. */
export const schemaExamples = (document: Tree): { place: string; schemaPointer: string; value: unknown }[] => {
  const found: { place: string; schemaPointer: string; value: unknown }[] = [];
  const visit = (node: unknown, pointer: string): void => {
    if (Array.isArray(node)) for (const [index, item] of node.entries()) visit(item, childPointer(pointer, index));
    if (!isTree(node)) return;
    for (const [key, value] of Object.entries(node)) {
      const place = childPointer(pointer, key);
      if (key === 'examples' && Array.isArray(value)) {
        for (const [index, example] of value.entries())
          found.push({ place: childPointer(place, index), schemaPointer: pointer, value: example });
      } else if (!key.startsWith('x-') && key !== 'example' && key !== 'examples') visit(value, place);
    }
  };
  visit(document, '#');
  return found;
};
