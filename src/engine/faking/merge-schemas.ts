import { canonicalize } from '../../kernel/canonical-json.ts';
import { type AnyNumber, compareNumbers } from '../../kernel/exact-number.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { Json } from '../../kernel/json.ts';
import { valueIn } from '../../kernel/json-pointer.ts';
import { toExpression } from '../contract/expression.ts';
import { SCHEMA_EXTENSIONS } from '../contract/fakeable.ts';
import { asList, asObject, isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';

/** A schema that no recipe can follow, because it is faulty or leads to itself. */
export class UnsupportedSchema extends Error {
  override readonly name = 'UnsupportedSchema';
}

/** The same one for the same two, so that schemas that lead to themselves are no longer ones each time. */
const conjunctions = new WeakMap<object, WeakMap<object, SchemaObject>>();

/** The conjunction of two schemas; undefined stands for an unconstrained one. */
export const both = (one: unknown, other: unknown): unknown => {
  if (one === undefined || one === true || one === other) return other;
  if (other === undefined || other === true) return one;
  if (!isSchemaObject(one) || !isSchemaObject(other)) return false;
  const ofOne = getOrInsert(conjunctions, one, () => new WeakMap<object, SchemaObject>());
  return getOrInsert(ofOne, other, () => ({ allOf: [one, other] }));
};

const larger = (one: AnyNumber, other: AnyNumber): AnyNumber => (compareNumbers(one, other) > 0 ? one : other);
const smaller = (one: AnyNumber, other: AnyNumber): AnyNumber => (compareNumbers(one, other) < 0 ? one : other);

const commonTypes = (one: string | readonly string[], other: string | readonly string[]): readonly string[] => {
  const [ours, theirs] = [[one].flat(), [other].flat()];
  const has = (types: readonly string[], type: string): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [...new Set([...ours, ...theirs])].filter((type) => has(ours, type) && has(theirs, type));
};

/** Without repetitions. */
const combined = (one: unknown, other: unknown): readonly unknown[] => [...new Set([one, other].flat())];

const commonValues = (one: readonly unknown[], other: readonly unknown[]): readonly unknown[] => {
  const theirs = new Set((other as readonly Json[]).map(canonicalize));
  return one.filter((value) => theirs.has(canonicalize(value as Json)));
};

/** Merges by name. Members may be called `constructor`, so lookups are restricted to own properties. */
const ofEach =
  <T>(merge: (one: T, other: T) => T) =>
  (one: Readonly<Record<string, T>>, other: Readonly<Record<string, T>>): Record<string, T> => {
    const merged: Record<string, T> = { ...one };
    for (const [name, theirs] of Object.entries(other)) {
      const ours = Object.hasOwn(one, name) ? one[name] : undefined;
      merged[name] = ours === undefined ? theirs : merge(ours, theirs);
    }
    return merged;
  };

/** Parts of an object, each with an example of its own members. */
const mergeExamples = (one: readonly unknown[], other: readonly unknown[]): readonly unknown[] => {
  const [ours, theirs] = [one[0], other[0]];
  return isSchemaObject(ours) && isSchemaObject(theirs) ? [{ ...ours, ...theirs }] : other;
};

/** The least common multiple, in decimal arithmetic. */
export const commonMultiple = (one: number, other: number): number => {
  let scale = 1;
  while (scale < 1e9 && !(Number.isInteger(one * scale) && Number.isInteger(other * scale))) scale *= 10;
  const [a, b] = [one * scale, other * scale];
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return one % other === 0 ? one : other;
  let [divisor, rest] = [a, b];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return ((a / divisor) * b) / scale;
};

const latter = (_one: unknown, other: unknown): unknown => other;

const MERGES: Readonly<Record<string, (one: never, other: never) => unknown>> = {
  type: commonTypes,
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  uniqueItems: (one: boolean, other: boolean) => one || other,
  required: combined,
  enum: commonValues,
  // Of two patterns or formats, both hold.
  pattern: combined,
  format: combined,
  multipleOf: commonMultiple,
  not: (one: readonly unknown[], other: readonly unknown[]) => [...one, ...other],
  contains: (one: readonly unknown[], other: readonly unknown[]) => [...one, ...other],
  items: both,
  unevaluatedItems: both,
  unevaluatedProperties: both,
  additionalProperties: both,
  propertyNames: both,
  patternProperties: ofEach(both),
  dependentRequired: ofEach(combined),
  examples: mergeExamples,
  // The outer schema is more specific to the use.
  default: latter,
  contentMediaType: latter,
  contentSchema: both,
  ...Object.fromEntries(Object.keys(SCHEMA_EXTENSIONS).map((name) => [name, latter])),
};

/** `properties` are merged too, by name, and `prefixItems` by index. */
export const MERGEABLE_KEYWORDS = Object.keys(MERGES);

/** The schema of a member by name; undefined if unspecified. */
export const memberSchema = (schema: SchemaObject, name: string): unknown => {
  const { properties, patternProperties, additionalProperties } = schema;
  let found = valueIn(properties, [name]);
  for (const [pattern, wanted] of Object.entries(asObject(patternProperties)))
    if (toExpression(pattern)?.test(name) === true) found = both(found, wanted) ?? true;
  return found ?? additionalProperties;
};

const mergeProperties = (one: SchemaObject, other: SchemaObject): SchemaObject => {
  const merged: SchemaObject = {};
  const names = [one, other].flatMap(({ properties }) => Object.keys(asObject(properties)));
  for (const name of new Set(names)) merged[name] = both(memberSchema(one, name), memberSchema(other, name));
  return merged;
};

const itemAt = ({ prefixItems, items }: SchemaObject, index: number): unknown =>
  index < asList(prefixItems).length ? (asList(prefixItems)[index] ?? true) : items;

const mergePrefixes = (one: SchemaObject, other: SchemaObject): readonly unknown[] => {
  const lengths = [one, other].map(({ prefixItems }) => asList(prefixItems).length);
  return Array.from(
    { length: Math.max(...lengths) },
    (_, index) => both(itemAt(one, index), itemAt(other, index)) ?? true,
  );
};

/** Merges the keywords of two schemas that must both hold. */
export const mergeSchemas = (one: SchemaObject, other: SchemaObject): SchemaObject => {
  const merged: SchemaObject = { ...one };
  for (const [keyword, value] of Object.entries(other)) {
    const ours = one[keyword];
    if (ours === undefined || keyword === 'properties' || keyword === 'prefixItems') merged[keyword] = value;
    else if (JSON.stringify(ours) !== JSON.stringify(value)) {
      const merge = MERGES[keyword];
      if (merge === undefined) throw new UnsupportedSchema(`two values of ${keyword}`);
      merged[keyword] = merge(ours as never, value as never);
    }
  }
  const properties = mergeProperties(one, other);
  if (Object.keys(properties).length > 0) merged['properties'] = properties;
  if ('prefixItems' in merged) merged['prefixItems'] = mergePrefixes(one, other);
  return merged;
};
