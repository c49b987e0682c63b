import type { Schemas } from '../api/behaviour.ts';
import { violation } from '../api/violation.ts';
import type { OrderRecord } from './order.ts';

/**
 * The amount of an invoice or payment must be in the currency of its order. Throws 422. Assumption: invoice-comparison.
 */
export const checkCurrency = ({ currency }: Schemas['Money'], { totalAmount }: OrderRecord): void => {
  if (currency !== totalAmount.currency)
    throw violation('amount.currency', `must be ${totalAmount.currency}, the currency of the order`, currency);
};
