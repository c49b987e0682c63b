import { toExpression } from '../../contract/expression.ts';
import type { SchemaObject } from '../../contract/walk-schema.ts';
import { isMultipleOf } from '../../validation/multiple-of.ts';
import { drawFrom } from '../generators/draw-from.ts';
import { type Recipe, impossible, leaf } from './recipe.ts';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  null: (value) => value === null,
  number: (value) => typeof value === 'number',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  string: (value) => typeof value === 'string',
};

const KEYWORDS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
  exclusiveMinimum: (value, limit) => value > limit,
  exclusiveMaximum: (value, limit) => value < limit,
  multipleOf: isMultipleOf,
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
    if (typeof limit !== 'number') continue;
    if (typeof value === 'number' && KEYWORDS[keyword]?.(value, limit) === false) return false;
    if (typeof value === 'string' && LENGTHS[keyword]?.(value, limit) === false) return false;
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
