import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SCHEMA_KEYWORDS } from '../../generated/keywords.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { parsedOr } from '../../kernel/json.ts';
import { childPointer, fromSegment, pointerKeys, toSegment, valueIn } from '../../kernel/json-pointer.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import { noteOrigin } from './locate.ts';
import { asList, mapRoots, holdsObject, isSchemaObject, type SchemaObject } from './walk-schema.ts';

/** Keywords that name a schema, or refer to one by name. */
const NAMING_KEYWORDS = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef'];

const namesIn = (node: SchemaObject): readonly string[] =>
  NAMING_KEYWORDS.filter((keyword) => typeof node[keyword] === 'string');

/**
 * Resolves a reference against a base URI: to the address of a schema resource, which is a file or a schema with an `$id`, and a
 * pointer or an anchor within it, percent-encoded; undefined if it is not valid.
 */
export const resolveUri = (reference: string, base: string) => {
  const resolved = URL.parse(reference, base)?.href;
  if (resolved === undefined) return undefined;
  const [address = '', fragment = ''] = resolved.split('#', 2);
  return { address, fragment };
};

/** Base URI of a document that does not declare one. No `$ref` contains it, so it cannot collide. */
const UNNAMED = 'vatmock://description/';

/** A schema resource: the base of its own references (`$id`), with its anchors. */
interface Resource {
  /** The address of its document. */
  readonly home: string;
  readonly pointer: string;
  readonly anchors: Map<string, string>;
  /** Dynamic anchors: the dynamic scope may substitute another schema. */
  readonly dynamic: Map<string, string>;
}

/** An object of a document. */
interface Place {
  readonly home: string;
  readonly node: SchemaObject;
  readonly pointer: string;
  readonly resource: Resource;
  readonly base: string;
}

/** Keys whose values are data, not schemas; and keys whose members have arbitrary names. */
const VALUES = new Set(['example', 'examples', 'enum', 'const', 'default', 'value']);
const MAPS = new Set<string>([
  ...SCHEMA_KEYWORDS.subschemas.map,
  'schemas',
  'responses',
  'headers',
  'parameters',
  'requestBodies',
]);

/** All objects of documents by their addresses, and what references in them lead to. */
const collect = (documents: ReadonlyMap<string, unknown>) => {
  const places: Place[] = [];
  const resources = new Map<string, Resource>();

  const visit = (node: unknown, pointer: string, outer: string, home: string, isMap = false): void => {
    if (typeof node !== 'object' || node === null) return;
    let base = outer;
    if (isSchemaObject(node)) {
      const { $id, $anchor, $dynamicAnchor } = node;
      base = (typeof $id === 'string' ? resolveUri($id, outer)?.address : undefined) ?? outer;
      const whole = pointer === '#' ? resources.get(home) : undefined;
      const resource = getOrInsert(
        resources,
        base,
        () => whole ?? { home, pointer, anchors: new Map<string, string>(), dynamic: new Map<string, string>() },
      );
      const { anchors, dynamic } = resource;
      // Of several schemas with one name, references find the first.
      for (const name of [$anchor, $dynamicAnchor])
        if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, pointer);
      if (typeof $dynamicAnchor === 'string' && !dynamic.has($dynamicAnchor)) dynamic.set($dynamicAnchor, pointer);
      places.push({ home, node, pointer, resource, base });
    }
    for (const [key, member] of Object.entries(node))
      if (isMap || !VALUES.has(key))
        visit(member, childPointer(pointer, key), base, home, isSchemaObject(node) && !isMap && MAPS.has(key));
  };
  for (const [home, document] of documents) {
    resources.set(home, { home, pointer: '#', anchors: new Map(), dynamic: new Map() });
    visit(document, '#', home, home);
  }

  const locate = (reference: string, base: string) => {
    const { address = '', fragment = '' } = resolveUri(reference, base) ?? {};
    const resource = resources.get(address);
    if (resource === undefined) return undefined;
    const name = decodeLeniently(fragment);
    // Percent-encoding and escapes are normalized, so that equal pointers have equal text.
    const below = () => resource.pointer + fragment.split('/').map(fromSegment).map(toSegment).join('/');
    const pointer = /^(?:\/|$)/.test(fragment) ? parsedOr(undefined, below) : resource.anchors.get(name);
    const dynamic = resource.dynamic.has(name) ? name : undefined;
    return pointer === undefined ? undefined : { resource, pointer, dynamic };
  };
  return { places, resources, locate };
};

