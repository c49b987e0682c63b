import type { ErrorObject } from 'ajv';
import { memoize } from '../../kernel/caches.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { Json } from '../../kernel/json.ts';
import type { Path } from '../../kernel/path.ts';
import type { Operation } from '../contract/contract.ts';
import { withoutMembers } from '../contract/document-uses.ts';
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
  let position = positionOf(document, [schema]);
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
  const position = within.reduce<SchemaPosition | Followed>(
    (at, key) => ('kind' in at ? at : at.into(key)),
    positionOf(document, [{ $ref: pointer }]),
  );
  return 'kind' in position ? [] : membersIn(value, [], position);
};

const membersIn = (value: Json | undefined, path: Path, position: SchemaPosition): UnknownMember[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, Json | undefined]) => {
    const deeper = [...path, Array.isArray(value) ? Number(key) : key];
    const next = position.into(key);
    if (!('kind' in next)) return membersIn(member, deeper, next);
    return next.kind === 'there' ? [] : [{ path: deeper, value: member ?? null, known: next.known }];
  });
};

/** A member that a validator forbids, and those that it allows. Undefined for any other error. None is known without Ajv's `verbose`. */
export const unknownMemberOf = ({ params, parentSchema }: ErrorObject) => {
  const name: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof name !== 'string') return undefined;
  const { properties } = (parentSchema ?? {}) as { readonly properties?: object };
  return { name, known: Object.keys(properties ?? {}) };
};

/** Prefix of the stub's own parameters: `__code`, `__example` ... */
const OWN = '__';

/** The names of an operation's query parameters. */
export const queryNamesOf = memoize(({ parameters }: Operation): readonly string[] =>
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
export const leaveOutUnknown = (value: Json, schema: unknown, document: SchemaObject): Json =>
  withoutMembers(
    document,
    schema,
    value,
    (around, own) =>
      own.length === 0 &&
      around.some((part) => part['additionalProperties'] === false || part['unevaluatedProperties'] === false),
  );
