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

const sizeOf = (value: object): number => Object.keys(value).length;

/** Keywords with a number, by the values that they limit. */
const NUMBERS: Readonly<Record<string, (value: AnyNumber, limit: AnyNumber) => boolean>> = {
  minimum: (value, limit) => compareNumbers(value, limit) >= 0,
  maximum: (value, limit) => compareNumbers(value, limit) <= 0,
  exclusiveMinimum: (value, limit) => compareNumbers(value, limit) > 0,
  exclusiveMaximum: (value, limit) => compareNumbers(value, limit) < 0,
  multipleOf: (value, step) => isMultipleOf(step)(value),
};
const TEXTS: Readonly<Record<string, (value: string, limit: number) => boolean>> = {
  minLength: (value, limit) => lengthOf(value) >= limit,
  maxLength: (value, limit) => value.length <= limit || lengthOf(value) <= limit,
};
const LISTS: Readonly<Record<string, (value: readonly unknown[], limit: number) => boolean>> = {
  minItems: ({ length }, limit) => length >= limit,
  maxItems: ({ length }, limit) => length <= limit,
};
const OBJECTS: Readonly<Record<string, (value: object, limit: number) => boolean>> = {
  minProperties: (value, limit) => sizeOf(value) >= limit,
  maxProperties: (value, limit) => sizeOf(value) <= limit,
};

const keepsToLimit = (keyword: string, value: unknown, limit: AnyNumber): boolean => {
  if (isAnyNumber(value)) return NUMBERS[keyword]?.(value, limit) !== false;
  if (typeof value === 'string') return TEXTS[keyword]?.(value, Number(limit)) !== false;
  if (Array.isArray(value)) return LISTS[keyword]?.(value, Number(limit)) !== false;
  return !isSchemaObject(value) || OBJECTS[keyword]?.(value, Number(limit)) !== false;
};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** What a merged schema wants of a text: one pattern or several. */
export const textsIn = (value: unknown): readonly string[] => listOf(value).filter((each) => typeof each === 'string');

export const isListed = (listed: unknown, value: unknown): boolean =>
  !Array.isArray(listed) || listed.some((one) => isSameJson(one, value));

/** A schema of one keyword, as in `not`. */
const isMet = (schema: unknown, value: unknown): boolean =>
  isSchemaObject(schema) ? keepsTo(schema, value) && isListed(schema['enum'], value) : schema !== false;

/** Whether a value satisfies the keywords that say something of it alone, except for `enum`. */
export const keepsTo = (schema: SchemaObject, value: unknown): boolean => {
  const { type, not, required, format, pattern } = schema;
  if (type !== undefined && !textsIn(type).some((name) => TYPES[name]?.(value) !== false)) return false;
  for (const [keyword, limit] of Object.entries(schema))
    if (isAnyNumber(limit) && !keepsToLimit(keyword, value, limit)) return false;
  if (Array.isArray(not) && not.some((refused) => isMet(refused, value))) return false;
  if (isSchemaObject(value) && !textsIn(required).every((name) => Object.hasOwn(value, name))) return false;
  if (!textsIn(format).every((name) => isOfFormat(name, value))) return false;
  return typeof value !== 'string' || textsIn(pattern).every((source) => toExpression(source)?.test(value) !== false);
};

/** One of some values: those that a schema lists. */
export const valueRecipe = (schema: SchemaObject, listed: readonly unknown[]): Recipe => {
  const values = listed.filter((value) => keepsTo(schema, value));
  const [only] = values;
  if (values.length === 0) return impossible;
  return values.length === 1 ? leaf(() => only) : leaf(({ random }) => drawFrom(values, random));
};
