import type { Schemas } from './behaviour.ts';

/** Decimals by currency: creating an `Intl.NumberFormat` is slow, and the first one takes longer than all orders of our fixtures. */
const DECIMALS = new Map(['DKK', 'EUR', 'SEK'].map((currency) => [currency, 2]));

const decimalsOf = (currency: string): number => {
  const known = DECIMALS.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 0;
  DECIMALS.set(currency, decimals);
  return decimals;
};

/**
 * "Amount in minor units" as `EUR 12,500.00`: the number of decimals differs by currency (2 decimals for EUR, 0 for
 * JPY, 3 for KWD). Digits are moved as text, since a number cannot hold every 64-bit amount.
 */
export const formatMoney = ({ value, currency }: Schemas['Money']): string => {
  const decimals = decimalsOf(currency);
  const minor = BigInt(value);
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let whole = digits.slice(0, point);
  for (let comma = point - 3; comma > 0; comma -= 3) whole = `${whole.slice(0, comma)},${whole.slice(comma)}`;
  return `${minor < 0n ? '-' : ''}${currency} ${whole}${decimals === 0 ? '' : `.${digits.slice(point)}`}`;
};
