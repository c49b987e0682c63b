import { toExpression } from '../../contract/expression.ts';
import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { isMultipleOf } from '../../validation/multiple-of.ts';
import { drawFrom } from '../generators/draw-from.ts';
import { isOfFormat } from './is-of-format.ts';
import { type Recipe, impossible, leaf } from './recipe.ts';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  null: (value) => value === null,
  number: (value) => typeof value === 'number',
  object: isSchemaObject,
  string: (value) => typeof value === 'string',
};

const KEYWORDS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
  exclusiveMinimum: (value, limit) => value > limit,
  exclusiveMaximum: (value, limit) => value < limit,
  multipleOf: isMultipleOf,
};

/** In characters, which are code points (RFC 8259, section 7). */
const lengthOf = (text: string): number => Array.from(text).length;

const LENGTHS: Readonly<Record<string, (value: string, limit: number) => boolean>> = {
  minLength: (value, limit) => lengthOf(value) >= limit,
  maxLength: (value, limit) => value.length <= limit || lengthOf(value) <= limit,
};

const SIZES: Readonly<Record<string, (value: object, limit: number) => boolean>> = {
  minItems: (value, limit) => !Array.isArray(value) || value.length >= limit,
  maxItems: (value, limit) => !Array.isArray(value) || value.length <= limit,
  minProperties: (value, limit) => Array.isArray(value) || Object.keys(value).length >= limit,
  maxProperties: (value, limit) => Array.isArray(value) || Object.keys(value).length <= limit,
};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** What a merged schema wants of a text: one pattern or several. */
export const textsIn = (value: unknown): readonly string[] => listOf(value).filter((each) => typeof each === 'string');

/** A schema of one keyword, as in `not`. */
const isMet = (schema: unknown, value: unknown): boolean => {
  if (!isSchemaObject(schema)) return schema !== false;
  const { enum: listed, ...others } = schema;
  if (!keepsTo(others, value)) return false;
  if (!Array.isArray(listed)) return true;
  const text = JSON.stringify(value);
  return listed.some((one) => JSON.stringify(one) === text);
};

/** Whether a value satisfies the keywords that say something of it alone. */
export const keepsTo = (schema: SchemaObject, value: unknown): boolean => {
  const { type, not, required } = schema;
  const types = typeof type === 'string' ? [type] : (type as readonly string[] | undefined);
  if (types?.some((name) => TYPES[name]?.(value)) === false) return false;
  for (const [keyword, limit] of Object.entries(schema)) {
    if (typeof limit !== 'number') continue;
    if (typeof value === 'number' && KEYWORDS[keyword]?.(value, limit) === false) return false;
    if (typeof value === 'string' && LENGTHS[keyword]?.(value, limit) === false) return false;
    if (typeof value === 'object' && value !== null && SIZES[keyword]?.(value, limit) === false) return false;
  }
  if (Array.isArray(not) && not.some((refused) => isMet(refused, value))) return false;
  if (isSchemaObject(value) && Array.isArray(required) && required.some((name) => !Object.hasOwn(value, String(name))))
    return false;
  if (!textsIn(schema['format']).every((format) => isOfFormat(format, value))) return false;
  return (
    typeof value !== 'string' ||
    textsIn(schema['pattern']).every((pattern) => toExpression(pattern)?.test(value) !== false)
  );
};

/** One of a schema's enumerated values. */
export const valueRecipe = (schema: SchemaObject, listed: readonly unknown[]): Recipe => {
  const values = listed.filter((value) => keepsTo(schema, value));
  const [only] = values;
  if (values.length === 0) return impossible;
  return values.length === 1 ? leaf(() => only) : leaf(({ random }) => drawFrom(values, random));
};

/** A string with examples but no constraint: one of its examples is the most realistic value. */
export const exampleRecipe = (schema: SchemaObject, drawn: () => Recipe): Recipe | undefined => {
  const { type, examples } = schema;
  if (type !== 'string' || !Array.isArray(examples)) return undefined;
  const recipe = valueRecipe(schema, examples);
  if (recipe === impossible) return undefined;
  if (examples.length > 1) return recipe;
  // The only one is also what is sent where nothing is to be drawn.
  const other = drawn();
  return leaf((drawing) => (drawing.examples === 'avoided' ? other : recipe).make(drawing));
};
