import type { SchemaObject } from '../contract/walk-schema.ts';
import type { Json } from '../../kernel/json.ts';
import { followInSchema } from './schema-members.ts';

/** A member that a schema does not know. */
export interface UnknownMember {
  readonly path: readonly (string | number)[];
  readonly value: Json;
  /** What it knows in that place. */
  readonly known: readonly string[];
}

/** The schema that the value is of, and how it is got to: `['data']` for the data of an event. */
interface Location {
  readonly document: SchemaObject;
  readonly pointer: string;
  readonly within: readonly string[];
}

/** Every member of a value, however deep, that the schema has no place for; what is inside of one is not looked at. */
export const unknownMembers = (value: Json, place: Location): readonly UnknownMember[] => membersIn(value, [], place);

const membersIn = (value: Json | undefined, path: readonly (string | number)[], place: Location): UnknownMember[] => {
  if (typeof value !== 'object' || value === null) return [];
  const entries: (readonly [string | number, Json | undefined])[] = Array.isArray(value)
    ? (value as readonly Json[]).map((element, index) => [index, element])
    : Object.entries(value);
  return entries.flatMap(([key, member]) => {
    const { document, pointer, within } = place;
    const deeper = [...path, key];
    const followed = followInSchema(document, { $ref: pointer }, [...within, ...deeper.map(String)]);
    if (followed.kind === 'there') return membersIn(member, deeper, place);
    return [{ path: deeper, value: member ?? null, known: followed.known }];
  });
};
