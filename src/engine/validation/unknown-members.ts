import type { ErrorObject } from 'ajv';
import type { Json } from '../../kernel/json.ts';
import type { Path } from '../../kernel/path.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import { followInSchema } from './schema-members.ts';

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
export const unknownMembers = (value: Json, place: Location): readonly UnknownMember[] => membersIn(value, [], place);

const membersIn = (value: Json | undefined, path: Path, place: Location): UnknownMember[] => {
  if (typeof value !== 'object' || value === null) return [];
  const entries: (readonly [string | number, Json | undefined])[] = Array.isArray(value)
    ? [...(value as readonly Json[]).entries()]
    : Object.entries(value);
  return entries.flatMap(([key, member]) => {
    const { document, pointer, within = [] } = place;
    const deeper = [...path, key];
    const followed = followInSchema(document, { $ref: pointer }, [...within, ...deeper.map(String)]);
    if (followed.kind === 'there') return membersIn(member, deeper, place);
    return [{ path: deeper, value: member ?? null, known: followed.known }];
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
