import { memoize } from '../../kernel/caches.ts';
import { CONVENTIONS } from '../../generated/conventions.ts';
import { shapesOf } from '../contract/schema-shapes.ts';
import { asObject, partsOf, type SchemaObject } from '../contract/walk-schema.ts';
import type { MemberPath } from './resource.ts';
import { isCalled, letters } from '../matching/names.ts';

/** A part of a body: what its members lead to, or the items of a list there. */
export interface Place {
  readonly path: MemberPath;
  readonly schema: unknown;
}

/** How much of the smaller of two schemas the other one has, if both are views of one thing. */
export const ALIKE = 0.5;

export type Schemas = ReturnType<typeof createSchemas>;

export const createSchemas = (document: SchemaObject) => {
  const shapes = shapesOf(document);
  const { typesOf, membersOf } = shapes;

  /** The schema that references lead to. */
  const rootOf = (schema: unknown): unknown => [...partsOf(document, schema, [])].at(-1) ?? schema;

  const namesIn = memoize(
    (schema: SchemaObject) => new Map([...membersOf(schema).keys()].map((name) => [letters(name), name])),
  );

  /** Whether a member may be all that the body is about: a list, or what is called an envelope or alone beside lists. */
  const mayHold = (members: ReadonlyMap<string, unknown>, name: string): boolean => {
    const isList = (each: string): boolean => typesOf(members.get(each)).has('array');
    const isBeside = (each: string): boolean => isList(each) || isCalled(each, CONVENTIONS.beside);
    if (isList(name) || isCalled(name, CONVENTIONS.envelopes)) return true;
    return [...members.keys()].every((each) => isBeside(each) === (each !== name));
  };

  const placesBelow = (schema: unknown, path: MemberPath): readonly (Place & { readonly isList: boolean })[] => {
    const root = rootOf(schema);
    const isList = typesOf(root).has('array');
    if (isList) return [{ path, schema: rootOf(shapes.itemsOf(root)), isList }];
    const members = membersOf(root);
    if (members.size === 0) return [];
    const names = path.length > 1 ? [] : [...members.keys()].filter((name) => mayHold(members, name));
    return [
      { path, schema: root, isList },
      ...names.flatMap((name) => placesBelow(members.get(name), [...path, name])),
    ];
  };
  const placesOf = memoize((body: SchemaObject) => placesBelow(body, []));
  const placesIn = (body: unknown, areLists: boolean): readonly Place[] =>
    placesOf(asObject(body)).filter(({ isList }) => isList === areLists);
  const isSame = (one: unknown, other: unknown): boolean => rootOf(one) === rootOf(other);

  /** The member whose name has the same letters, as `FriendlyName` and `friendly_name`. */
  const memberLike = (schema: unknown, name: string): string | undefined =>
    namesIn(asObject(schema)).get(letters(name));

  /** From 0 to 1: how many of the members of one schema another one has. */
  const sharedBy = (one: unknown, other: unknown): number => {
    const names = [...membersOf(one).keys()];
    return names.filter((name) => memberLike(other, name) !== undefined).length / Math.max(1, names.length);
  };

  return {
    ...shapes,
    isSame,
    isScalar: (schema: unknown): boolean => !typesOf(schema).has('object') && !typesOf(schema).has('array'),
    memberLike,
    sharedBy,
    /** The body itself and the objects in it that may be all that it is about; outer ones first. */
    objectsIn: (body: unknown) => placesIn(body, false),
    /** The lists in it, by the schemas of their items. */
    listsIn: (body: unknown) => placesIn(body, true),
    /** Of the smaller of two schemas. */
    likeness: (one: unknown, other: unknown): number => {
      const [smaller, larger] = [one, other].sort((a, b) => membersOf(a).size - membersOf(b).size);
      return isSame(one, other) ? 1 : sharedBy(smaller, larger);
    },
  };
};
