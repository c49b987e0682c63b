import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { childPointer, fromSegment, toSegment } from '../../kernel/json-pointer.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import { forEachSchema } from './dialect.ts';
import { isSchemaObject, SCHEMA_MAP_KEYWORDS, type SchemaObject, walkSchema } from './walk-schema.ts';

/** Keywords that name a schema, or refer to one by name. */
const NAMING_KEYWORDS = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef'];

interface SchemaUri {
  /** The address of a schema resource: a file, or a schema with an `$id`. */
  readonly address: string;
  /** A pointer or an anchor within the resource, percent-encoded; empty for the whole resource. */
  readonly fragment: string;
}

/** Resolves a reference against a base URI; undefined if it is not valid. */
export const resolveUri = (reference: string, base: string): SchemaUri | undefined => {
  const resolved = URL.parse(reference, base)?.href;
  if (resolved === undefined) return undefined;
  const [address = '', fragment = ''] = resolved.split('#', 2);
  return { address, fragment };
};

/** Base URI of a document that does not declare one. No `$ref` contains it, so it cannot collide. */
const UNNAMED = 'vatmock://description/';

const createResource = (pointer: string): Resource => ({ pointer, anchors: new Map(), dynamic: new Map() });

/** A schema resource: the base of its own references (`$id`), with its anchors. */
interface Resource {
  readonly pointer: string;
  readonly anchors: Map<string, string>;
  /** Dynamic anchors: the dynamic scope may substitute another schema. */
  readonly dynamic: Map<string, string>;
}

interface SchemaLocation {
  readonly schema: SchemaObject;
  readonly pointer: string;
  readonly resource: Resource;
  readonly base: string;
}

const needsResolving = (document: unknown): boolean => {
  if (Array.isArray(document)) return document.some(needsResolving);
  if (!isSchemaObject(document)) return false;
  return (
    NAMING_KEYWORDS.some((keyword) => typeof document[keyword] === 'string') ||
    Object.values(document).some(needsResolving)
  );
};

/** Normalizes percent-encoding and escapes, so that equal pointers have equal text. */
const canonical = (fragment: string): string | undefined => {
  try {
    return fragment.split('/').map(fromSegment).map(toSegment).join('/');
  } catch {
    return undefined;
  }
};

/**
 * JSON Schema names schemas by `$id` and `$anchor`, and `$dynamicRef` is resolved in the dynamic scope, outermost
 * schema first. This converts every reference to a pointer into the document, the only kind that the rest of the server
 * supports; a schema whose references depend on the dynamic scope is copied once for each scope.
 */
export const resolveIdentifiers = (document: SchemaObject, self = UNNAMED): void => {
  if (!needsResolving(document)) return;
  const { places, roots, resources } = collect(document, self);
  const resourceOf = new Map<SchemaObject, Resource>(places.map(({ schema, resource }) => [schema, resource]));
  const placeAt = new Map(places.map((place) => [place.pointer, place]));

  const locate = (reference: string, base: string): { pointer: string; dynamic?: string } | undefined => {
    const { address = '', fragment = '' } = resolveUri(reference, base) ?? {};
    const resource = resources.get(address);
    if (resource === undefined) return undefined;
    if (fragment === '') return { pointer: resource.pointer };
    if (fragment.startsWith('/')) {
      const inner = canonical(fragment);
      return inner === undefined ? undefined : { pointer: resource.pointer + inner };
    }
    const name = decodeLeniently(fragment);
    const pointer = resource.anchors.get(name);
    if (pointer === undefined) return undefined;
    return resource.dynamic.has(name) ? { pointer, dynamic: name } : { pointer };
  };

  const genuine = new Map<SchemaObject, { readonly name: string; readonly pointer: string }>();
  for (const { schema, base } of places) {
    const { $ref, $dynamicRef } = schema;
    if (typeof $ref === 'string') {
      const found = locate($ref, base);
      if (found !== undefined) schema['$ref'] = found.pointer;
    }
    if (typeof $dynamicRef !== 'string') continue;
    const found = locate($dynamicRef, base);
    delete schema['$dynamicRef'];
    if (found === undefined) addReference(schema, $dynamicRef);
    else if (found.dynamic === undefined || countOf(resources, found.dynamic) < 2) addReference(schema, found.pointer);
    else genuine.set(schema, { name: found.dynamic, pointer: found.pointer });
  }
  if (genuine.size > 0) specialise(document, { roots, genuine, resourceOf, placeAt });
  for (const { schema } of places) for (const keyword of NAMING_KEYWORDS) Reflect.deleteProperty(schema, keyword);
};

