import { VAT_LAW } from '../../generated/vat-law.ts';
import { VERDICT } from '../../generated/verdict.ts';
import type { Schemas } from '../api/behaviour.ts';
import { formatMoney } from '../api/format-money.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { type DocumentRecord, isOfInvoice } from '../documents/document.ts';
import { outstandingOf, toAmount } from '../orders/invoices-and-payments.ts';
import { type OrderRecord, type VinRecord, invoiceOf } from '../orders/order.ts';
import { evidenceFor } from './evidence.ts';
import { type Blocker, cite, failuresOf, invoiceThatCounts, reasonsFor } from './vat-rules.ts';

/** All inputs of an order's rollup. */
export interface Facts {
  readonly order: OrderRecord;
  readonly buyer: BuyerRecord;
  /** Documents of the order; only ACTIVE ones count. */
  readonly documents: readonly DocumentRecord[];
}

type Condition = keyof typeof VERDICT.conditions;

/** How a condition is checked. */
interface VerdictCheck {
  /** Default: it always applies. */
  readonly applies?: (facts: Omit<Facts, 'documents'>) => boolean;
  /** What the order lacks. Failures of its buyer come before all conditions. */
  readonly missing?: (facts: Facts) => Blocker | undefined;
  /** Whether one vehicle has it. */
  readonly isMetBy?: (vin: VinRecord, documents: readonly DocumentRecord[]) => boolean;
}

/** Something that a valid verdict needs, in the words of spec/verdict.yaml and as a check. */
export interface VerdictRule extends VerdictCheck {
  readonly id: string;
  readonly sentence: string;
  readonly codes: readonly string[];
  readonly quote?: string;
  readonly assumption: string;
  readonly afterArrival?: true;
}

/** By code and state; the same objects each time, so that orders share them. */
export const BLOCKERS: Readonly<Record<string, Blocker | undefined>> = Object.fromEntries(
  Object.entries(VERDICT.blockers).flatMap(([name, blocker]) =>
    'message' in blocker ? [[name, { code: name.split('/')[0] ?? '', message: blocker.message }]] : [],
  ),
);

const lacks =
  (name: string, isMet: (facts: Facts) => boolean): NonNullable<VerdictCheck['missing']> =>
  (facts) =>
    isMet(facts) ? undefined : BLOCKERS[name];

const hasPaper =
  (type: Schemas['OrderDocumentType']): NonNullable<VerdictCheck['isMetBy']> =>
  ({ vin }, documents) =>
    evidenceFor(vin, type, documents) !== undefined;

const hasFinalInvoice = ({ order }: Pick<Facts, 'order'>): boolean => invoiceOf(order, 'FINAL') !== undefined;

const CHECKS: Readonly<Record<Condition, VerdictCheck>> = {
  vies: { missing: ({ buyer: { vies } }) => BLOCKERS[`VIES_PENDING/${vies.result}`] },
  kyc: {
    applies: ({ buyer }) => buyer.kycMode === 'SERVICE_LED',
    missing: ({ buyer: { kyc } }) => BLOCKERS[`KYC_PENDING/${kyc.status}`],
  },
  'buyer-active': {},
  invoice: { missing: lacks('PRELIMINARY_INVOICE_MISSING', ({ order }) => order.invoices.length > 0) },
  'final-invoice': { missing: lacks('FINAL_INVOICE_MISSING', hasFinalInvoice) },
  'final-invoice-amount': { applies: hasFinalInvoice, missing: ({ order }) => faultOfAmount(order) },
  'final-invoice-vat': { applies: hasFinalInvoice, missing: ({ order, buyer }) => faultOfVat(order, buyer) },
  'invoice-document': {
    missing: ({ order, documents }) => {
      const type = invoiceThatCounts(order)?.type ?? 'PRELIMINARY';
      const isThere = documents.some((document) => document.status === 'ACTIVE' && isOfInvoice(type, document));
      return isThere ? undefined : BLOCKERS[`INVOICE_DOCUMENT_MISSING/${type}`];
    },
  },
  payment: {
    missing: ({ order }) => {
      const outstanding = outstandingOf(order);
      if (outstanding === 0n) return undefined;
      // Joined, because V8 would keep the parts of a concatenated string, and this one is stored with the order.
      const amount = formatMoney({ ...order.totalAmount, value: toAmount(outstanding) });
      return { code: 'PAYMENT_MISSING', message: [amount, 'is still outstanding.'].join(' ') };
    },
  },
  'proof-of-payment': {
    applies: ({ order }) => BigInt(order.totalAmount.value) > 0n,
    missing: lacks('PROOF_OF_PAYMENT_MISSING', ({ documents }) =>
      documents.some(({ type, status }) => type === 'PROOF_OF_PAYMENT' && status === 'ACTIVE'),
    ),
  },
  pickup: { isMetBy: ({ pickup }) => pickup !== undefined },
  'pickup-declaration': { isMetBy: hasPaper('PICKUP_DECLARATION') },
  cmr: { isMetBy: hasPaper('CMR') },
  delivery: { isMetBy: ({ delivery }) => delivery !== undefined },
  'delivery-declaration': { isMetBy: hasPaper('DELIVERY_DECLARATION') },
};

/** What a valid verdict needs, in the order in which blockers are reported. docs/workflow.md shows the rules. */
export const VERDICT_RULES: readonly VerdictRule[] = Object.entries(VERDICT.conditions).map(([id, words]) => ({
  id,
  ...words,
  ...CHECKS[id as Condition],
}));

const LEAST_RATE = BigInt(VAT_LAW.leastStandardRate);

/**
 * The final invoice matches the total of the order either with VAT or without it, never both ways. The preliminary one may
 * be for an instalment. Assumption: invoice-comparison.
 */
const faultOfAmount = (order: OrderRecord): Blocker | undefined => {
  const invoice = invoiceOf(order, 'FINAL');
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
const faultOfVat = (order: OrderRecord, buyer: BuyerRecord): Blocker | undefined => {
  const invoice = invoiceOf(order, 'FINAL');
  if (invoice === undefined || invoice.marginScheme) return undefined;
  const [reason] = reasonsFor({ order, buyer, isValid: failuresOf(buyer).length === 0 });
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
