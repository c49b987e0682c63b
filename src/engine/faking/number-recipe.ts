import { type AnyNumber, compareNumbers, multiplesOf } from '../../kernel/exact-number.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import { drawFraction } from './generator.ts';
import { commonMultiple, keepsTo, textsIn, valueRecipe } from './schema-keywords.ts';
import { countCharacters, type Drawing, impossible, leaf, type Recipe } from './recipe.ts';

/**
 * Range of numbers whose schema has no bounds: so far, or so many steps. Few numbers of an API are negative, so that none is
 * before a later attempt.
 */
const REACH = 1000;
const FEWEST_STEPS = 10n;

/** Ranges of whole steps up to this size are looked through if some values are refused. */
const FEW_STEPS = 1000;

const TRIES = 50;

const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

type Bounds = ReturnType<typeof boundsIn>;

const boundsIn = (schema: SchemaObject) => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Readonly<Record<string, AnyNumber>>;
  const { minimum: least, maximum: most } = textsIn(schema['format']).includes('int32') ? INT32 : {};
  const inner = (sign: number, values: readonly (AnyNumber | undefined)[], exclusive: AnyNumber | undefined) => {
    let bound: { readonly value: AnyNumber; readonly isExclusive: boolean } | undefined;
    for (const [index, value] of [...values, exclusive].entries()) {
      if (value === undefined || !Number.isFinite(Number(value))) continue;
      const further = bound === undefined ? 1 : sign * compareNumbers(value, bound.value);
      const isExclusive = index === values.length;
      if (further > 0 || (further === 0 && isExclusive)) bound = { value, isExclusive };
    }
    return bound;
  };
  return {
    lower: inner(1, [minimum, least], exclusiveMinimum),
    upper: inner(-1, [maximum, most], exclusiveMaximum),
  };
};

/** The bounds of a type alone do not make a number large. */
const isTelling = ({ lower, upper }: Bounds) => ({
  lower: lower !== undefined && Number(lower.value) > INT32.minimum,
  upper: upper !== undefined && Number(upper.value) < INT32.maximum,
});

const smaller = (one: bigint, other = one): bigint => (one < other ? one : other);
const larger = (one: bigint, other = one): bigint => (one > other ? one : other);

/** Multiples of a step in decimal arithmetic: exact, however large. */
const multipleRecipe = (schema: SchemaObject, step: number, bounds: Bounds): Recipe => {
  const { lower, upper } = bounds;
  const { count, isMultiple, at } = multiplesOf(step);
  const indexAt = (bound: Bounds['lower'], sign: 1 | -1): bigint | undefined => {
    if (bound === undefined) return undefined;
    const index = count(bound.value);
    if (isMultiple(bound.value)) return bound.isExclusive ? index + BigInt(sign) : index;
    return sign > 0 ? index + 1n : index;
  };
  const [lowest, highest] = [indexAt(lower, 1), indexAt(upper, -1)];
  const telling = isTelling(bounds);
  const reach = larger(count(REACH), FEWEST_STEPS);
  const low = smaller(-reach, highest === undefined ? undefined : highest - reach);
  const first = telling.lower && lowest !== undefined ? lowest : larger(low, lowest);
  const last = telling.upper && highest !== undefined ? highest : smaller(larger(reach, first + reach), highest);
  if (first > last) return impossible;
  const isFree = schema['not'] === undefined;
  if (!isFree && last - first < FEW_STEPS)
    return valueRecipe(
      schema,
      Array.from({ length: Number(last - first) + 1 }, (_, index) => at(first + BigInt(index))),
    );
  const usual = telling.lower || last <= 0n ? first : larger(0n, first);
  /** Of a multiple of 1e300, which is calculated digit by digit. */
  const digits = { length: Math.abs(Math.log10(step)) };
  const draw = (drawing: Drawing): AnyNumber => {
    countCharacters(drawing, digits);
    const from = drawing.turn === 0 ? usual : first;
    return at(from + BigInt(drawing.random.integer(0, Number(last - from))));
  };
  if (isFree && Number.isInteger(step)) return leaf(draw);
  return firstOf(draw, schema, (value) => Number.isInteger(Number(value) / step));
};

/** The first of some numbers that fits, and preferably is one that binary floating-point arithmetic takes for a multiple. */
const firstOf = (
  draw: (drawing: Drawing) => AnyNumber,
  schema: SchemaObject,
  isPreferred = (_value: AnyNumber) => true,
): Recipe =>
  leaf((drawing) => {
    let fitting: AnyNumber | undefined;
    for (let tries = 0; tries < TRIES; tries++) {
      const value = draw(drawing);
      if (!keepsTo(schema, value)) continue;
      fitting = value;
      if (isPreferred(value)) break;
    }
    return fitting ?? draw(drawing);
  });

export const numberRecipe = (schema: SchemaObject, isInteger: boolean): Recipe => {
  const bounds = boundsIn(schema);
  const multipleOf = schema['multipleOf'] as number | undefined;
  const step = isInteger ? commonMultiple(multipleOf ?? 1, 1) : multipleOf;
  if (step !== undefined) return multipleRecipe(schema, step, bounds);
  const lowest = Number(bounds.lower?.value ?? -Infinity);
  const highest = Number(bounds.upper?.value ?? Infinity);
  const telling = isTelling(bounds);
  const least = telling.lower ? lowest : Math.max(lowest, Math.min(-REACH, highest - REACH));
  const most = telling.upper ? highest : Math.min(highest, Math.max(REACH, least + REACH));
  if (least > most) return impossible;
  const usual = telling.lower || most <= 0 ? least : Math.max(0, least);
  const draw = ({ random, turn }: Drawing): number => {
    const from = turn === 0 ? usual : least;
    const value = from + drawFraction(random) * (most - from);
    return bounds.lower?.isExclusive === true && value === least ? (least + most) / 2 : value;
  };
  return schema['not'] === undefined ? leaf(draw) : firstOf(draw, schema);
};
