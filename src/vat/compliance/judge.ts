import type { Schemas } from '../api/behaviour.ts';
import { formatMoney } from '../api/format-money.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import type { DocumentRecord } from '../documents/document.ts';
import { isOfInvoice } from '../documents/invoice-document.ts';
import type { OrderRecord, VinRecord } from '../orders/order.ts';
import { outstandingOf, toAmount } from '../payments/outstanding.ts';
import { faultsOfFinalInvoice } from './compare-invoice.ts';
import { COMPLIANCE_RULES, type ComplianceRules } from './compliance-rules.ts';
import { evidenceFor } from './evidence.ts';
import { type Blocker, failuresOf } from './failures.ts';
import { invoiceThatCounts } from './vat-rules.ts';

/** All inputs of an order's rollup. */
export interface Facts {
  readonly order: OrderRecord;
  readonly buyer: BuyerRecord;
  /** Documents of the order; only ACTIVE ones count. */
  readonly documents: readonly DocumentRecord[];
}

export interface Judgement {
  readonly status: Schemas['ComplianceRollup']['status'];
  readonly blockers: readonly Blocker[];
  readonly viesResult: Schemas['ViesResult'];
}

/**
 * Computes the rollup from the facts. Assumptions: compliance-rules, compliance-blockers.
 *
 * It is INVALID if something rules the order out (VIES or KYC failed, buyer blocked), INCOMPLETE if something is
 * missing. During transport, what is only possible after arrival is not missing yet: an order can be VALID then, and "a
 * VIES re-check of the buyer fails (for instance during transport)" can turn it INVALID.
 */
export const judge = (facts: Facts, rules: ComplianceRules = COMPLIANCE_RULES): Judgement => {
  const { order, buyer } = facts;
  const failures = failuresOf(buyer);
  const blockers = missingOf(facts, [...failures], rules);
  return {
    status: failures.length > 0 ? 'INVALID' : blockers.length > 0 ? 'INCOMPLETE' : 'VALID',
    // A cancelled order is no longer missing anything.
    blockers: order.status === 'CANCELLED' ? failures : blockers,
    viesResult: buyer.vies.result,
  };
};

/** What a verdict of VALID still needs, including what is only possible after arrival. */
export const neededForVerdict = (facts: Facts, rules: ComplianceRules = COMPLIANCE_RULES): readonly Blocker[] =>
  missingOf(facts, [...failuresOf(facts.buyer)], rules, false);

/** Adds blockers for what is missing. */
const missingOf = (
  { order, buyer, documents }: Facts,
  blockers: Blocker[],
  rules: ComplianceRules,
  inTransit = isInTransit(order),
): readonly Blocker[] => {
  const { vies, kyc, kycMode } = buyer;
  const { vins, invoices } = order;
  const { evidence } = rules;
  const outstanding = outstandingOf(order);
  if (vies.result === 'PENDING') blockers.push(MISSING.viesAnswer);
  if (vies.result === 'UNKNOWN') blockers.push(MISSING.viesItself);
  if (kycMode === 'SERVICE_LED' && kyc.status === 'PENDING') blockers.push(MISSING.kycOutcome);
  if (kycMode === 'SERVICE_LED' && kyc.status === 'NOT_STARTED') blockers.push(MISSING.kycStart);
  if (invoices.length === 0) blockers.push(MISSING.preliminaryInvoice);
  if (!inTransit && !invoices.some(({ type }) => type === 'FINAL')) blockers.push(MISSING.finalInvoice);
  if (!inTransit) blockers.push(...faultsOfFinalInvoice(order, buyer, rules));
  const invoice = invoiceThatCounts(order);
  if (evidence.includes('INVOICE') && !hasDocumentOf(invoice?.type ?? 'PRELIMINARY', documents))
    blockers.push(MISSING.invoiceDocument[invoice?.type ?? 'PRELIMINARY']);
  if (outstanding > 0n) {
    // Joined, because V8 would keep the parts of a concatenated string, and this one is stored with the order.
    const amount = formatMoney({ ...order.totalAmount, value: toAmount(outstanding) });
    const message = [amount, 'is still outstanding.'].join(' ');
    blockers.push({ code: 'PAYMENT_MISSING', message });
  }
  if (
    evidence.includes('PROOF_OF_PAYMENT') &&
    BigInt(order.totalAmount.value) > 0n &&
    !has(documents, 'PROOF_OF_PAYMENT')
  )
    blockers.push(MISSING.proofOfPayment);
  for (const vin of vins) addMissingOfVin(vin, documents, { inTransit, evidence }, blockers);
  // Stored with the order, so copied to drop the spare capacity of a list that has grown.
  return blockers.slice();
};

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

const has = (documents: readonly DocumentRecord[], type: DocumentRecord['type']): boolean =>
  documents.some((document) => document.type === type && document.status === 'ACTIVE');

const hasDocumentOf = (invoice: Schemas['InvoiceType'], documents: readonly DocumentRecord[]): boolean =>
  documents.some((document) => document.status === 'ACTIVE' && isOfInvoice(invoice, document));

const addMissingOfVin = (
  { vin, pickup, delivery }: VinRecord,
  documents: readonly DocumentRecord[],
  { inTransit, evidence }: { readonly inTransit: boolean; readonly evidence: ComplianceRules['evidence'] },
  blockers: Blocker[],
): void => {
  const lacks = (type: Schemas['OrderDocumentType']): boolean =>
    evidence.includes(type) && evidenceFor(vin, type, documents) === undefined;
  const missing = (code: string, message: string): void => {
    blockers.push({ code, message, vin });
  };
  if (pickup === undefined) missing('PICKUP_MISSING', 'The pickup has not been confirmed.');
  if (lacks('PICKUP_DECLARATION'))
    missing('PICKUP_DECLARATION_MISSING', 'The pickup declaration has not been uploaded.');
  if (lacks('CMR')) missing('CMR_MISSING', 'The signed CMR has not been uploaded.');
  if (inTransit) return;
  if (delivery === undefined) missing('DELIVERY_MISSING', 'The delivery has not been confirmed.');
  if (lacks('DELIVERY_DECLARATION'))
    missing('DELIVERY_DECLARATION_MISSING', 'The delivery declaration has not been uploaded.');
};

/** Everything is picked up, and something has not arrived yet. */
export const isInTransit = ({ vins }: OrderRecord): boolean =>
  vins.every(({ pickup }) => pickup !== undefined) && vins.some(({ delivery }) => delivery === undefined);
