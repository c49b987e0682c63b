import type { SchemaObject } from '../../contract/walk-schema.ts';
import { drawFraction } from '../generators/draw-from.ts';
import { timesStep } from '../../../kernel/exact-number.ts';
import { type Recipe, leaf } from './recipe.ts';

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

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

export const numberRecipe = (schema: SchemaObject, isInteger: boolean): Recipe => {
  const bounds = schema as Bounds;
  const { multipleOf } = bounds;
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