/**
 * JSON Schema names schemas by `$id` and `$anchor`, and `$dynamicRef` is resolved in the dynamic scope, outermost
 * schema first. This converts every reference to a pointer into the document, the only kind that the rest of the server
 * supports; a schema whose references depend on the dynamic scope is copied once for each scope.
 */
export const resolveIdentifiers = (document: SchemaObject, self?: string): void => {
  if (self === undefined && !holdsObject(document, (node) => namesIn(node).length > 0)) return;
  const { places, resources, locate } = collect(new Map([[self ?? UNNAMED, document]]));
  const countOf = (name: string): number =>
    [...new Set(resources.values())].filter(({ dynamic }) => dynamic.has(name)).length;
  const genuine: Genuine = new Map();
  for (const { node, base } of places) {
    const { $ref, $dynamicRef } = node;
    if (typeof $ref === 'string') node['$ref'] = locate($ref, base)?.pointer ?? besideSelf($ref, base, self);
    if (typeof $dynamicRef !== 'string') continue;
    const { pointer = $dynamicRef, dynamic: name } = locate($dynamicRef, base) ?? {};
    delete node['$dynamicRef'];
    if (name === undefined || countOf(name) < 2) addReference(node, pointer);
    else genuine.set(node, { name, pointer });
  }
  if (genuine.size > 0) specialise(document, places, genuine);
  for (const { node } of places) withoutNames(node);
};

/**
 * OpenAPI 3.2.0, OpenAPI Object, `$self`: "provides the self-assigned URI of this document, which also serves as its base
 * URI". References to its neighbours become relative paths, so that they are found beside it.
 */
const besideSelf = (reference: string, base: string, self = ''): string => {
  const { address = '', fragment = '' } = resolveUri(reference, base) ?? {};
  const folder = URL.parse('.', self)?.href;
  if (folder === undefined || !address.startsWith(folder)) return reference;
  return address.slice(folder.length) + (fragment === '' ? '' : `#${fragment}`);
};

const withoutNames = (node: SchemaObject): void => {
  for (const keyword of namesIn(node)) Reflect.deleteProperty(node, keyword);
};

/** Adds a reference; next to an existing `$ref`, both must hold. */
const addReference = (schema: SchemaObject, target: string): void => {
  if (schema['$ref'] === undefined) schema['$ref'] = target;
  else schema['allOf'] = [...asList(schema['allOf']), { $ref: target }];
};

/** Maximum number of copied schemas; beyond it, references keep the statically resolved target. */
const MOST_COPIES = 5000;

/** Extension key that holds the copies, so that they cannot collide with names of the description. */
const COPIES = 'x-vatmock-schemas';

/** References that depend on the dynamic scope: the name, and the schema that it has statically. */
type Genuine = Map<SchemaObject, { readonly name: string; readonly pointer: string }>;

type Scope = ReadonlyMap<string, string>;

/**
 * Copies every schema that reaches a `$dynamicRef` for each dynamic scope in which it is used. The scope maps the names
 * of dynamic anchors to schemas; those of the outermost resource have priority.
 */
const specialise = (document: SchemaObject, places: readonly Place[], genuine: Genuine): void => {
  const copies: SchemaObject = {};
  const names = new Map<string, string>();
  const placeOf = new Map(places.map((place) => [place.node, place]));
  const placeAt = new Map(places.map((place) => [place.pointer, place]));

  const enter = (scope: Scope, { resource: { dynamic } }: Place): Scope =>
    [...dynamic.keys()].every((name) => scope.has(name)) ? scope : new Map([...dynamic, ...scope]);

  const copy = (node: unknown, scope: Scope): unknown => {
    if (Array.isArray(node)) return node.map((item) => copy(item, scope));
    if (!isSchemaObject(node)) return node;
    const place = placeOf.get(node);
    const inner = place === undefined ? scope : enter(scope, place);
    const made = Object.fromEntries(Object.entries(node).map(([key, member]) => [key, copy(member, inner)]));
    withoutNames(made);
    if (typeof node['$ref'] === 'string') made['$ref'] = copyOf(node['$ref'], inner);
    const dynamic = genuine.get(node);
    if (dynamic !== undefined) addReference(made, copyOf(inner.get(dynamic.name) ?? dynamic.pointer, inner));
    return made;
  };

  /** The pointer to a copy of the schema at a pointer, in a scope. */
  const copyOf = (pointer: string, scope: Scope): string => {
    const place = placeAt.get(pointer);
    if (place === undefined) return pointer;
    const inner = enter(scope, place);
    const key = `${pointer} ${JSON.stringify([...inner].sort())}`;
    let name = names.get(key);
    if (name === undefined) {
      if (names.size >= MOST_COPIES) return pointer;
      names.set(key, (name = String(names.size)));
      // Registered before it is built, because it may be recursive.
      copies[name] = {};
      copies[name] = copy(place.node, inner);
    }
    return childPointer('#', COPIES, name);
  };

  // All are copied before the first is replaced.
  const replaced: (readonly [SchemaObject, string])[] = [];
  mapRoots(document, (schema, pointer) => {
    const target = copyOf(pointer, new Map());
    if (isSchemaObject(schema) && target !== pointer) replaced.push([schema, target]);
    return schema;
  });
  for (const [schema, target] of replaced) {
    for (const keyword of Object.keys(schema)) Reflect.deleteProperty(schema, keyword);
    schema['$ref'] = target;
  }
  document[COPIES] = copies;
};

