import type { Schemas } from '../api/behaviour.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { OrderRecord } from '../orders/order.ts';
import { toAmount } from '../payments/outstanding.ts';
import { decide } from './decide.ts';
import { areaOfNumber } from './vat-area.ts';
import type { VatRule } from './vat-rules.ts';

/**
 * Standard rates in percent by member state, in force in 2026 (European Commission, Taxes in Europe Database). Only amounts that
 * the stub proposes are computed with them: an invoice may follow another rate.
 */
const STANDARD_RATES: Readonly<Record<string, number>> = {
  ...{
    AT: 20,
    BE: 21,
    BG: 20,
    CY: 19,
    CZ: 21,
    DE: 19,
    DK: 25,
    EE: 24,
    ES: 21,
    FI: 25.5,
    FR: 20,
    GR: 24,
    HR: 25,
    HU: 27,
  },
  ...{ IE: 23, IT: 22, LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, PL: 23, PT: 23, RO: 21, SE: 25, SI: 22, SK: 23, XI: 20 },
};

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
