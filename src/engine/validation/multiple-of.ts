/** A decimal number: digits and a power of ten. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

const toDecimal = (value: number): Decimal => {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
};

/**
 * Whether a number is a multiple of another in decimal arithmetic. In binary floating point 18.26 is not a multiple of
 * 0.01, which is never what the description of an amount of money intends.
 */
export const isMultipleOf = (value: number, step: number): boolean => {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  if (!Number.isFinite(value) || !(step > 0)) return false;
  const [one, other] = [toDecimal(value), toDecimal(step)];
  const exponent = Math.min(one.exponent, other.exponent);
  const scaled = ({ digits, exponent: own }: Decimal): bigint => digits * 10n ** BigInt(own - exponent);
  return scaled(one) % scaled(other) === 0n;
};

/** `count * step` without binary rounding errors: 93,893 times 0.01 is 938.93. */
export const timesStep = (count: number, step: number): number => {
  if (Number.isInteger(step)) return count * step;
  const { digits, exponent } = toDecimal(step);
  return Number(`${String(digits * BigInt(Math.trunc(count)))}e${String(exponent)}`);
};
