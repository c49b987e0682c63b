import type { Schemas } from '../api/behaviour.ts';
import { formatMoney } from '../api/format-money.ts';
import type { BuyerRecord } from '../buyers/buyer.ts';
import { type DocumentRecord, isOfInvoice } from '../documents/document.ts';
import type { OrderRecord, VinRecord, InvoiceRecord } from '../orders/order.ts';
import { outstandingOf, toAmount } from '../orders/invoices-and-payments.ts';
import { type Blocker, COMPLIANCE_RULES, type ComplianceRules } from './compliance-rules.ts';
import { evidenceFor } from './evidence.ts';
import { invoiceThatCounts, cite, type VatReason, reasonsFor } from './vat-rules.ts';
import { VAT_LAW } from '../../generated/vat-law.ts';

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

/** Failures of the buyer itself, which affect all of its open orders. Assumption: compliance-rules. */
export const failuresOf = ({ vies, kyc, kycMode, status, vatNumber }: BuyerRecord): readonly Blocker[] => {
  const failures: Blocker[] = [];
  if (vies.result === 'INVALID')
    failures.push({ code: 'VIES_INVALID', message: `VIES does not confirm the VAT number ${vatNumber}.` });
  if (kycMode === 'SERVICE_LED' && kyc.status === 'REJECTED') {
    const reason = kyc.reason === undefined ? '' : `: ${kyc.reason}`;
    const message = `The verification of the buyer was rejected${reason}.`.replace('..', '.');
    failures.push({ code: 'KYC_REJECTED', message });
  }
  if (status === 'BLOCKED') failures.push({ code: 'BUYER_BLOCKED', message: 'The buyer is blocked.' });
  return failures;
};

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
