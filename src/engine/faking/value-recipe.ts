import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js';
import { isSameJson } from '../../kernel/canonical-json.ts';
import {
  type AnyNumber,
  compareNumbers,
  ExactNumber,
  floorOf,
  isAnyNumber,
  isMultipleOf,
  isWhole,
  timesStep,
  toWhole,
} from '../../kernel/exact-number.ts';
import type { Random } from '../../kernel/random.ts';
import { toExpression } from '../contract/expression.ts';
import { isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';
import { drawFraction, drawFrom } from './generator.ts';
import { commonMultiple } from './merge-schemas.ts';
import { type Drawing, impossible, leaf, type Recipe } from './recipe.ts';

/** Whether a value has a format, by the same list as validators; unknown formats allow all. */
const isOfFormat = (name: unknown, value: unknown): boolean => {
  if (typeof name !== 'string' || !Object.hasOwn(fullFormats, name)) return true;
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

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

/** As the description has them: those that no JavaScript number holds calculate as the nearest one. */
type Described = { readonly [Bound in keyof Bounds]: AnyNumber };

/** Range of numbers whose schema has no bounds. */
const REACH = 1000;

const TRIES = 50;

/** Ranges of whole steps up to this size are looked through if some values are refused. */
const FEW_STEPS = 1000;

/** A bound beyond the safe integers only names the limit of a type, and is as good as none. */
const telling = (bound: number, none: number): number =>
  Math.sign(bound) === Math.sign(none) && Math.abs(bound) > Number.MAX_SAFE_INTEGER ? none : bound;

const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

const boundsIn = (schema: SchemaObject): Bounds => {
  const bounds: Bounds = schema;
  if (!textsIn(schema['format']).includes('int32')) return bounds;
  const { minimum = -Infinity, maximum = Infinity } = bounds;
  return { ...bounds, minimum: Math.max(minimum, INT32.minimum), maximum: Math.min(maximum, INT32.maximum) };
};

/** The minimum and the maximum; exclusive bounds are returned as they are, and excluded by the caller. */
const rangeOf = (bounds: Bounds): readonly [least: number, most: number] => {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = bounds;
  const [lowest, highest] = [
    telling(Math.max(minimum, exclusiveMinimum), -Infinity),
    telling(Math.min(maximum, exclusiveMaximum), Infinity),
  ];
  const step = bounds.multipleOf ?? 0;
  const reach = Math.max(REACH, 10 * step);
  // The bounds of a type alone do not make a number large.
  const least = lowest <= INT32.minimum ? Math.max(lowest, Math.min(-reach, highest - reach)) : lowest;
  const most = highest >= INT32.maximum ? Math.min(highest, Math.max(reach, least + reach)) : highest;
  return [least, most];
};

/** The range of multiples of a step within the bounds; exclusive bounds are excluded. */
const steps = (bounds: Bounds, step: number): readonly [first: number, last: number] => {
  const [least, most] = rangeOf(bounds);
  const [first, last] = [Math.ceil(least / step), Math.floor(most / step)];
  return [
    timesStep(first, step) === bounds.exclusiveMinimum ? first + 1 : first,
    timesStep(last, step) === bounds.exclusiveMaximum ? last - 1 : last,
  ];
};

const isSafe = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

const ceilOf = (value: AnyNumber): bigint => floorOf(value) + (isWhole(value) ? 0n : 1n);

const divideDown = (value: bigint, step: bigint): bigint => value / step - (value % step < 0n ? 1n : 0n);

/** Multiples of a whole step within bounds beyond the safe integers; undefined if a JavaScript number can be drawn. */
const exactRecipe = (bounds: Bounds): Recipe | undefined => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }: Described = bounds;
  const step = toWhole(multipleOf);
  if (step === undefined || (rangeOf(bounds).every(isSafe) && isSafe(Number(step)))) return undefined;
  const lower = [
    ...(minimum === undefined ? [] : [ceilOf(minimum)]),
    ...(exclusiveMinimum === undefined ? [] : [floorOf(exclusiveMinimum) + 1n]),
  ].map((bound) => -divideDown(-bound, step));
  const upper = [
    ...(maximum === undefined ? [] : [floorOf(maximum)]),
    ...(exclusiveMaximum === undefined ? [] : [ceilOf(exclusiveMaximum) - 1n]),
  ].map((bound) => divideDown(bound, step));
  const last = upper.length === 0 ? undefined : upper.reduce((one, other) => (one < other ? one : other));
  const first =
    lower.length === 0 ? (last ?? 0n) - BigInt(REACH) : lower.reduce((one, other) => (one > other ? one : other));
  const count = last === undefined || last - first > REACH ? REACH : Number(last - first);
  if (count < 0) return impossible;
  return leaf(({ random }) => new ExactNumber(String((first + BigInt(random.integer(0, count))) * step)));
};

const fractionsWithin = (bounds: Bounds): ((random: Random) => number) | undefined => {
  const [least, most] = rangeOf(bounds);
  if (least > most) return undefined;
  return (random) => {
    const value = least + drawFraction(random) * (most - least);
    return value === bounds.exclusiveMinimum ? (least + most) / 2 : value;
  };
};

export const numberRecipe = (schema: SchemaObject, isInteger: boolean): Recipe => {
  const bounds = boundsIn(schema);
  const exact = isInteger || bounds.multipleOf !== undefined ? exactRecipe(bounds) : undefined;
  if (exact !== undefined) return exact;
  const isFree = schema['not'] === undefined;
  const step = isInteger ? commonMultiple(bounds.multipleOf ?? 1, 1) : bounds.multipleOf;
  if (step === undefined) {
    const draw = fractionsWithin(bounds);
    if (draw === undefined) return impossible;
    return isFree ? leaf(({ random }) => draw(random)) : firstOf(({ random }) => draw(random), schema);
  }
  const [first, last] = steps({ ...bounds, multipleOf: step }, step);
  if (first > last) return impossible;
  if (!isFree && last - first < FEW_STEPS)
    return valueRecipe(
      schema,
      Array.from({ length: last - first + 1 }, (_, index) => timesStep(first + index, step)),
    );
  const draw = ({ random }: Drawing): number => timesStep(random.integer(first, last), step);
  return isFree && isInteger ? leaf(draw) : firstOf(draw, schema, (value) => Number.isInteger(value / step));
};

/** The first of some numbers that fits, and preferably is one that binary floating-point arithmetic takes for a multiple. */
const firstOf = (
  draw: (drawing: Drawing) => number,
  schema: SchemaObject,
  isPreferred = (_value: number) => true,
): Recipe =>
  leaf((drawing) => {
    let fitting: number | undefined;
    for (let tries = 0; tries < TRIES; tries++) {
      const value = draw(drawing);
      if (!keepsTo(schema, value)) continue;
      fitting = value;
      if (isPreferred(value)) break;
    }
    return fitting ?? draw(drawing);
  });
