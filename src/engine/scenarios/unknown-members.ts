import type { SchemaObject } from '../contract/walk-schema.ts';
import type { Json } from '../../kernel/json.ts';
import { followInSchema } from './schema-members.ts';

/** A member that a schema does not define. */
export interface UnknownMember {
  readonly path: readonly (string | number)[];
  readonly value: Json;
  /** The members that it defines at that position. */
  readonly known: readonly string[];
}

/** The schema of a value, and the path to it: `['data']` for the data of an event. */
interface Location {
  readonly document: SchemaObject;
  readonly pointer: string;
  readonly within: readonly string[];
}

/** All members of a value, at any depth, that the schema does not define; their own contents are not checked. */
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
