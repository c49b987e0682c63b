import type { SchemaObject } from '../../contract/walk-schema.ts';
import { drawFraction } from '../generators/draw-from.ts';
import { type AnyNumber, ExactNumber, floorOf, isWhole, timesStep, toWhole } from '../../../kernel/exact-number.ts';
import type { Random } from '../../../kernel/random.ts';
import { commonMultiple } from './merge-schemas.ts';
import { type Drawing, type Recipe, impossible, leaf } from './recipe.ts';
import { keepsTo, textsIn, valueRecipe } from './value-recipe.ts';

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
