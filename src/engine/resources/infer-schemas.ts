import { memoize } from '../../kernel/caches.ts';
import { createSchemaShapes } from '../contract/schema-shapes.ts';
import { isSchemaObject, partsOf, type SchemaObject, targetOf } from '../contract/walk-schema.ts';
import type { MemberPath } from './resource.ts';
import { letters, singularsOf, wordsOf } from './infer-words.ts';

/** A part of a body: what its members lead to, or the items of a list there. */
interface Place {
  readonly path: MemberPath;
  readonly schema: unknown;
  readonly isList: boolean;
}

/** What the id of an item is looked for by. */
interface Sought {
  /** The path parameter. */
  readonly name: string;
  readonly schema: unknown;
  /** The last word of the collection's path. */
  readonly collection: string;
}

interface FoundId {
  readonly path: MemberPath;
  /** Not by a name that other members have, too, as `name` and `code`. */
  readonly isSure: boolean;
}

export interface Schemas {
  readonly membersOf: (schema: unknown) => ReadonlyMap<string, unknown>;
  readonly typesOf: (schema: unknown) => ReadonlySet<string>;
  readonly listedIn: (schema: unknown) => readonly unknown[] | undefined;
  /** The member whose name has the same letters, as `FriendlyName` and `friendly_name`. */
  readonly memberLike: (schema: unknown, name: string) => string | undefined;
  /** The body itself and the objects in it that may be all that it is about; outer ones first. */
  readonly objectsIn: (body: unknown) => readonly Place[];
  /** The lists in it, by the schemas of their items. */
  readonly listsIn: (body: unknown) => readonly Place[];
  /** From 0 to 1: how many members of the smaller schema the other one has. */
  readonly likeness: (one: unknown, other: unknown) => number;
  readonly isSame: (one: unknown, other: unknown) => boolean;
  /** Whether it demands members; alternatives may demand less. */
  readonly requiresAny: (schema: unknown) => boolean;
  readonly findId: (schema: unknown, sought: Sought) => FoundId | undefined;
  readonly isBinary: (schema: unknown) => boolean;
}

/** How much of the smaller of two schemas the other one has, if both are views of one thing. */
export const ALIKE = 0.5;

/** What surrounds the thing in a body, rather than being one of its members. */
const ENVELOPES = new Set([
  ...['data', 'result', 'results', 'response', 'payload', 'body', 'embedded', 'item', 'resource', 'entity', 'record'],
]);

/** Members beside a thing, at most. */
const FEW = 4;
const BESIDE = /^(?:links?|meta|metadata|errors?|pagination|paging|included|warnings)$/;

/** Names of ids and of nothing else; then those of other members, too. */
const PURE = ['id', 'uuid', 'guid', 'gid', 'sid'];
const ID_NAMES = [...PURE, 'key', 'slug', 'login', 'name', 'number', 'code', 'token'];

const NO_MEMBERS: ReadonlyMap<string, unknown> = new Map();

