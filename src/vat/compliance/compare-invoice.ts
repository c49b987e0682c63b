import { formatMoney } from '../api/format-money.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { OrderRecord } from '../orders/order.ts';
import type { ComplianceRules } from './compliance-rules.ts';
import { decide } from './decide.ts';
import type { Blocker } from './failures.ts';

/**
 * Faults of the final invoice compared with its order: without VAT its amount equals the total, with VAT it is at least
 * the total, and an exempt supply has no VAT. The preliminary one may be for an instalment.
 * Assumption: invoice-comparison.
 */
export const faultsOfFinalInvoice = (
  order: OrderRecord,
  buyer: BuyerRecord,
  { finalInvoice: { comparesAmount, comparesVat }, vat }: ComplianceRules,
): readonly Blocker[] => {
  const invoice = order.invoices.find(({ type }) => type === 'FINAL');
  if (invoice === undefined) return NONE;
  const faults: Blocker[] = [];
  const [amount, total] = [BigInt(invoice.amount.value), BigInt(order.totalAmount.value)];
  if (comparesAmount && (invoice.vatIncluded ? amount < total : amount !== total))
    faults.push({
      code: 'FINAL_INVOICE_AMOUNT_DIFFERS',
      message: `The final invoice is for ${formatMoney(invoice.amount)}, but the order total is ${formatMoney(order.totalAmount)}.`,
    });
  if (comparesVat && invoice.vatIncluded && decide({ order, buyer, isValid: true }, vat) === 'VALID_EXPORT')
    faults.push({
      code: 'VAT_ON_EXEMPT_INVOICE',
      message: 'The supply is exempt, but the final invoice includes VAT: submit it again without VAT.',
    });
  return faults;
};

const NONE: readonly Blocker[] = [];
