import { VAT_LAW } from '../../generated/vat-law.ts';
import type { Schemas } from '../api/behaviour.ts';
import { formatMoney } from '../api/format-money.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { type DocumentRecord, isOfInvoice } from '../documents/document.ts';
import { outstandingOf, toAmount } from '../orders/invoices-and-payments.ts';
import { type OrderRecord, type VinRecord, invoiceOf } from '../orders/order.ts';
import { evidenceFor } from './evidence.ts';
import { cite, invoiceThatCounts, reasonsFor } from './vat-rules.ts';

export type Blocker = Schemas['ComplianceBlocker'];

/** All inputs of an order's rollup. */
export interface Facts {
  readonly order: OrderRecord;
  readonly buyer: BuyerRecord;
  /** Documents of the order; only ACTIVE ones count. */
  readonly documents: readonly DocumentRecord[];
}

/** Something that a valid verdict needs, in words and as a check. */
export interface VerdictRule {
  readonly id: string;
  readonly sentence: string;
  /** Blockers that report the rule as not met. */
  readonly codes: readonly string[];
  /** The API description's own words. */
  readonly quote?: string;
  readonly assumption: string;
  /** Default: it always applies. */
  readonly applies?: (facts: Omit<Facts, 'documents'>) => boolean;
  /** Whether only an order that has arrived must meet it. */
  readonly afterArrival?: true;
  /** What the order lacks. Failures of its buyer come before all rules. */
  readonly missing?: (facts: Facts) => Blocker | undefined;
  /** What one vehicle lacks, as a message with the first code. */
  readonly missingOf?: (vin: VinRecord, documents: readonly DocumentRecord[]) => string | undefined;
}

const lacks =
  (type: Schemas['OrderDocumentType'], message: string): NonNullable<VerdictRule['missingOf']> =>
  ({ vin }, documents) =>
    evidenceFor(vin, type, documents) === undefined ? message : undefined;

const hasFinalInvoice = ({ order }: Pick<Facts, 'order'>): boolean => invoiceOf(order, 'FINAL') !== undefined;

/** Blockers of an order as a whole; constants, so that orders share them. */
const MISSING = {
  viesAnswer: { code: 'VIES_PENDING', message: 'The VIES check of the buyer has no result yet.' },
  viesItself: {
    code: 'VIES_PENDING',
    message: 'VIES is unreachable; the check of the buyer is repeated automatically.',
  },
  kycOutcome: { code: 'KYC_PENDING', message: 'The verification of the buyer is in progress.' },
  kycStart: { code: 'KYC_PENDING', message: 'The verification of the buyer has not been started.' },
  preliminaryInvoice: { code: 'PRELIMINARY_INVOICE_MISSING', message: 'No invoice has been submitted.' },
  finalInvoice: { code: 'FINAL_INVOICE_MISSING', message: 'The final invoice has not been submitted.' },
  invoiceDocument: {
    PRELIMINARY: {
      code: 'INVOICE_DOCUMENT_MISSING',
      message: 'The document of the preliminary invoice has not been uploaded.',
    },
    FINAL: { code: 'INVOICE_DOCUMENT_MISSING', message: 'The document of the final invoice has not been uploaded.' },
  },
  proofOfPayment: { code: 'PROOF_OF_PAYMENT_MISSING', message: 'The proof of payment has not been uploaded.' },
} as const satisfies Readonly<Record<string, Blocker | Readonly<Record<string, Blocker>>>>;

const TRANSPORT = 'Transport: confirm pickup and delivery with CMR and declarations.';
const INVOICES = 'Invoice: submit preliminary and final invoice data and documents.';
const PAYMENT = 'Payment: submit proof of payment and trigger pickup readiness.';

