/**
 * Numbers as JSON writes them (RFC 8259, section 6), of any size and precision. A JavaScript number stands for the decimal
 * that it is written as: 0.1 is one tenth. What no JavaScript number is written as, is a BigInt or an {@link ExactNumber}.
 */

const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON;

/** Whoever does not know it calculates with the nearest double; JSON.stringify writes its digits. */
export class ExactNumber {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  [Symbol.toPrimitive](hint: string): number | string {
    return hint === 'number' ? Number(this.#text) : this.#text;
  }

  toJSON(): unknown {
    return rawJson(this.#text);
  }
}

export type AnyNumber = number | bigint | ExactNumber;

export const isAnyNumber = (value: unknown): value is AnyNumber =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber;

/** `digits` times a power of ten; `digits` does not end in 0, unless it is 0. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** A JavaScript number that is written with so many characters holds all of them. */
const ALWAYS_EXACT = 15;

/** Converting digits to a BigInt takes quadratic time. No double has more before its point. */
const MOST_DIGITS = 400;

const ZERO: Decimal = { digits: 0n, exponent: 0 };

const toDecimal = (value: AnyNumber | string): Decimal => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(String(value)) ?? [];
  const all = whole + fraction;
  let end = all.length;
  while (all[end - 1] === '0') end--;
  if (end === 0) return ZERO;
  return { digits: BigInt(sign + all.slice(0, end)), exponent: Number(exponent) - fraction.length + all.length - end };
};

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/** A few characters may be a number of hundreds of digits, which are not written out to divide it. */
const powerOfTenModulo = (exponent: number, modulus: bigint): bigint => {
  let power = 1n;
  let square = 10n % modulus;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = (power * square) % modulus;
    square = (square * square) % modulus;
  }
  return power;
};

/** Reads the text of a number: as a double if it is written as one, as a BigInt if it is written as an integer, else exactly. */
export const readNumber = (text: string): AnyNumber => {
  const value = Number(text);
  const hasExponent = /e/i.test(text);
  if ((text.length <= ALWAYS_EXACT && !hasExponent) || String(value) === text) return value;
  if (!Number.isFinite(value) || text.length > MOST_DIGITS) return value;
  if (/^-?\d+$/.test(text)) return Number.isSafeInteger(value) ? value : BigInt(text);
  const exact = toDecimal(text);
  const near = toDecimal(value);
  const isWritten = exact.digits === near.digits && exact.exponent === near.exponent;
  const isInteger = exact.exponent >= 0 && !hasExponent;
  if (isWritten && (!isInteger || Number.isSafeInteger(value))) return value;
  return isInteger ? exact.digits * powerOfTen(exact.exponent) : new ExactNumber(text);
};

const lengthOf = ({ digits, exponent }: Decimal): number => String(digits < 0n ? -digits : digits).length + exponent;

const signOf = ({ digits }: Decimal): number => (digits > 0n ? 1 : digits < 0n ? -1 : 0);