/** Adds a reference; next to an existing `$ref`, both must hold. */
const addReference = (schema: SchemaObject, target: string): void => {
  if (schema['$ref'] === undefined) schema['$ref'] = target;
  else schema['allOf'] = [...(Array.isArray(schema['allOf']) ? (schema['allOf'] as unknown[]) : []), { $ref: target }];
};

const countOf = (resources: ReadonlyMap<string, Resource>, name: string): number =>
  [...new Set(resources.values())].filter(({ dynamic }) => dynamic.has(name)).length;

/** Every schema of a document with the resource that its references are relative to. */
const collect = (document: SchemaObject, self: string) => {
  const places: SchemaLocation[] = [];
  const roots: string[] = [];
  const whole = createResource('#');
  const resources = new Map<string, Resource>([[self, whole]]);
  forEachSchema(document, '#', (root, at) => {
    roots.push(at);
    /** The stack of resources that contain the current schema, each with the pointer of its root. */
    const open: { readonly pointer: string; readonly resource: Resource; readonly base: string }[] = [];
    walkSchema(root, at, (schema, pointer) => {
      while (open.length > 0 && !`${pointer}/`.startsWith(`${open.at(-1)?.pointer ?? ''}/`)) open.pop();
      let { resource, base } = open.at(-1) ?? { resource: whole, base: self };
      const { $id, $anchor, $dynamicAnchor } = schema;
      const own = typeof $id === 'string' ? resolveUri($id, base) : undefined;
      if (own !== undefined) {
        base = own.address;
        resource = getOrInsert(resources, base, () => createResource(pointer));
        // Of several schemas with one `$id`, references find the first.
        if (resource.pointer !== pointer) resource = createResource(pointer);
        open.push({ pointer, resource, base });
      }
      if (typeof $anchor === 'string') resource.anchors.set($anchor, pointer);
      if (typeof $dynamicAnchor === 'string') {
        resource.anchors.set($dynamicAnchor, pointer);
        resource.dynamic.set($dynamicAnchor, pointer);
      }
      places.push({ schema, pointer, resource, base });
    });
  });
  return { places, roots, resources };
};

/** Maximum number of copied schemas; beyond it, references keep the statically resolved target. */
const MOST_COPIES = 5000;

/** Extension key that holds the copies, so that they cannot collide with names of the description. */
const COPIES = 'x-vatmock-schemas';

type Scope = ReadonlyMap<string, string>;

/**
 * Copies every schema that reaches a `$dynamicRef` for each dynamic scope in which it is used. The scope maps the names
 * of dynamic anchors to schemas; those of the outermost resource have priority.
 */
const specialise = (
  document: SchemaObject,
  parts: {
    readonly roots: readonly string[];
    readonly genuine: ReadonlyMap<SchemaObject, { readonly name: string; readonly pointer: string }>;
    readonly resourceOf: ReadonlyMap<SchemaObject, Resource>;
    readonly placeAt: ReadonlyMap<string, SchemaLocation>;
  },
): void => {
  const { roots, genuine, resourceOf, placeAt } = parts;
  const copies: SchemaObject = {};
  const names = new Map<string, string>();

  const enter = (scope: Scope, { dynamic }: Resource): Scope => {
    if ([...dynamic.keys()].every((name) => scope.has(name))) return scope;
    return new Map([...dynamic, ...scope]);
  };

  const copy = (node: unknown, scope: Scope): unknown => {
    if (Array.isArray(node)) return node.map((item) => copy(item, scope));
    if (!isSchemaObject(node)) return node;
    const resource = resourceOf.get(node);
    const inner = resource === undefined ? scope : enter(scope, resource);
    const made: SchemaObject = {};
    for (const [key, member] of Object.entries(node))
      if (resource === undefined || !NAMING_KEYWORDS.includes(key)) made[key] = copy(member, inner);
    if (resource === undefined) return made;
    if (typeof node['$ref'] === 'string') made['$ref'] = copyOf(node['$ref'], inner);
    const dynamic = genuine.get(node);
    if (dynamic !== undefined) addReference(made, copyOf(inner.get(dynamic.name) ?? dynamic.pointer, inner));
    return made;
  };

  /** The pointer to a copy of the schema at a pointer, in a scope. */
  const copyOf = (pointer: string, scope: Scope): string => {
    const place = placeAt.get(pointer);
    if (place === undefined) return pointer;
    const inner = enter(scope, place.resource);
    const key = `${pointer} ${JSON.stringify([...inner].sort())}`;
    let name = names.get(key);
    if (name === undefined) {
      if (names.size >= MOST_COPIES) return pointer;
      names.set(key, (name = String(names.size)));
      // Registered before it is built, because it may be recursive.
      copies[name] = {};
      copies[name] = copy(place.schema, inner);
    }
    return childPointer('#', COPIES, name);
  };

  // All are copied before the first is replaced.
  const replaced = roots.map((pointer) => [pointer, copyOf(pointer, new Map())] as const);
  for (const [pointer, target] of replaced) {
    const schema = placeAt.get(pointer)?.schema;
    if (schema === undefined || target === pointer) continue;
    for (const keyword of Object.keys(schema)) Reflect.deleteProperty(schema, keyword);
    schema['$ref'] = target;
  }
  document[COPIES] = copies;
};

