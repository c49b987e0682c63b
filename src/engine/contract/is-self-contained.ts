import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/**
 * Whether bundling would leave a document as it is: every `$ref` leads straight to a place in it. To look is a tenth of
 * the work of bundling, which most descriptions do not need. In doubt the answer is no.
 */
export const isSelfContained = (document: SchemaObject): boolean => {
  const known = new Map<unknown, boolean>();
  const isFine = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.every(isFine);
    if (!isSchemaObject(node)) return true;
    // An `$id` changes the base of the references below it; the others refer by name, or are referred to by name.
    if ('$id' in node || '$anchor' in node || '$dynamicRef' in node || '$dynamicAnchor' in node) return false;
    if ('$ref' in node) {
      const { $ref: target } = node;
      let leads = known.get(target);
      if (leads === undefined) known.set(target, (leads = leadsStraight(document, target)));
      if (!leads) return false;
    }
    for (const name in node) if (!isFine(node[name])) return false;
    return true;
  };
  return isFine(document);
};

/** Without characters that can be written in more than one way. */
const PLAIN = /^#(?:\/[\w.-]+)+$/;

/** To a node that is there, by no way through another `$ref`, and not to one that is nothing but a `$ref` itself. */
const leadsStraight = (document: unknown, target: unknown): boolean => {
  if (typeof target !== 'string' || !PLAIN.test(target)) return false;
  let node = document;
  for (const key of target.slice(2).split('/')) {
    if (typeof node !== 'object' || node === null || '$ref' in node || !Object.hasOwn(node, key)) return false;
    node = (node as Readonly<Record<string, unknown>>)[key];
  }
  return !(isSchemaObject(node) && '$ref' in node && Object.keys(node).length === 1);
};
