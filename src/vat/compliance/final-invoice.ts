import { VAT_LAW } from '../../generated/vat-law.ts';
import { formatMoney } from '../api/format-money.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { OrderRecord } from '../orders/order.ts';
import type { Blocker } from './compliance-rules.ts';
import { type VatRule, cite, reasonsFor } from './vat-rules.ts';

const LEAST_RATE = BigInt(VAT_LAW.leastStandardRate);

const finalInvoiceOf = ({ invoices }: OrderRecord) => invoices.find(({ type }) => type === 'FINAL');

/**
 * The final invoice matches the total of the order either with VAT or without it, never both ways. The preliminary one may
 * be for an instalment. Assumption: invoice-comparison.
 */
export const faultOfAmount = (order: OrderRecord): Blocker | undefined => {
  const invoice = finalInvoiceOf(order);
  if (invoice === undefined) return undefined;
  const { amount, vatIncluded, marginScheme } = invoice;
  const [value, total] = [BigInt(amount.value), BigInt(order.totalAmount.value)];
  const code = 'FINAL_INVOICE_AMOUNT_DIFFERS';
  const [is, wanted] = [formatMoney(amount), formatMoney(order.totalAmount)];
  // Under the margin scheme the price is what the buyer pays; the VAT in it is not stated.
  if (marginScheme || !vatIncluded)
    return value === total
      ? undefined
      : { code, message: `The final invoice is for ${is}, but the order total is ${wanted}.` };
  if (100n * value >= (100n + LEAST_RATE) * total) return undefined;
  const message = `The final invoice is for ${is} with VAT, but the order total is ${wanted} without it, and no member state taxes a vehicle with less than ${String(LEAST_RATE)} % (Directive 2006/112/EC, Article 97).`;
  return { code, message };
};

/** VAT on an invoice is owed (Article 203), and a taxed supply without it has been invoiced too low. */
export const faultOfVat = (order: OrderRecord, buyer: BuyerRecord, rules: readonly VatRule[]): Blocker | undefined => {
  const invoice = finalInvoiceOf(order);
  if (invoice === undefined || invoice.marginScheme) return undefined;
  const [reason] = reasonsFor({ order, buyer, isValid: true }, rules);
  if (reason === undefined || invoice.vatIncluded === (reason.rule.decision === 'VAT_APPLICABLE')) return undefined;
  const law = `${reason.text} (${cite(reason.rule)}.)`;
  return invoice.vatIncluded
    ? {
        code: 'VAT_ON_EXEMPT_INVOICE',
        message: `The supply is exempt, but the final invoice includes VAT: submit it again without VAT. ${law}`,
      }
    : {
        code: 'VAT_MISSING_ON_INVOICE',
        message: `The supply is taxed, but the final invoice has no VAT: submit it again with VAT. ${law}`,
      };
};
