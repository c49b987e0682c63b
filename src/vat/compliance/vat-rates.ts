import { VAT_LAW } from '../../generated/vat-law.ts';
import type { Schemas } from '../api/behaviour.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { OrderRecord } from '../orders/order.ts';
import { toAmount } from '../payments/outstanding.ts';
import { decide } from './decide.ts';
import { areaOfNumber } from './vat-area.ts';
import type { VatRule } from './vat-rules.ts';

const STANDARD_RATES: Readonly<Record<string, number>> = VAT_LAW.standardRates;

/** Used where the seller is registered nowhere in the EU, or nobody knows where. */
const USUAL_RATE = 21;

/** What a right final invoice says about VAT, unless it uses the margin scheme: its amount, at the seller's standard rate. */
export const vatOnFinalInvoice = (
  order: OrderRecord,
  buyer: BuyerRecord,
  rules: readonly VatRule[],
): Pick<Schemas['InvoiceRequest'], 'vatIncluded' | 'amount'> => {
  const { totalAmount, sellerVatNumber = '' } = order;
  const invoices = order.invoices.map((invoice) => ({ ...invoice, marginScheme: false }));
  const decision = decide({ order: { ...order, invoices }, buyer, isValid: true }, rules);
  if (decision === 'VALID_EXPORT') return { vatIncluded: false, amount: totalAmount };
  const rate = STANDARD_RATES[areaOfNumber(sellerVatNumber) ?? ''] ?? USUAL_RATE;
  const value = (BigInt(totalAmount.value) * BigInt(1000 + 10 * rate) + 500n) / 1000n;
  return { vatIncluded: true, amount: { ...totalAmount, value: toAmount(value) } };
};
