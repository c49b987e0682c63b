import type { BuyerRecord } from '../buyers/buyer.ts';
import type { OrderRecord } from '../orders/order.ts';

/** Whether a text in lower case is part of what identifies the order: its ids, its VINs, and its buyer. */
export const matchesOrder = (text: string, order: OrderRecord, { companyName, vatNumber }: BuyerRecord): boolean => {
  const contains = (value: string): boolean => value.toLowerCase().includes(text);
  return (
    contains(order.uuid) ||
    contains(order.externalOrderId) ||
    contains(companyName) ||
    contains(vatNumber) ||
    order.vins.some(({ vin }) => contains(vin))
  );
};
