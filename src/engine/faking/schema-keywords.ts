import { SCHEMA_KEYWORDS } from '../../generated/keywords.ts';
import { canonicalize, isSameJson } from '../../kernel/canonical-json.ts';
import {
  type AnyNumber,
  compareNumbers,
  isAnyNumber,
  isMultipleOf,
  isOrder,
  isWhole,
} from '../../kernel/exact-number.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import type { Json } from '../../kernel/json.ts';
import { valueIn } from '../../kernel/json-pointer.ts';
import { toExpression } from '../contract/expression.ts';
import { asList, asObject, isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';
import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js';
import { typeOf } from '../contract/schema-shapes.ts';
import { drawFrom } from './generator.ts';
import { impossible, leaf, type Recipe } from './recipe.ts';

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

const BOUNDS = Object.entries<{ readonly of: string; readonly orders: readonly number[] }>(SCHEMA_KEYWORDS.bounds);

const MERGES: Readonly<Record<string, (one: never, other: never) => unknown>> = {
  ...Object.fromEntries(BOUNDS.map(([keyword, { orders }]) => [keyword, orders.includes(1) ? larger : smaller])),
  type: commonTypes,
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
  ...Object.fromEntries(Object.keys(SCHEMA_KEYWORDS.extensions).map((name) => [name, latter])),
};

/** `properties` are merged too, by name, and `prefixItems` by index. */
export const MERGEABLE_KEYWORDS = Object.keys(MERGES);

/** Name of the generator of the schema's values. */
export const generatorIn = ({ 'x-fake': name }: SchemaObject): string | undefined =>
  typeof name === 'string' ? name : undefined;

export const isTooLargeToFake = (schema: SchemaObject): boolean =>
  Object.entries(SCHEMA_KEYWORDS.generated).some(([keyword, most]) => Number(schema[keyword] ?? 0) > most);

/** A larger `maxLength` only names the limit of a database column or of an integer. */
const TELLING_LENGTH = 255;

/** Characters beyond the minimum where no telling maximum is given. */
const USUAL_SPREAD = 10;

/** The maximum length of generated texts, however much longer they may be. */
export const fakedMaxLength = ({
  minLength = 0,
  maxLength = Infinity,
}: {
  minLength?: number;
  maxLength?: number;
}): number => (maxLength <= TELLING_LENGTH ? maxLength : Math.min(maxLength, minLength + USUAL_SPREAD));

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

/** Whether a value has a format, by the same list as validators; unknown formats allow all. */
const isOfFormat = (name: string, value: unknown): boolean => {
  const format: unknown = Object.hasOwn(fullFormats, name) ? fullFormats[name as FormatName] : true;
  const { type = 'string', validate = format } = format as { readonly type?: string; readonly validate?: unknown };
  if (typeof value !== type) return true;
  if (validate instanceof RegExp) return validate.test(value as string);
  return typeof validate !== 'function' || (validate as (it: unknown) => boolean)(value);
};

/** The regular expression of a format, where it is one. */
export const expressionOfFormat = (name: string): readonly RegExp[] => {
  const format = Object.hasOwn(fullFormats, name) ? fullFormats[name as FormatName] : undefined;
  return format instanceof RegExp ? [format] : [];
};

const isOfType = (name: string, value: unknown): boolean =>
  name === typeOf(value) || (name === 'integer' && isAnyNumber(value) && isWhole(value));

/** What the bounds of each type are bounds of; undefined for a value of another type. */
const MEASURES: Readonly<Record<string, (value: unknown) => AnyNumber | undefined>> = {
  number: (value) => (isAnyNumber(value) ? value : undefined),
  /** In characters, which are code points (RFC 8259, section 7). */
  string: (value) => {
    if (typeof value !== 'string') return undefined;
    return /[\uD800-\uDBFF]/.test(value) ? Array.from(value).length : value.length;
  },
  array: (value) => (Array.isArray(value) ? value.length : undefined),
  object: (value) => (isSchemaObject(value) ? Object.keys(value).length : undefined),
};

const isWithinBounds = (schema: SchemaObject, value: unknown): boolean =>
  BOUNDS.every(([keyword, { of, orders }]) => {
    const bound = schema[keyword];
    const measured = isAnyNumber(bound) ? MEASURES[of]?.(value) : undefined;
    return !isAnyNumber(bound) || measured === undefined || isOrder(compareNumbers(measured, bound), orders);
  });

/** What a merged schema wants of a text: one pattern or several. */
export const textsIn = (value: unknown): readonly string[] => [value].flat().filter((each) => typeof each === 'string');

/** Whether a value satisfies the keywords that say something of it alone, except for `enum`. */
export const keepsTo = (schema: SchemaObject, value: unknown): boolean => {
  const { type, not, required, format, pattern, multipleOf } = schema;
  if (type !== undefined && !textsIn(type).some((name) => isOfType(name, value))) return false;
  if (!isWithinBounds(schema, value)) return false;
  if (isAnyNumber(multipleOf) && isAnyNumber(value) && !isMultipleOf(multipleOf)(value)) return false;
  if (asList(not).some((refused) => keepsToAll(refused as SchemaObject, value))) return false;
  if (isSchemaObject(value) && !textsIn(required).every((name) => Object.hasOwn(value, name))) return false;
  if (!textsIn(format).every((name) => isOfFormat(name, value))) return false;
  return typeof value !== 'string' || textsIn(pattern).every((source) => toExpression(source)?.test(value) !== false);
};

/** The same with `enum`. */
export const keepsToAll = (schema: SchemaObject, value: unknown): boolean => {
  const { enum: listed } = schema;
  return keepsTo(schema, value) && (!Array.isArray(listed) || listed.some((one) => isSameJson(one, value)));
};

/** One of some values: those that a schema lists. */
export const valueRecipe = (schema: SchemaObject, listed: readonly unknown[]): Recipe => {
  const values = listed.filter((value) => keepsTo(schema, value));
  const [only] = values;
  if (values.length === 0) return impossible;
  return values.length === 1 ? leaf(() => only) : leaf(({ random }) => drawFrom(values, random));
};
