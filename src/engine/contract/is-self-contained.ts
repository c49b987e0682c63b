import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/**
 * Whether bundling would not change a document: every `$ref` points directly into it. This check takes a tenth of the
 * time of bundling, which most descriptions do not need. False when uncertain.
 */
export const isSelfContained = (document: SchemaObject): boolean => {
  const known = new Map<unknown, boolean>();
  const isFine = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.every(isFine);
    if (!isSchemaObject(node)) return true;
    // An `$id` changes the base URI of nested references; the other keywords are references by name, or their targets.
    if ('$id' in node || '$anchor' in node || '$dynamicRef' in node || '$dynamicAnchor' in node) return false;
    if ('$ref' in node) {
      const { $ref: target } = node;
      if (!getOrInsert(known, target, () => leadsStraight(document, target))) return false;
    }
    for (const name in node) if (!isFine(node[name])) return false;
    return true;
  };
  return isFine(document);
};

/** A pointer without characters that have more than one encoding. */
const PLAIN = /^#(?:\/[\w.-]+)+$/;

/** To an existing node, not via another `$ref`, and not to a node that is itself only a `$ref`. */
const leadsStraight = (document: unknown, target: unknown): boolean => {
  if (typeof target !== 'string' || !PLAIN.test(target)) return false;
  let node = document;
  for (const key of target.slice(2).split('/')) {
    if (typeof node !== 'object' || node === null || '$ref' in node || !Object.hasOwn(node, key)) return false;
    node = (node as Readonly<Record<string, unknown>>)[key];
  }
  return !(isSchemaObject(node) && '$ref' in node && Object.keys(node).length === 1);
};