const compareDecimals = (one: Decimal, other: Decimal): number => {
  const sign = signOf(one);
  if (sign !== signOf(other) || sign === 0) return sign - signOf(other);
  // Powers of ten are aligned only where they are near.
  const longer = lengthOf(one) - lengthOf(other);
  if (longer !== 0) return longer * sign;
  const shift = one.exponent - other.exponent;
  const left = shift > 0 ? one.digits * powerOfTen(shift) : one.digits;
  const right = shift < 0 ? other.digits * powerOfTen(-shift) : other.digits;
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Integers that JavaScript itself compares with a BigInt; a larger double stands for the decimal it is written as. */
const asInteger = (value: AnyNumber): bigint | number | undefined =>
  typeof value === 'bigint' || Number.isSafeInteger(value) ? (value as bigint | number) : undefined;

/** How a number compares with a limit: negative if it is smaller, 0 if both are equal. */
export const compareWith = (limit: AnyNumber): ((value: AnyNumber) => number) => {
  const integer = limit instanceof ExactNumber ? toWhole(limit) : asInteger(limit);
  const decimal = toDecimal(limit);
  return (value) => {
    if (typeof value === 'number' && typeof limit === 'number') return value - limit;
    const other = integer === undefined ? undefined : asInteger(value);
    if (integer === undefined || other === undefined) return compareDecimals(toDecimal(value), decimal);
    return other < integer ? -1 : other > integer ? 1 : 0;
  };
};

/** Negative if the first number is smaller, 0 if both are equal. */
export const compareNumbers = (one: AnyNumber, other: AnyNumber): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : compareWith(other)(one);

/** Whether an order of two numbers is one of these: -1, 0 or 1. */
export const isOrder = (order: number, among: readonly number[]): boolean => among.includes(Math.sign(order));

/** A whole number, however it is written: 1.0 and 10e-1 are (JSON Schema Validation 2020-12, section 6.1.1). */
export const isWhole = (value: AnyNumber): boolean => {
  if (typeof value === 'number') return Number.isInteger(value);
  return typeof value === 'bigint' || toDecimal(value).exponent >= 0;
};

/** Undefined if it is not whole. */
export const toWhole = (value: AnyNumber): bigint | undefined => {
  const { digits, exponent } = toDecimal(value);
  return exponent < 0 ? undefined : digits * powerOfTen(exponent);
};

/**
 * Whether a number is a multiple of a step in decimal arithmetic. In binary floating point 18.26 is not a multiple of
 * 0.01, which is never what the description of an amount of money intends.
 */
export const isMultipleOf = (step: AnyNumber): ((value: AnyNumber) => boolean) => {
  const decimal = toDecimal(step);
  const { digits, exponent } = decimal;
  return (value) => {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return Number(value) % Number(step) === 0;
    if (!Number.isFinite(Number(value)) || signOf(decimal) <= 0) return false;
    const dividend = toDecimal(value);
    const shift = dividend.exponent - exponent;
    // Digits do not end in 0, so that there is no multiple of a step with fewer of them behind the point.
    if (shift < 0) return dividend.digits === 0n;
    return (dividend.digits * powerOfTenModulo(shift, digits)) % digits === 0n;
  };
};

/** The multiples of a step without binary rounding errors, by their number: the 93,893rd of 0.01 is 938.93. */
export const multiplesOf = (step: AnyNumber) => {
  const { digits, exponent } = toDecimal(step);
  return {
    isMultiple: isMultipleOf(step),
    /** The number of the largest that is not larger than a value. */
    count: (value: AnyNumber): bigint => {
      const dividend = toDecimal(value);
      const shift = dividend.exponent - exponent;
      const above = shift > 0 ? dividend.digits * powerOfTen(shift) : dividend.digits;
      const below = shift < 0 ? digits * powerOfTen(-shift) : digits;
      return above / below - (above % below < 0n ? 1n : 0n);
    },
    at: (index: bigint): number | ExactNumber => {
      const scaled = index * digits;
      const text = exponent < 0 ? `${String(scaled)}e${exponent}` : String(scaled * powerOfTen(exponent));
      return toExact(text, Number(text));
    },
  };
};

/** From here on, JavaScript writes numbers with an exponent. */
const WRITTEN_OUT = 21;

/** The same text for equal numbers, whatever they are held in. */
export const numberKey = (value: AnyNumber): string => {
  const text = String(value);
  if (typeof value === 'number' ? !text.includes('e') : typeof value === 'bigint' && text.length <= WRITTEN_OUT)
    return text;
  const decimal = toDecimal(value);
  const { digits, exponent } = decimal;
  return exponent >= 0 && lengthOf(decimal) <= WRITTEN_OUT
    ? String(digits * powerOfTen(exponent))
    : `${String(digits)}e${exponent}`;
};

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Keeps the digits of a number that no JavaScript number holds, such as `maximum: 9223372036854775807`. */
export const toExact = (text: string, value: number): number | ExactNumber => {
  const read = readNumber(text);
  if (typeof read === 'number') return value;
  return new ExactNumber(JSON_NUMBER.test(text) ? text : numberKey(read));
};
