import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import { forEachSchema } from './dialect.ts';
import { childPointer, fromSegment, toSegment } from './json-pointer.ts';
import { NAMING_KEYWORDS, resolveUri } from './schema-uri.ts';
import { type SchemaObject, isSchemaObject, walkSchema } from './walk-schema.ts';

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
