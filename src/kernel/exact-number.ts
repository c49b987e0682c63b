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
  const all = (whole + fraction).replace(/^0+/, '');
  const significant = all.replace(/0+$/, '');
  if (significant === '') return ZERO;
  return {
    digits: BigInt(sign + significant),
    exponent: Number(exponent) - fraction.length + all.length - significant.length,
  };
};

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/** Reads the text of a number: as a double if it is written as one, as a BigInt if it is whole, else exactly. */
export const readNumber = (text: string): AnyNumber => {
  const value = Number(text);
  if (text.length <= ALWAYS_EXACT && !/e/i.test(text)) return value;
  if (!Number.isFinite(value) || text.length > MOST_DIGITS) return value;
  const exact = toDecimal(text);
  const near = toDecimal(value);
  const isWhole = exact.exponent >= 0;
  const isSame = exact.digits === near.digits && exact.exponent === near.exponent;
  if (isSame && (!isWhole || Number.isSafeInteger(value) || /e/i.test(text))) return value;
  return isWhole ? exact.digits * powerOfTen(exact.exponent) : new ExactNumber(text);
};

const lengthOf = ({ digits, exponent }: Decimal): number => String(digits < 0n ? -digits : digits).length + exponent;

const signOf = ({ digits }: Decimal): number => (digits > 0n ? 1 : digits < 0n ? -1 : 0);

/** Negative if the first number is smaller, 0 if both are equal. */
export const compareNumbers = (one: AnyNumber, other: AnyNumber): number => {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [a, b] = [toDecimal(one), toDecimal(other)];
  const sign = signOf(a);
  if (sign !== signOf(b) || sign === 0) return sign - signOf(b);
  // Powers of ten are aligned only where they are near.
  const longer = lengthOf(a) - lengthOf(b);
  if (longer !== 0) return longer * sign;
  const shift = a.exponent - b.exponent;
  const left = shift > 0 ? a.digits * powerOfTen(shift) : a.digits;
  const right = shift < 0 ? b.digits * powerOfTen(-shift) : b.digits;
  return left < right ? -1 : left > right ? 1 : 0;
};

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

/** The largest whole number that is not larger. */
export const floorOf = (value: AnyNumber): bigint => {
  const { digits, exponent } = toDecimal(value);
  if (exponent >= 0) return digits * powerOfTen(exponent);
  const unit = powerOfTen(-exponent);
  return digits / unit - (digits < 0n && digits % unit !== 0n ? 1n : 0n);
};

/**
 * Whether a number is a multiple of another in decimal arithmetic. In binary floating point 18.26 is not a multiple of
 * 0.01, which is never what the description of an amount of money intends.
 */
export const isMultipleOf = (value: AnyNumber, step: AnyNumber): boolean => {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return Number(value) % Number(step) === 0;
  if (!Number.isFinite(Number(value)) || signOf(toDecimal(step)) <= 0) return false;
  const [one, other] = [toDecimal(value), toDecimal(step)];
  const shift = one.exponent - other.exponent;
  if (shift >= 0) return (one.digits * powerOfTen(shift)) % other.digits === 0n;
  // More digits behind the point than the step has, and than a number has at all.
  return -shift <= MOST_DIGITS && one.digits % (other.digits * powerOfTen(-shift)) === 0n;
};

/** `count * step` without binary rounding errors: 93,893 times 0.01 is 938.93. */
export const timesStep = (count: number, step: number): number => {
  if (Number.isInteger(step)) return count * step;
  const { digits, exponent } = toDecimal(step);
  return Number(`${String(digits * BigInt(Math.trunc(count)))}e${String(exponent)}`);
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
    : `${String(digits)}e${String(exponent)}`;
};
