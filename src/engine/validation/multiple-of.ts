/** A number as people write it: digits and a power of ten. */
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
 * Whether a number is a multiple of another as both are written. In binary 18.26 is no multiple of 0.01, and nobody who
 * describes an amount of money means that.
 */
export const isMultipleOf = (value: number, step: number): boolean => {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  if (!Number.isFinite(value) || !(step > 0)) return false;
  const [one, other] = [toDecimal(value), toDecimal(step)];
  const exponent = Math.min(one.exponent, other.exponent);
  const scaled = ({ digits, exponent: own }: Decimal): bigint => digits * 10n ** BigInt(own - exponent);
  return scaled(one) % scaled(other) === 0n;
};

/** So many steps, without what binary fractions add to them: 93,893 times 0.01 is 938.93. */
export const timesStep = (count: number, step: number): number => {
  if (Number.isInteger(step)) return count * step;
  const { digits, exponent } = toDecimal(step);
  return Number(`${String(digits * BigInt(Math.trunc(count)))}e${String(exponent)}`);
};