/** A schema resource: a file, or a schema with an `$id`, with its anchors. */
interface Named {
  readonly file: string;
  readonly pointer: string;
  readonly anchors: Map<string, string>;
}

/** Keys whose values are data, not schemas; and keys whose members are schemas under arbitrary names. */
const VALUES = new Set(['example', 'examples', 'enum', 'const', 'default', 'value']);
const MAPS = new Set([...SCHEMA_MAP_KEYWORDS, 'schemas']);

type Visit = (node: SchemaObject, pointer: string, base: string) => void;

/** Visits every object of a file with its base URI. */
const walk = (node: unknown, pointer: string, base: string, visit: Visit, isMap = false): void => {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) walk(item, childPointer(pointer, index), base, visit);
    return;
  }
  if (!isSchemaObject(node)) return;
  const { $id } = node;
  const inner = (typeof $id === 'string' ? resolveUri($id, base)?.address : undefined) ?? base;
  visit(node, pointer, inner);
  for (const [key, member] of Object.entries(node))
    if (isMap || !VALUES.has(key)) walk(member, childPointer(pointer, key), inner, visit, !isMap && MAPS.has(key));
};

/**
 * The parser resolves references between files by path and pointer only. This rewrites references to names (`$id`,
 * `$anchor`) to that form, in place; references within the description itself need no rewriting.
 */
const resolveNamesAcrossFiles = (root: string, files: ReadonlyMap<string, unknown>): void => {
  const named = new Map<string, Named>();
  const addressOf = (file: string): string => pathToFileURL(file).href;
  for (const [file, content] of files) {
    const whole: Named = { file, pointer: '#', anchors: new Map() };
    named.set(addressOf(file), whole);
    walk(content, '#', addressOf(file), (node, pointer, base) => {
      const resource = getOrInsert(named, base, () =>
        pointer === '#' ? whole : { file, pointer, anchors: new Map() },
      );
      for (const anchor of [node['$anchor'], node['$dynamicAnchor']])
        if (typeof anchor === 'string' && !resource.anchors.has(anchor)) resource.anchors.set(anchor, pointer);
    });
  }

  /** Undefined for a reference that needs no rewriting, and for an unknown one. */
  const locate = (reference: string, file: string, base: string): string | undefined => {
    const own = addressOf(file);
    for (const from of base === own ? [own] : [base, own]) {
      const { address = '', fragment: encoded = '' } = resolveUri(reference, from) ?? {};
      const target = named.get(address);
      if (target === undefined) continue;
      const fragment = decodeLeniently(encoded);
      const isPointer = fragment === '' || fragment.startsWith('/');
      const pointer = isPointer
        ? target.pointer + fragment.split('/').map(encodeURIComponent).join('/')
        : target.anchors.get(fragment);
      if (pointer === undefined) continue;
      if (target.file === file) return pointer;
      const relative = path.relative(path.dirname(file), target.file).split(path.sep).map(encodeURIComponent).join('/');
      return `${relative}${pointer === '#' ? '' : pointer}`;
    }
    return undefined;
  };

  for (const [file, content] of files)
    walk(content, '#', addressOf(file), (node, _pointer, base) => {
      const { $ref, $dynamicRef } = node;
      if (typeof $ref === 'string' && !(file === root && $ref.startsWith('#')))
        node['$ref'] = locate($ref, file, base) ?? $ref;
      if (file !== root && typeof $dynamicRef === 'string')
        node['$ref'] ??= locate($dynamicRef, file, base) ?? $dynamicRef;
    });
  for (const [file, content] of files)
    if (file !== root)
      walk(content, '#', '', (node) => {
        for (const keyword of NAMING_KEYWORDS)
          if (typeof node[keyword] === 'string') Reflect.deleteProperty(node, keyword);
      });
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
