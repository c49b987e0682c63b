import { isSameJson } from '../../../kernel/canonical-json.ts';
import { toExpression } from '../../contract/expression.ts';
import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { type AnyNumber, compareNumbers, isAnyNumber, isMultipleOf, isWhole } from '../../../kernel/exact-number.ts';
import { drawFrom } from '../generators/draw-from.ts';
import { isOfFormat } from './is-of-format.ts';
import { type Recipe, impossible, leaf } from './recipe.ts';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => isAnyNumber(value) && isWhole(value),
  null: (value) => value === null,
  number: isAnyNumber,
  object: isSchemaObject,
  string: (value) => typeof value === 'string',
};

const KEYWORDS: Readonly<Record<string, (value: AnyNumber, limit: AnyNumber) => boolean>> = {
  minimum: (value, limit) => compareNumbers(value, limit) >= 0,
  maximum: (value, limit) => compareNumbers(value, limit) <= 0,
  exclusiveMinimum: (value, limit) => compareNumbers(value, limit) > 0,
  exclusiveMaximum: (value, limit) => compareNumbers(value, limit) < 0,
  multipleOf: (value, step) => isMultipleOf(step)(value),
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
  return !Array.isArray(listed) || listed.some((one) => isSameJson(one, value));
};

/** Whether a value satisfies the keywords that say something of it alone. */
export const keepsTo = (schema: SchemaObject, value: unknown): boolean => {
  const { type, not, required } = schema;
  const types = typeof type === 'string' ? [type] : (type as readonly string[] | undefined);
  if (types?.some((name) => TYPES[name]?.(value)) === false) return false;
  for (const [keyword, limit] of Object.entries(schema)) {
    if (!isAnyNumber(limit)) continue;
    if (isAnyNumber(value) && KEYWORDS[keyword]?.(value, limit) === false) return false;
    if (typeof value === 'string' && LENGTHS[keyword]?.(value, Number(limit)) === false) return false;
    if (typeof value === 'object' && value !== null && SIZES[keyword]?.(value, Number(limit)) === false) return false;
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
