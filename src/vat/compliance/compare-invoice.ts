import { VAT_LAW } from '../../generated/vat-law.ts';
import { formatMoney } from '../api/format-money.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { InvoiceRecord, OrderRecord } from '../orders/order.ts';
import type { ComplianceRules } from './compliance-rules.ts';
import { type VatReason, reasonsFor } from './decide.ts';
import type { Blocker } from './failures.ts';
import { cite } from './vat-rules.ts';

const LEAST_RATE = BigInt(VAT_LAW.leastStandardRate);

/**
 * Faults of the final invoice compared with its order. The preliminary one may be for an instalment.
 * Assumption: invoice-comparison.
 */
export const faultsOfFinalInvoice = (
  order: OrderRecord,
  buyer: BuyerRecord,
  { finalInvoice: { comparesAmount, comparesVat }, vat }: ComplianceRules,
): readonly Blocker[] => {
  const invoice = order.invoices.find(({ type }) => type === 'FINAL');
  if (invoice === undefined) return NONE;
  return [
    ...(comparesAmount ? faultsOfAmount(invoice, order) : NONE),
    ...(comparesVat ? faultsOfVat(invoice, reasonsFor({ order, buyer, isValid: true }, vat)[0]) : NONE),
  ];
};

/** An amount matches the total either with VAT or without it, never both ways. */
const faultsOfAmount = (
  { amount, vatIncluded, marginScheme }: InvoiceRecord,
  order: OrderRecord,
): readonly Blocker[] => {
  const [value, total] = [BigInt(amount.value), BigInt(order.totalAmount.value)];
  const code = 'FINAL_INVOICE_AMOUNT_DIFFERS';
  const [is, wanted] = [formatMoney(amount), formatMoney(order.totalAmount)];
  // Under the margin scheme the price is what the buyer pays; the VAT in it is not stated.
  if (marginScheme || !vatIncluded)
    return value === total
      ? NONE
      : [{ code, message: `The final invoice is for ${is}, but the order total is ${wanted}.` }];
  if (100n * value >= (100n + LEAST_RATE) * total) return NONE;
  const message = `The final invoice is for ${is} with VAT, but the order total is ${wanted} without it, and no member state taxes a vehicle with less than ${String(LEAST_RATE)} % (Directive 2006/112/EC, Article 97).`;
  return [{ code, message }];
};

/** VAT on an invoice is owed (Article 203), and a taxed supply without it has been invoiced too low. */
const faultsOfVat = (
  { vatIncluded, marginScheme }: InvoiceRecord,
  reason: VatReason | undefined,
): readonly Blocker[] => {
  if (reason === undefined || marginScheme) return NONE;
  const { decision } = reason.rule;
  const law = `${reason.text} (${cite(reason.rule)}.)`;
  if (decision === 'VALID_EXPORT')
    return vatIncluded
      ? [
          {
            code: 'VAT_ON_EXEMPT_INVOICE',
            message: `The supply is exempt, but the final invoice includes VAT: submit it again without VAT. ${law}`,
          },
        ]
      : NONE;
  return vatIncluded
    ? NONE
    : [
        {
          code: 'VAT_MISSING_ON_INVOICE',
          message: `The supply is taxed, but the final invoice has no VAT: submit it again with VAT. ${law}`,
        },
      ];
};

const NONE: readonly Blocker[] = [];
