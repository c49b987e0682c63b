import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js';
import { isSameJson } from '../../kernel/canonical-json.ts';
import { type AnyNumber, compareNumbers, isAnyNumber, isMultipleOf, isWhole } from '../../kernel/exact-number.ts';
import { toExpression } from '../contract/expression.ts';
import { isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';
import { drawFrom } from './generator.ts';
import { impossible, leaf, type Recipe } from './recipe.ts';

/** Whether a value has a format, by the same list as validators; unknown formats allow all. */
const isOfFormat = (name: string, value: unknown): boolean => {
  if (!Object.hasOwn(fullFormats, name)) return true;
  const format = fullFormats[name as FormatName];
  if (format instanceof RegExp) return typeof value !== 'string' || format.test(value);
  if (typeof format !== 'object') return typeof format !== 'function' || typeof value !== 'string' || format(value);
  const { type = 'string', validate } = format;
  if (typeof value !== type) return true;
  return validate instanceof RegExp ? validate.test(value as string) : (validate as (it: unknown) => boolean)(value);
};

/** The regular expression of a format, where it is one. */
export const expressionOfFormat = (name: string): RegExp | undefined => {
  const format = Object.hasOwn(fullFormats, name) ? fullFormats[name as FormatName] : undefined;
  return format instanceof RegExp ? format : undefined;
};

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => isAnyNumber(value) && isWhole(value),
  null: (value) => value === null,
  number: isAnyNumber,
  object: isSchemaObject,
  string: (value) => typeof value === 'string',
};

/** In characters, which are code points (RFC 8259, section 7). */
const lengthOf = (text: string): number => Array.from(text).length;

type Limit = (value: unknown, limit: AnyNumber) => boolean;

const ofNumbers =
  (test: (value: AnyNumber, limit: AnyNumber) => boolean): Limit =>
  (value, limit) =>
    !isAnyNumber(value) || test(value, limit);

const itemsIn = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);
const membersIn = (value: unknown): number | undefined =>
  isSchemaObject(value) ? Object.keys(value).length : undefined;

/** Keywords with a number: whether a value of the type that they limit keeps to it, as any other value does. */
const LIMITS: Readonly<Record<string, Limit>> = {
  minimum: ofNumbers((value, limit) => compareNumbers(value, limit) >= 0),
  maximum: ofNumbers((value, limit) => compareNumbers(value, limit) <= 0),
  exclusiveMinimum: ofNumbers((value, limit) => compareNumbers(value, limit) > 0),
  exclusiveMaximum: ofNumbers((value, limit) => compareNumbers(value, limit) < 0),
  multipleOf: ofNumbers((value, step) => isMultipleOf(step)(value)),
  minLength: (value, limit) => typeof value !== 'string' || lengthOf(value) >= Number(limit),
  maxLength: (value, limit) =>
    typeof value !== 'string' || value.length <= Number(limit) || lengthOf(value) <= Number(limit),
  minItems: (value, limit) => (itemsIn(value) ?? Infinity) >= Number(limit),
  maxItems: (value, limit) => (itemsIn(value) ?? 0) <= Number(limit),
  minProperties: (value, limit) => (membersIn(value) ?? Infinity) >= Number(limit),
  maxProperties: (value, limit) => (membersIn(value) ?? 0) <= Number(limit),
};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** What a merged schema wants of a text: one pattern or several. */
export const textsIn = (value: unknown): readonly string[] => listOf(value).filter((each) => typeof each === 'string');

/** Whether a value satisfies the keywords that say something of it alone, except for `enum`. */
export const keepsTo = (schema: SchemaObject, value: unknown): boolean => {
  const { type, not, required, format, pattern } = schema;
  if (type !== undefined && !textsIn(type).some((name) => TYPES[name]?.(value) !== false)) return false;
  for (const [keyword, limit] of Object.entries(schema))
    if (isAnyNumber(limit) && LIMITS[keyword]?.(value, limit) === false) return false;
  if (Array.isArray(not) && not.some((refused: SchemaObject) => keepsToAll(refused, value))) return false;
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
