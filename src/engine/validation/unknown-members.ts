import type { ErrorObject } from 'ajv';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { Json } from '../../kernel/json.ts';
import type { Path } from '../../kernel/path.ts';
import type { Operation } from '../contract/contract.ts';
import { isSchemaObject, partsOf, type SchemaObject } from '../contract/walk-schema.ts';

const PARTS = ['allOf', 'anyOf', 'oneOf', 'then', 'else'];

/** The result of following a pointer through a schema. */
type Followed =
  | { readonly kind: 'there' }
  /** At this key, the schema only knows the members listed. */
  | { readonly kind: 'unknown'; readonly key: string; readonly known: readonly string[] };

const THERE: Followed = { kind: 'there' };

/**
 * Follows a pointer through a schema: whether a matching value can have a member there. A schema that does not say is
 * assumed to allow it.
 */
export const followInSchema = (document: SchemaObject, schema: unknown, keys: readonly string[]): Followed => {
  let position = startIn(document, schema);
  for (const key of keys) {
    const next = position.into(key);
    if ('kind' in next) return next;
    position = next;
  }
  return THERE;
};

/** Where a value is in a schema. */
interface SchemaPosition {
  /** Where its member is, or what the schema says of that. */
  readonly into: (key: string) => SchemaPosition | Followed;
}

const startIn = (document: SchemaObject, schema: unknown): SchemaPosition => positionOf(document, [schema]);

const positionOf = (document: SchemaObject, schemas: readonly unknown[]): SchemaPosition => {
  const current = schemas.flatMap((schema) => [...partsOf(document, schema, PARTS)]);
  // A list has thousands of entries with the same schema.
  const positions = new Map<string, SchemaPosition | Followed>();
  const into = (key: string): SchemaPosition | Followed => {
    if (current.length === 0) return THERE;
    const inside = current.flatMap((part) => childrenOf(part, key));
    if (inside.length > 0) return positionOf(document, inside);
    const known = [...new Set(current.flatMap(namesIn))];
    return current.some((part) => isOpen(part, known.length > 0)) ? THERE : { kind: 'unknown', key, known };
  };
  return { into: (key) => getOrInsert(positions, INDEX.test(key) ? '0' : key, () => into(key)) };
};

const INDEX = /^(?:0|[1-9]\d*)$/;

const childrenOf = (schema: SchemaObject, key: string): unknown[] => {
  const { properties, items } = schema;
  const children: unknown[] = [];
  if (isSchemaObject(properties) && Object.hasOwn(properties, key)) children.push(properties[key]);
  if (items !== undefined && INDEX.test(key)) children.push(items);
  return children;
};

const namesIn = ({ properties, items }: SchemaObject): string[] => [
  ...(isSchemaObject(properties) ? Object.keys(properties) : []),
  ...(items === undefined ? [] : ['0']),
];

/**
 * Whether it allows members that are not named: explicitly, or as a free-form object without further constraints
 * elsewhere.
 */
const isOpen = ({ additionalProperties, type, ...rest }: SchemaObject, othersAreNamed: boolean): boolean => {
  if (additionalProperties !== undefined) return additionalProperties !== false;
  if (othersAreNamed || rest['properties'] !== undefined || rest['items'] !== undefined) return false;
  return type === 'object' || (type === undefined && Object.keys(rest).every((keyword) => SAYS_NOTHING.has(keyword)));
};

const SAYS_NOTHING = new Set(['description', 'title', 'default', 'examples']);

/** A member that a schema does not define. */
export interface UnknownMember {
  readonly path: Path;
  readonly value: Json;
  /** The members that it defines at that position. */
  readonly known: readonly string[];
}

/** The schema of a value, and the path to it: `['data']` for the data of an event. */
interface Location {
  readonly document: SchemaObject;
  readonly pointer: string;
  readonly within?: readonly string[];
}

/**
 * All members of a value, at any depth, that the schema does not name, although it may allow them: they may be misspelt.
 * Their own contents are not checked.
 */
export const unknownMembers = (value: Json, { document, pointer, within = [] }: Location): readonly UnknownMember[] => {
  let position: SchemaPosition = startIn(document, { $ref: pointer });
  for (const key of within) {
    const next = position.into(key);
    if ('kind' in next) return [];
    position = next;
  }
  return membersIn(value, [], position);
};

const membersIn = (value: Json | undefined, path: Path, position: SchemaPosition): UnknownMember[] => {
  if (typeof value !== 'object' || value === null) return [];
  const entries: (readonly [string | number, Json | undefined])[] = Array.isArray(value)
    ? [...(value as readonly Json[]).entries()]
    : Object.entries(value);
  return entries.flatMap(([key, member]) => {
    const deeper = [...path, key];
    const next = position.into(String(key));
    if (!('kind' in next)) return membersIn(member, deeper, next);
    return next.kind === 'there' ? [] : [{ path: deeper, value: member ?? null, known: next.known }];
  });
};

/** A member that a validator forbids, and those that it allows. */
export interface UnknownKey {
  readonly name: string;
  readonly known: readonly string[];
}

/** Undefined for any other error. `known` is empty without Ajv's `verbose`. */
export const unknownMemberOf = ({ params, parentSchema }: ErrorObject): UnknownKey | undefined => {
  const name: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof name !== 'string') return undefined;
  const { properties } = (parentSchema ?? {}) as { readonly properties?: object };
  return { name, known: Object.keys(properties ?? {}) };
};

/** Prefix of the stub's own parameters: `__code`, `__example` ... */
const OWN = '__';

const documented = new WeakMap<Operation, readonly string[]>();

/** The names of an operation's query parameters. */
export const queryNamesOf = (operation: Operation): readonly string[] =>
  getOrInsert(documented, operation, ({ parameters }) =>
    parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  );

/** The names of undocumented query parameters, each once. Assumption: unknown-query-parameters. */
export const unknownQueryNames = (operation: Operation, query: URLSearchParams): readonly string[] => {
  if (operation.parameters.some((parameter) => parameter.in === 'querystring')) return [];
  const known = queryNamesOf(operation);
  return [...new Set(query.keys())].filter((name) => !known.includes(name) && !name.startsWith(OWN));
};

/**
 * Removes the members that the schema does not define, for services that ignore them. Members that the schema leaves
 * open stay. Assumption: unknown-request-properties.
 */
export const leaveOutUnknown = (value: Json, schema: unknown, document: SchemaObject): Json => {
  const schemas = [...partsOf(document, schema)];
  if (Array.isArray(value)) {
    const items = schemas.find((branch) => branch['items'] !== undefined)?.['items'];
    const list: readonly Json[] = value;
    return items === undefined ? list : list.map((item) => leaveOutUnknown(item, items, document));
  }
  if (typeof value !== 'object' || value === null) return value;
  const known = new Map(
    schemas.flatMap(({ properties }) => (isSchemaObject(properties) ? Object.entries(properties) : [])),
  );
  const isClosed = schemas.some(
    ({ additionalProperties, unevaluatedProperties }) =>
      additionalProperties === false || unevaluatedProperties === false,
  );
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isClosed || known.has(name))
      .map(([name, member]) => [
        name,
        known.has(name) ? leaveOutUnknown(member ?? null, known.get(name), document) : member,
      ]),
  );
};
