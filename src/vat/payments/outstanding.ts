import type { OrderRecord } from '../orders/order.ts';

/** Outstanding minor units; payments add up, and 0 is paid in full. Amounts are 64-bit integers. */
export const outstandingOf = ({ totalAmount, payments }: Pick<OrderRecord, 'totalAmount' | 'payments'>): bigint => {
  const paid = payments.reduce((sum, { amount }) => sum + BigInt(amount.value), 0n);
  const left = BigInt(totalAmount.value) - paid;
  return left > 0n ? left : 0n;
};

/** A 64-bit integer for JSON: a number if it is exact. */
export const toAmount = (value: bigint): number =>
  // Typed as `number`; the serializer writes the BigInt digit by digit.
  (value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value) as number;