export const createSchemas = (document: SchemaObject): Schemas => {
  const shapes = createSchemaShapes(document);

  /** The schema that references lead to, and the only one that a composition has. */
  const rootOf = (schema: unknown): unknown => {
    let root = schema;
    for (let depth = 0; depth < 20 && isSchemaObject(root); depth++) {
      const { properties, allOf, anyOf, oneOf } = root;
      const only = properties === undefined ? [allOf, anyOf, oneOf].filter(Array.isArray).flat() : [];
      const next: unknown = targetOf(document, root) ?? (only.length === 1 ? (only[0] as unknown) : undefined);
      if (next === undefined) break;
      root = next;
    }
    return root;
  };

  const membersIn = memoize((schema: SchemaObject) => shapes.membersOf(schema));
  const membersOf = (schema: unknown) => (isSchemaObject(schema) ? membersIn(schema) : NO_MEMBERS);
  const namesIn = memoize(
    (schema: SchemaObject) => new Map([...membersIn(schema).keys()].reverse().map((name) => [letters(name), name])),
  );
  const memberLike = (schema: unknown, name: string): string | undefined =>
    isSchemaObject(schema) ? namesIn(schema).get(letters(name)) : undefined;

  const isObject = (schema: unknown): boolean => {
    const types = shapes.typesOf(schema);
    return types.has('object') || (types.size === 0 && membersOf(schema).size > 0);
  };

  /** Whether a member may be all that the body is about: it has the name of an envelope, or little is beside it. */
  const holdsThing = (members: ReadonlyMap<string, unknown>, name: string): boolean => {
    if (ENVELOPES.has(letters(name))) return true;
    if (members.size > FEW || BESIDE.test(letters(name))) return false;
    return [...members].every(([other, schema]) => other === name || BESIDE.test(letters(other)) || !isObject(schema));
  };

  const placesBelow = (schema: unknown, path: MemberPath): Place[] => {
    const root = rootOf(schema);
    const items = shapes.typesOf(root).has('array') ? shapes.itemsOf(root) : undefined;
    if (items !== undefined) return [{ path, schema: rootOf(items), isList: true }];
    const members = membersOf(root);
    if (members.size === 0) return [];
    const isOpen = path.length === 0 || (path.length === 1 && ENVELOPES.has(letters(path[0] ?? '')));
    const inner = [...members].flatMap(([name, member]) =>
      isOpen && (shapes.typesOf(member).has('array') || (isObject(member) && holdsThing(members, name)))
        ? placesBelow(member, [...path, name])
        : [],
    );
    return [{ path, schema: root, isList: false }, ...inner.sort((one, other) => one.path.length - other.path.length)];
  };
  const placesOf = memoize((body: SchemaObject) => placesBelow(body, []));
  const placesIn = (body: unknown) => (isSchemaObject(body) ? placesOf(body) : []);

  const likeness = (one: unknown, other: unknown): number => {
    const [first, second] = [rootOf(one), rootOf(other)];
    if (first === second) return 1;
    const [smaller, larger] = [membersOf(first), membersOf(second)].sort((a, b) => a.size - b.size);
    if (smaller === undefined || larger === undefined || smaller.size === 0) return 0;
    return [...smaller.keys()].filter((name) => larger.has(name)).length / smaller.size;
  };

  const fits = (member: unknown, { schema }: Sought): boolean => {
    const kinds = [shapes.typesOf(member), shapes.typesOf(schema)].map((types) => [...types].map(toKind));
    return kinds.some((types) => types.length === 0) || kinds[0]?.some((kind) => kinds[1]?.includes(kind)) === true;
  };

  const isScalar = (schema: unknown): boolean => {
    const types = shapes.typesOf(schema);
    return !types.has('object') && !types.has('array') && !types.has('boolean');
  };

  const findId = (schema: unknown, sought: Sought): FoundId | undefined => {
    const members = membersOf(schema);
    const words = wordsOf(sought.name);
    const suffix = words.length > 1 ? words.at(-1) : undefined;
    const isPlain = suffix === undefined || PURE.includes(suffix);
    const nouns = singularsOf(sought.collection);
    const whole = letters(sought.name);
    const rest = nouns.filter((noun) => whole.startsWith(noun)).map((noun) => whole.slice(noun.length));
    // `custom_property_name` may be the `property_name` or the `name`.
    const ends = words.slice(1).map((_, index) => words.slice(index + 1).join(''));
    const own = [whole, ...nouns.map((noun) => `${noun}id`), ...rest, ...ends];
    const find = (names: readonly string[], isStrict: boolean): MemberPath | undefined => {
      for (const each of names) {
        const name = memberLike(schema, each);
        if (name !== undefined && isScalar(members.get(name)) && (!isStrict || fits(members.get(name), sought)))
          return [name];
      }
      return undefined;
    };
    const sure = find(own, false) ?? (isPlain ? find(['id'], true) : undefined);
    if (sure !== undefined) return { path: sure, isSure: true };
    // `user_id` of a membership is the `id` of its `user`; Kubernetes has the names of all in `metadata`.
    const beside = [...members.keys()].filter((name) => !BESIDE.test(letters(name)));
    const isPartial = beside.length > 1;
    const nested = [
      { holder: words.slice(0, -1).join(''), inner: suffix ?? '' },
      { holder: 'metadata', inner: sought.name },
    ];
    for (const { holder, inner } of nested) {
      const name = memberLike(schema, holder);
      const held = rootOf(members.get(name ?? ''));
      const found = memberLike(held, inner);
      if (name !== undefined && found !== undefined && isScalar(membersOf(held).get(found)))
        return { path: [name, found], isSure: isPartial && holder !== 'metadata' && !nouns.includes(holder) };
    }
    const others = suffix === undefined ? ID_NAMES : isPlain ? PURE : [];
    const poor = find(others, true) ?? find(others, false);
    return poor && { path: poor, isSure: PURE.includes(letters(poor[0] ?? '')) };
  };

  return {
    ...shapes,
    membersOf,
    memberLike,
    objectsIn: (body) => placesIn(body).filter(({ isList }) => !isList),
    listsIn: (body) => placesIn(body).filter(({ isList }) => isList),
    likeness,
    isSame: (one, other) => rootOf(one) === rootOf(other),
    requiresAny: (schema) =>
      [...partsOf(document, schema, ['allOf'])].some(({ required }) => Array.isArray(required) && required.length > 0),
    findId,
  };
};

const toKind = (type: string): string => (type === 'integer' ? 'number' : type);
