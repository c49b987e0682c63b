import path from 'node:path';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { childPointer, fromSegment, pointerKeys, valueIn } from '../../kernel/json-pointer.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import { resolveUri } from './schema-names.ts';
import { isSchemaObject, objectsIn, type SchemaObject } from './walk-schema.ts';

/** Where a part of a bundled description was written. */
export interface Origin {
  readonly file: string;
  readonly pointer: string;
}

/** Where the values of a document were written, and those members that overlays set, which may be texts. */
export interface Origins {
  readonly values: WeakMap<object, Origin>;
  readonly members: WeakMap<object, Map<string, Origin>>;
}

/** Undefined for what is written in the description's own file. */
export type FindOrigin = (document: SchemaObject, pointer: string) => Origin | undefined;

/** Finds where a part of a document was written, or the nearest one around it of which that is known. */
export const createFindOrigin =
  ({ values, members }: Origins): FindOrigin =>
  (document, pointer) => {
    let node: unknown = document;
    let found: Origin | undefined;
    for (const segment of pointer.split('/').slice(1)) {
      const key = fromSegment(segment);
      const parent: object | undefined = typeof node === 'object' && node !== null ? node : undefined;
      node = valueIn(parent, [key]);
      const isNested = typeof node === 'object' && node !== null;
      const origin = isNested ? values.get(node as object) : parent && members.get(parent)?.get(key);
      if (origin !== undefined) found = origin;
      else if (found !== undefined) found = { file: found.file, pointer: `${found.pointer}/${segment}` };
    }
    return found;
  };

/**
 * What the bundler does not do for a description in several files: it leaves references from another file back into the
 * description as they are written, and does not say where each part comes from.
 */
export const createSplitDescription = (root: string, self: string | undefined, { values: origins }: Origins) => {
  const backReferences: (readonly [node: SchemaObject, target: string])[] = [];

  /** The pointer of a reference into the description: by its path, or by the address that it gives itself. */
  const targetOf = (reference: string, file: string): string | undefined => {
    const [named = '', fragment = ''] = reference.split('#', 2);
    if (named === '') return undefined;
    const isRoot = path.resolve(path.dirname(file), decodeLeniently(named)) === root || named === self;
    return isRoot ? `#${fragment}` : undefined;
  };

  const visit = (node: unknown, file: string, pointer: string): void => {
    if (typeof node !== 'object' || node === null || origins.has(node)) return;
    origins.set(node, { file, pointer });
    for (const [key, member] of Object.entries(node)) visit(member, file, childPointer(pointer, key));
    const { $ref } = node as SchemaObject;
    const target = typeof $ref === 'string' ? targetOf($ref, file) : undefined;
    if (target !== undefined) backReferences.push([node as SchemaObject, target]);
  };

  return {
    /** Called with each file as it is parsed, before its parts become parts of the description. */
    add: (file: string, content: unknown): void => {
      if (file !== root) visit(content, file, '#');
    },
    /** Called with the bundled description. */
    finish: (document: SchemaObject): void => {
      for (const [node, target] of backReferences) {
        const straight = straighten(document, target);
        // One that leads nowhere is reported as it was written.
        if (straight !== undefined) node['$ref'] = straight;
      }
    },
  };
};

/** Maximum number of references that a pointer leads through: they may be circular, and no useful chain is longer. */
const FURTHEST = 20;

/** The pointer to the same place that leads through no `$ref`, as bundling leaves them; undefined if there is no such place. */
const straighten = (document: SchemaObject, target: string, depth = 0): string | undefined => {
  let node: unknown = document;
  const keys = pointerKeys(target);
  for (const [index, key] of keys.entries()) {
    if (typeof node !== 'object' || node === null) return undefined;
    if (!Object.hasOwn(node, key)) {
      const { $ref } = node as SchemaObject;
      if (typeof $ref !== 'string' || !$ref.startsWith('#') || depth > FURTHEST) return undefined;
      return straighten(document, childPointer($ref, ...keys.slice(index)), depth + 1);
    }
    node = (node as SchemaObject)[key];
  }
  return target;
};

/**
 * OpenAPI 3.2.0, OpenAPI Object, `$self`: "provides the self-assigned URI of this document, which also serves as its base
 * URI". References to it become pointers, and those to its neighbours relative paths, so that they are found beside it.
 */
export const resolveSelf = (document: SchemaObject, self: string): void => {
  const folder = URL.parse('.', self)?.href;
  for (const node of objectsIn(document)) {
    const { $ref } = node;
    if (typeof $ref !== 'string' || $ref.startsWith('#')) continue;
    const { address = '', fragment = '' } = resolveUri($ref, self) ?? {};
    if (address === self) node['$ref'] = `#${fragment}`;
    else if (folder !== undefined && address.startsWith(folder))
      node['$ref'] = address.slice(folder.length) + (fragment === '' ? '' : `#${fragment}`);
  }
};

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
  const keys = target.slice(2).split('/');
  const way = keys.map((_, index) => valueIn(document, keys.slice(0, index)));
  if (way.some((node) => isSchemaObject(node) && '$ref' in node)) return false;
  const node = valueIn(document, keys);
  return node !== undefined && !(isSchemaObject(node) && '$ref' in node && Object.keys(node).length === 1);
};
