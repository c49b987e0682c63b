import type { VinRecord } from '../orders/order.ts';

/** Directive 2006/112/EC, Article 2(2)(b): as data, so that another reading can be handed in. */
export interface NewnessRule {
  readonly months: number;
  readonly kilometres: number;
}

/** Assumption: new-means-of-transport. */
export const NEWNESS: NewnessRule = { months: 6, kilometres: 6000 };

/**
 * Either is enough. What is unknown makes no vehicle new. The months are counted to the day of pickup, when the transport
 * to the other member state begins.
 */
export const isNewMeansOfTransport = (
  { mileage, firstRegistrationDate, pickup }: VinRecord,
  { months, kilometres }: NewnessRule = NEWNESS,
): boolean => {
  if (mileage !== undefined && mileage <= kilometres) return true;
  if (firstRegistrationDate === undefined || pickup === undefined) return false;
  const limit = new Date(firstRegistrationDate);
  limit.setUTCMonth(limit.getUTCMonth() + months);
  return limit.getTime() >= Date.parse(pickup.confirmedAt.slice(0, 10));
};
