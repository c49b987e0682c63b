import type { SchemaObject } from '../../contract/walk-schema.ts';
import { drawFraction } from '../generators/draw-from.ts';
import { type AnyNumber, ExactNumber, floorOf, isWhole, timesStep, toWhole } from '../../../kernel/exact-number.ts';
import { type Recipe, impossible, leaf } from './recipe.ts';

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

/** A bound beyond the safe integers only names the limit of a type, and is as good as none. */
const telling = (bound: number, none: number): number =>
  Math.sign(bound) === Math.sign(none) && Math.abs(bound) > Number.MAX_SAFE_INTEGER ? none : bound;

/** The minimum and the maximum; exclusive bounds are returned as they are, and excluded by the caller. */
const rangeOf = (bounds: Bounds): readonly [least: number, most: number] => {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = bounds;
  const [least, most] = [
    telling(Math.max(minimum, exclusiveMinimum), -Infinity),
    telling(Math.min(maximum, exclusiveMaximum), Infinity),
  ];
  return [
    least === -Infinity ? Math.min(-REACH, most - REACH) : least,
    most === Infinity ? Math.max(REACH, least + REACH) : most,
  ];
};

/** The range of multiples of a step within the bounds; exclusive bounds are excluded. */
const steps = (bounds: Bounds, step: number): readonly [first: number, last: number] => {
  const [least, most] = rangeOf(bounds);
  const [first, last] = [Math.ceil(least / step), Math.floor(most / step)];
  return [
    first * step === bounds.exclusiveMinimum ? first + 1 : first,
    last * step === bounds.exclusiveMaximum ? last - 1 : last,
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

export const numberRecipe = (schema: SchemaObject, isInteger: boolean): Recipe => {
  const bounds = schema as Bounds;
  const { multipleOf } = bounds;
  const exact = isInteger || multipleOf !== undefined ? exactRecipe(bounds) : undefined;
  if (exact !== undefined) return exact;
  if (multipleOf === undefined && !isInteger) {
    const [least, most] = rangeOf(bounds);
    return leaf(({ random }) => {
      const value = least + drawFraction(random) * (most - least);
      return value === bounds.exclusiveMinimum ? (least + most) / 2 : value;
    });
  }
  const step = multipleOf ?? 1;
  const [first, last] = steps(bounds, step);
  return leaf(({ random }) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const value = timesStep(random.integer(first, last), step);
      if (!isInteger || Number.isInteger(value)) return value;
    }
    return timesStep(first, step);
  });
};