/**
 * The parser resolves references between files by path and pointer only. This rewrites references to names (`$id`,
 * `$anchor`) to that form, in place; references within the description itself need no rewriting.
 */
const resolveNamesAcrossFiles = (root: string, files: ReadonlyMap<string, unknown>): void => {
  const { href: main } = pathToFileURL(root);
  const { places, locate } = collect(new Map([...files].map(([file, content]) => [pathToFileURL(file).href, content])));
  for (const { node, base, home } of places) {
    /** As it is, if it needs no rewriting or is unknown. */
    const rewrite = (reference: string): string => {
      const found = locate(reference, base) ?? locate(reference, home);
      if (found === undefined) return reference;
      if (found.resource.home === home) return found.pointer;
      const relative = path.relative(path.dirname(fileURLToPath(home)), fileURLToPath(found.resource.home));
      return relative.split(path.sep).map(encodeURIComponent).join('/') + found.pointer.replace(/^#$/, '');
    };
    const { $ref, $dynamicRef } = node;
    if (typeof $ref === 'string' && !(home === main && $ref.startsWith('#'))) node['$ref'] = rewrite($ref);
    if (home === main) continue;
    if (typeof $dynamicRef === 'string') node['$ref'] ??= rewrite($dynamicRef);
    withoutNames(node);
  }
};

const NAMES = /\$(?:id|anchor|dynamicAnchor|dynamicRef)\b/;

/** Candidate file references in a text. A false match is harmless: no such file exists. */
const REFERENCES = /\$ref["']?\s*:\s*["']?([^"'#\s,}]+)/g;

/**
 * Reads all files that a description refers to, directly or transitively. Returns the rewritten contents of all of them
 * if any uses names; otherwise, as for nearly all descriptions, an empty map.
 */
export const readNamedFiles = async (
  root: string,
  { text, document, read }: { text: string; document: SchemaObject; read: (file: string) => Promise<string> },
): Promise<ReadonlyMap<string, string>> => {
  const texts = new Map([[root, text]]);
  for (const [file, content] of texts)
    for (const [, reference = ''] of content.matchAll(REFERENCES)) {
      if (/^[a-z]{2,}:/i.test(reference)) continue;
      const other = path.resolve(path.dirname(file), decodeLeniently(reference));
      if (!texts.has(other)) texts.set(other, await read(other).catch(() => ''));
    }
  const others = [...texts].filter(([file, content]) => file !== root && content !== '');
  if (!others.some(([, content]) => NAMES.test(content))) return new Map();
  const { parse } = await import('yaml');
  const files = new Map<string, unknown>([[root, document]]);
  for (const [file, content] of others) {
    try {
      files.set(file, parse(content, { uniqueKeys: false, merge: true }));
    } catch {
      // The parser reads it again and reports the error.
    }
  }
  resolveNamesAcrossFiles(root, files);
  files.delete(root);
  return new Map([...files].map(([file, content]) => [file, JSON.stringify(content)]));
};

/**
 * What the bundler does not do for a description in several files: it leaves references from another file back into the
 * description as they are written, and does not say where each part comes from.
 */
export const createSplitDescription = (root: string, self: string | undefined) => {
  const backReferences: (readonly [node: SchemaObject, target: string])[] = [];

  /** The pointer of a reference into the description: by its path, or by the address that it gives itself. */
  const targetOf = (reference: string, file: string): string | undefined => {
    const [named = '', fragment = ''] = reference.split('#', 2);
    if (named === '') return undefined;
    const isRoot = path.resolve(path.dirname(file), decodeLeniently(named)) === root || named === self;
    return isRoot ? `#${fragment}` : undefined;
  };

  const visit = (node: unknown, file: string, pointer: string): void => {
    if (typeof node !== 'object' || node === null || !noteOrigin(node, { file, pointer })) return;
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
