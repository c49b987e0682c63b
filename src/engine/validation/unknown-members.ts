import type { ErrorObject } from 'ajv';
import type { Json } from '../../kernel/json.ts';
import type { Path } from '../../kernel/path.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import { type SchemaPosition, startIn } from './schema-members.ts';

/** A member that a schema does not define. */
interface UnknownMember {
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