/** What a valid verdict needs, in the order in which blockers are reported. docs/workflow.md shows the rules. */
export const VERDICT_RULES: readonly VerdictRule[] = [
  {
    id: 'vies',
    sentence: 'VIES confirms the VAT number of the buyer.',
    codes: ['VIES_INVALID', 'VIES_PENDING'],
    quote: '`PENDING` or `UNKNOWN` while VIES is unreachable; `VALID` and `INVALID` also occur',
    assumption: 'vies-outcomes',
    missing: ({ buyer: { vies } }) =>
      vies.result === 'PENDING' ? MISSING.viesAnswer : vies.result === 'UNKNOWN' ? MISSING.viesItself : undefined,
  },
  {
    id: 'kyc',
    sentence: 'The service has verified the identity of the buyer.',
    codes: ['KYC_REJECTED', 'KYC_PENDING'],
    quote: 'the service runs full identity verification and AML checks and produces a profile',
    assumption: 'kyc-verification-outcome',
    applies: ({ buyer }) => buyer.kycMode === 'SERVICE_LED',
    missing: ({ buyer: { kyc } }) =>
      kyc.status === 'PENDING' ? MISSING.kycOutcome : kyc.status === 'NOT_STARTED' ? MISSING.kycStart : undefined,
  },
  {
    id: 'buyer-active',
    sentence: 'The buyer is not blocked.',
    codes: ['BUYER_BLOCKED'],
    assumption: 'buyer-status-moves',
  },
  {
    id: 'invoice',
    sentence: 'An invoice has been submitted.',
    codes: ['PRELIMINARY_INVOICE_MISSING'],
    quote: INVOICES,
    assumption: 'compliance-rules',
    missing: ({ order }) => (order.invoices.length === 0 ? MISSING.preliminaryInvoice : undefined),
  },
  {
    id: 'final-invoice',
    sentence: 'The final invoice has been submitted.',
    codes: ['FINAL_INVOICE_MISSING'],
    quote: INVOICES,
    assumption: 'invoice-rules',
    afterArrival: true,
    missing: (facts) => (hasFinalInvoice(facts) ? undefined : MISSING.finalInvoice),
  },
  {
    id: 'final-invoice-amount',
    sentence: 'The amount of the final invoice matches the total of the order.',
    codes: ['FINAL_INVOICE_AMOUNT_DIFFERS'],
    assumption: 'invoice-comparison',
    applies: hasFinalInvoice,
    afterArrival: true,
    missing: ({ order }) => faultOfAmount(order),
  },
  {
    id: 'final-invoice-vat',
    sentence: 'The final invoice includes VAT if the supply is taxed, and none if it is exempt.',
    codes: ['VAT_ON_EXEMPT_INVOICE', 'VAT_MISSING_ON_INVOICE'],
    quote: '`VALID_EXPORT` (VAT exemption applies) or `VAT_APPLICABLE` (VAT must be applied on the final invoice)',
    assumption: 'invoice-comparison',
    applies: hasFinalInvoice,
    afterArrival: true,
    missing: ({ order, buyer }) => faultOfVat(order, buyer),
  },
  {
    id: 'invoice-document',
    sentence: 'The document of the invoice that counts has been uploaded.',
    codes: ['INVOICE_DOCUMENT_MISSING'],
    quote: INVOICES,
    assumption: 'compliance-evidence',
    missing: ({ order, documents }) => {
      const type = invoiceThatCounts(order)?.type ?? 'PRELIMINARY';
      const isThere = documents.some((document) => document.status === 'ACTIVE' && isOfInvoice(type, document));
      return isThere ? undefined : MISSING.invoiceDocument[type];
    },
  },
  {
    id: 'payment',
    sentence: 'The order is paid in full.',
    codes: ['PAYMENT_MISSING'],
    quote: PAYMENT,
    assumption: 'payment-amounts',
    missing: ({ order }) => {
      const outstanding = outstandingOf(order);
      if (outstanding === 0n) return undefined;
      // Joined, because V8 would keep the parts of a concatenated string, and this one is stored with the order.
      const amount = formatMoney({ ...order.totalAmount, value: toAmount(outstanding) });
      return { code: 'PAYMENT_MISSING', message: [amount, 'is still outstanding.'].join(' ') };
    },
  },
  {
    id: 'proof-of-payment',
    sentence: 'A proof of payment has been uploaded.',
    codes: ['PROOF_OF_PAYMENT_MISSING'],
    quote: PAYMENT,
    assumption: 'compliance-evidence',
    applies: ({ order }) => BigInt(order.totalAmount.value) > 0n,
    missing: ({ documents }) =>
      documents.some(({ type, status }) => type === 'PROOF_OF_PAYMENT' && status === 'ACTIVE')
        ? undefined
        : MISSING.proofOfPayment,
  },
  {
    id: 'pickup',
    sentence: 'The pickup of each vehicle is confirmed.',
    codes: ['PICKUP_MISSING'],
    quote: TRANSPORT,
    assumption: 'compliance-rules',
    missingOf: ({ pickup }) => (pickup === undefined ? 'The pickup has not been confirmed.' : undefined),
  },
  {
    id: 'pickup-declaration',
    sentence: 'A pickup declaration covers each vehicle.',
    codes: ['PICKUP_DECLARATION_MISSING'],
    quote: TRANSPORT,
    assumption: 'compliance-evidence',
    missingOf: lacks('PICKUP_DECLARATION', 'The pickup declaration has not been uploaded.'),
  },
  {
    id: 'cmr',
    sentence: 'A signed CMR covers each vehicle.',
    codes: ['CMR_MISSING'],
    quote: TRANSPORT,
    assumption: 'compliance-evidence',
    missingOf: lacks('CMR', 'The signed CMR has not been uploaded.'),
  },
  {
    id: 'delivery',
    sentence: 'The delivery of each vehicle is confirmed.',
    codes: ['DELIVERY_MISSING'],
    quote: TRANSPORT,
    assumption: 'compliance-rules',
    afterArrival: true,
    missingOf: ({ delivery }) => (delivery === undefined ? 'The delivery has not been confirmed.' : undefined),
  },
  {
    id: 'delivery-declaration',
    sentence: 'A delivery declaration covers each vehicle.',
    codes: ['DELIVERY_DECLARATION_MISSING'],
    quote: TRANSPORT,
    assumption: 'compliance-evidence',
    afterArrival: true,
    missingOf: lacks('DELIVERY_DECLARATION', 'The delivery declaration has not been uploaded.'),
  },
];

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
  const [reason] = reasonsFor({ order, buyer, isValid: true });
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
