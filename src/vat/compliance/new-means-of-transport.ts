import { VAT_LAW } from '../../generated/vat-law.ts';
import type { VinRecord } from '../orders/order.ts';

/** Directive 2006/112/EC, Article 2(2)(b), as data, so that another interpretation can be passed in. */
export interface NewnessRule {
  readonly months: number;
  readonly kilometres: number;
}

/** Assumption: new-means-of-transport. */
export const NEWNESS: NewnessRule = VAT_LAW.newMeansOfTransport;

/**
 * Either limit suffices. An unknown value makes no vehicle new. The months are counted to the day of pickup, when the
 * transport to the other member state begins.
 */
export const isNewMeansOfTransport = (
  { mileage, firstRegistrationDate, pickup }: VinRecord,
  { months, kilometres }: NewnessRule = NEWNESS,
): boolean => {
  if (mileage !== undefined && mileage <= kilometres) return true;
  if (firstRegistrationDate === undefined || pickup === undefined) return false;
  return monthsAfter(firstRegistrationDate, months) >= Date.parse(pickup.confirmedAt.slice(0, 10));
};

/**
 * The same day of a later month, or its last day if it is shorter: six months after 31 August is the end of February.
 */
const monthsAfter = (date: string, months: number): number => {
  const first = new Date(date);
  const lastDay = new Date(date);
  lastDay.setUTCMonth(first.getUTCMonth() + months + 1, 0);
  return lastDay.setUTCDate(Math.min(first.getUTCDate(), lastDay.getUTCDate()));
};
