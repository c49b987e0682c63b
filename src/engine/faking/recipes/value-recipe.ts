import { toExpression } from '../../contract/expression.ts';
import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { type AnyNumber, compareNumbers, isAnyNumber, isMultipleOf, isWhole } from '../../../kernel/exact-number.ts';
import { drawFrom } from '../generators/draw-from.ts';
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

const LENGTHS: Readonly<Record<string, (value: string, limit: number) => boolean>> = {
  minLength: ({ length }, limit) => length >= limit,
  maxLength: ({ length }, limit) => length <= limit,
};

/** Whether an enumerated value satisfies the other keywords: after merging `allOf`, some may not. */
export const keepsTo = (schema: SchemaObject, value: unknown): boolean => {
  const { type } = schema;
  const types = typeof type === 'string' ? [type] : (type as readonly string[] | undefined);
  if (types?.some((name) => TYPES[name]?.(value)) === false) return false;
  for (const [keyword, limit] of Object.entries(schema)) {
    if (!isAnyNumber(limit)) continue;
    if (isAnyNumber(value) && KEYWORDS[keyword]?.(value, limit) === false) return false;
    if (typeof value === 'string' && LENGTHS[keyword]?.(value, Number(limit)) === false) return false;
  }
  const { pattern } = schema;
  return typeof value !== 'string' || typeof pattern !== 'string' || toExpression(pattern)?.test(value) !== false;
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
