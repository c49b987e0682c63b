import type { ErrorObject } from 'ajv';
import { memoize, getOrInsert } from '../../kernel/caches.ts';
import type { Json } from '../../kernel/json.ts';
import { valueIn } from '../../kernel/json-pointer.ts';
import type { Path } from '../../kernel/path.ts';
import type { Operation } from '../contract/contract.ts';
import { asObject, partsOf, type SchemaObject } from '../contract/walk-schema.ts';

const PARTS = ['allOf', 'anyOf', 'oneOf', 'then', 'else'];

/** From a value to its member, as far as a schema knows: where that is, or else the members that it knows instead. */
type Lead = (key: string) => Lead | readonly string[] | 'anything';

const leadFrom = (document: SchemaObject, schemas: readonly unknown[]): Lead => {
  const current = schemas.flatMap((schema) => [...partsOf(document, schema, PARTS)]);
  // A list has thousands of entries with the same schema.
  const leads = new Map<string, ReturnType<Lead>>();
  const into = (key: string): ReturnType<Lead> => {
    const inside = current.flatMap((part) => childrenOf(part, key));
    if (inside.length > 0) return leadFrom(document, inside);
    const known = [...new Set(current.flatMap(namesIn))];
    return current.length === 0 || current.some((part) => isOpen(part, known.length > 0)) ? 'anything' : known;
  };
  return (key) => getOrInsert(leads, INDEX.test(key) ? '0' : key, () => into(key));
};

/**
 * Follows keys through a schema: the first that no matching value has, with the members that it can have there; undefined if there
 * is none. A schema that does not say is assumed to allow any.
 */
export const unknownKeyIn = (document: SchemaObject, schema: unknown, keys: readonly string[]) => {
  let lead = leadFrom(document, [schema]);
  for (const key of keys) {
    const next = lead(key);
    if (typeof next !== 'function') return next === 'anything' ? undefined : { key, known: next };
    lead = next;
  }
  return undefined;
};

const INDEX = /^(?:0|[1-9]\d*)$/;

const childrenOf = (schema: SchemaObject, key: string): readonly unknown[] =>
  [valueIn(schema, ['properties', key]), INDEX.test(key) ? schema['items'] : undefined].filter(
    (child) => child !== undefined,
  );

const namesIn = ({ properties, items }: SchemaObject): readonly string[] => [
  ...Object.keys(asObject(properties)),
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

/**
 * All members of a value, at any depth, that the schema does not name, although it may allow them: they may be misspelt.
 * Their own contents are not checked. `within` is the path to the value in the schema: `['data']` for the data of an event.
 */
export const unknownMembers = (
  value: Json,
  {
    document,
    pointer,
    within = [],
  }: { readonly document: SchemaObject; readonly pointer: string; readonly within?: readonly string[] },
): readonly UnknownMember[] => {
  let lead: ReturnType<Lead> = leadFrom(document, [{ $ref: pointer }]);
  for (const key of within) if (typeof lead === 'function') lead = lead(key);
  return membersIn(value, [], lead);
};

const membersIn = (value: Json | undefined, path: Path, lead: ReturnType<Lead>): UnknownMember[] =>
  typeof value !== 'object' || value === null || typeof lead !== 'function'
    ? []
    : Object.entries(value).flatMap(([key, member]: [string, Json | undefined]) => {
        const deeper = [...path, Array.isArray(value) ? Number(key) : key];
        const next = lead(key);
        return typeof next === 'object'
          ? [{ path: deeper, value: member ?? null, known: next }]
          : membersIn(member, deeper, next);
      });

/** A member that a validator forbids, and those that it allows. Undefined for any other error. None is known without Ajv's `verbose`. */
export const unknownMemberOf = ({ params, parentSchema }: ErrorObject) => {
  const name: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof name !== 'string') return undefined;
  const evaluated = (params['known'] as string[] | undefined) ?? [];
  return { name, known: [...new Set([...Object.keys(asObject(parentSchema?.['properties'])), ...evaluated])] };
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
