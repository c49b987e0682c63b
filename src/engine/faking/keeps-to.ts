import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js';
import { isSameJson } from '../../kernel/canonical-json.ts';
import { type AnyNumber, compareNumbers, isAnyNumber, isMultipleOf, isWhole } from '../../kernel/exact-number.ts';
import { toExpression } from '../contract/expression.ts';
import { typeOf } from '../contract/schema-shapes.ts';
import { asList, isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';
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

const isOfType = (name: string, value: unknown): boolean =>
  name === typeOf(value) || (name === 'integer' && isAnyNumber(value) && isWhole(value));

type Measure = (value: unknown) => AnyNumber | undefined;

const number: Measure = (value) => (isAnyNumber(value) ? value : undefined);
/** In characters, which are code points (RFC 8259, section 7). */
const length: Measure = (value) => {
  if (typeof value !== 'string') return undefined;
  return /[\uD800-\uDBFF]/.test(value) ? Array.from(value).length : value.length;
};
const items: Measure = (value) => (Array.isArray(value) ? value.length : undefined);
const members: Measure = (value) => (isSchemaObject(value) ? Object.keys(value).length : undefined);

const atLeast = (order: number): boolean => order >= 0;
const atMost = (order: number): boolean => order <= 0;

/** Whether what is measured of a value keeps to its bound; a value of which nothing is measured does. */
const bounded =
  (measure: Measure, fits: (order: number) => boolean) =>
  (value: unknown, bound: AnyNumber): boolean => {
    const measured = measure(value);
    return measured === undefined || fits(compareNumbers(measured, bound));
  };

const BOUNDS: Readonly<Record<string, ReturnType<typeof bounded>>> = {
  minimum: bounded(number, atLeast),
  maximum: bounded(number, atMost),
  exclusiveMinimum: bounded(number, (order) => order > 0),
  exclusiveMaximum: bounded(number, (order) => order < 0),
  multipleOf: (value, step) => !isAnyNumber(value) || isMultipleOf(step)(value),
  minLength: bounded(length, atLeast),
  maxLength: bounded(length, atMost),
  minItems: bounded(items, atLeast),
  maxItems: bounded(items, atMost),
  minProperties: bounded(members, atLeast),
  maxProperties: bounded(members, atMost),
};

/** What a merged schema wants of a text: one pattern or several. */
export const textsIn = (value: unknown): readonly string[] => [value].flat().filter((each) => typeof each === 'string');

/** Whether a value satisfies the keywords that say something of it alone, except for `enum`. */
export const keepsTo = (schema: SchemaObject, value: unknown): boolean => {
  const { type, not, required, format, pattern } = schema;
  if (type !== undefined && !textsIn(type).some((name) => isOfType(name, value))) return false;
  for (const [keyword, bound] of Object.entries(schema))
    if (isAnyNumber(bound) && BOUNDS[keyword]?.(value, bound) === false) return false;
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
