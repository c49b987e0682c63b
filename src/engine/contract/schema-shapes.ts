import { memoize } from '../../kernel/caches.ts';
import { isAnyNumber } from '../../kernel/exact-number.ts';
import { valueIn } from '../../kernel/json-pointer.ts';
import { toEssence } from '../../kernel/media-type.ts';
import type { MediaType } from './contract.ts';
import { asList, asObject, isSchemaObject, partsOf, type SchemaObject, targetOf } from './walk-schema.ts';

export type SchemaShapes = ReturnType<typeof shapesOf>;

/** Undefined if any type is allowed. */
type Types = ReadonlySet<string> | undefined;

const ANY_TYPE: ReadonlySet<string> = new Set();
const NO_MEMBERS: ReadonlyMap<string, unknown> = new Map();

/** Without a `type`, that of the values it lists, or else of what it says about members or items. */
const ownTypes = ({ type, properties, items, enum: values, const: value }: SchemaObject): Types => {
  if (type !== undefined) return new Set([type].flat().filter((name) => typeof name === 'string'));
  const listed: readonly unknown[] = Array.isArray(values) ? values : value === undefined ? [] : [value];
  if (listed.length > 0) return new Set(listed.map(typeOf));
  const found = [...(properties === undefined ? [] : ['object']), ...(items === undefined ? [] : ['array'])];
  return found.length === 0 ? undefined : new Set(found);
};

/** As JSON Schema names it; an integer is a number, too. */
export const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isAnyNumber(value) ? 'number' : typeof value;
};

/** The types that both allow; either, if they contradict each other. */
const common = (one: Types, other: Types): Types => {
  if (one === undefined || other === undefined) return one ?? other;
  const both = [...one].filter((type) => other.has(type) || (type === 'integer' && other.has('number')));
  if (one.has('number') && other.has('integer')) both.push('integer');
  return both.length === 0 ? one : new Set(both);
};

/** What the schemas of a document say about the shape of their values, including references and compositions. */
export const shapesOf = memoize((document: SchemaObject) => {
  const findIn = (schema: unknown, find: (part: SchemaObject) => unknown): unknown => {
    for (const part of partsOf(document, schema)) {
      const found = find(part);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const types = new WeakMap<SchemaObject, Types>();

  /**
   * `$ref` and `allOf` apply to every value, so that one of them may narrow what another allows. A branch of `anyOf` or
   * `oneOf` without a type allows all (OpenAPI 3.2.0, Non-JSON Data).
   */
  const typesIn = (schema: unknown): Types => {
    if (!isSchemaObject(schema) || types.has(schema)) return types.get(schema as SchemaObject);
    // Also for a schema that leads to itself.
    types.set(schema, undefined);
    const { allOf, anyOf, oneOf } = schema;
    let found = common(ownTypes(schema), typesIn(targetOf(document, schema)));
    for (const part of asList(allOf)) found = common(found, typesIn(part));
    for (const branches of [anyOf, oneOf]) {
      const each = Array.isArray(branches) ? branches.map(typesIn) : [undefined];
      if (each.every((branch) => branch !== undefined)) found = common(found, new Set(each.flatMap((one) => [...one])));
    }
    types.set(schema, found);
    return found;
  };

  const membersIn = memoize(
    (schema: SchemaObject): ReadonlyMap<string, unknown> =>
      new Map([...partsOf(document, schema)].flatMap(({ properties }) => Object.entries(asObject(properties)))),
  );

  return {
    /** The allowed types; empty if any is. */
    typesOf: (schema: unknown): ReadonlySet<string> => typesIn(schema) ?? ANY_TYPE,
    /** The values that `enum` and `const` list; undefined if there are no such lists. */
    listedIn: (schema: unknown): readonly unknown[] | undefined => {
      const lists = [...partsOf(document, schema)].flatMap(({ enum: values, const: value }) =>
        Array.isArray(values) ? (values as unknown[]) : value === undefined ? [] : [value],
      );
      return lists.length > 0 ? lists : undefined;
    },
    /** Whether it allows members that it does not name, and names none. */
    isFreeForm: (schema: unknown): boolean =>
      [...partsOf(document, schema)].every(
        ({ properties, additionalProperties }) => properties === undefined && additionalProperties !== false,
      ),
    /** The names of the members that it demands; alternatives may demand less. */
    requiredIn: (schema: unknown): ReadonlySet<unknown> =>
      new Set([...partsOf(document, schema, ['allOf'])].flatMap(({ required }) => asList(required))),
    /** The schemas of the members that it names. */
    membersOf: (schema: unknown): ReadonlyMap<string, unknown> =>
      isSchemaObject(schema) ? membersIn(schema) : NO_MEMBERS,
    /** The schema of a member; undefined if unspecified. */
    memberOf: (schema: unknown, name: string): unknown =>
      findIn(schema, (part) => valueIn(part, ['properties', name])) ??
      findIn(schema, ({ additionalProperties }) =>
        isSchemaObject(additionalProperties) ? additionalProperties : undefined,
      ),
    /** The schema of the items of an array, or of the one at an index. */
    itemsOf: (schema: unknown, index = Infinity): unknown =>
      findIn(schema, ({ prefixItems }) => asList(prefixItems)[index]) ??
      findIn(schema, ({ items }) => (isSchemaObject(items) ? items : undefined)),
    /** Whether its values are bytes, which a form sends as files. */
    isBinary: (schema: unknown): boolean =>
      findIn(schema, ({ format, contentMediaType, contentEncoding }) =>
        format === 'binary' ? true : (contentMediaType ?? contentEncoding),
      ) !== undefined,
  };
});

/**
 * Describes the parts of a form by name: a `value` that no file can be (an object, a number), a `text`, or a `file`, as are all
 * parts that the description leaves open. Each part of an array holds one item (RFC 7578, 4.3; OpenAPI 3.2.0, Encoding By Name),
 * and `contentType` is a list (OpenAPI 3.0.4, Encoding Object).
 */
export const createDescribePart = (
  { schema, encoding }: MediaType,
  { typesOf, memberOf, itemsOf, isBinary }: SchemaShapes,
) => {
  const kindOf = (name: string) => {
    const member = memberOf(schema?.schema, name);
    const items = itemsOf(member);
    const types = typesOf(items ?? member);
    if (types.size === 0 || isBinary(member) || isBinary(items)) return 'file';
    return types.has('string') ? 'text' : 'value';
  };
  return (name: string) => ({
    kind: kindOf(name),
    /** The media types, or ranges of them, that its encoding lists; undefined if any is accepted. */
    contentTypes: encoding?.[name]?.contentType?.split(',').map(toEssence),
  });
};
