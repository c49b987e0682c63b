import type { Schemas } from '../behaviour.ts';
import type { OrderRecord, VinRecord } from '../orders/order.ts';

/** A new means of transport: "at most 6 months or 6,000 km". Assumption: vat-applicable-rules. */
const NEW_MONTHS = 6;
const NEW_KILOMETRES = 6000;

/**
 * Whether VAT is due once the verdict is reached: the exemption is lost by an order that is not valid, under the margin
 * scheme, and for a new means of transport, which is taxed where it arrives. Assumption: vat-applicable-rules.
 */
export const decide = (order: OrderRecord, isValid: boolean): Schemas['ComplianceDecision'] =>
  !isValid || isUnderMarginScheme(order) || order.vins.some(isNewMeansOfTransport) ? 'VAT_APPLICABLE' : 'VALID_EXPORT';

/** The final invoice counts; before there is one, the preliminary. */
export const isUnderMarginScheme = ({ invoices }: OrderRecord): boolean =>
  (invoices.find(({ type }) => type === 'FINAL') ?? invoices[0])?.marginScheme === true;

/** Judged on the day of pickup, when the transport to the other country begins. */
export const isNewMeansOfTransport = ({ mileage, firstRegistrationDate, pickup }: VinRecord): boolean => {
  if (mileage !== undefined && mileage <= NEW_KILOMETRES) return true;
  if (firstRegistrationDate === undefined || pickup === undefined) return false;
  const limit = new Date(firstRegistrationDate);
  limit.setUTCMonth(limit.getUTCMonth() + NEW_MONTHS);
  return limit.getTime() >= Date.parse(pickup.confirmedAt.slice(0, 10));
};
