import type { Schemas } from '../api/behaviour.ts';
import type { Blocker } from './failures.ts';
import { VAT_RULES, type VatRule } from './vat-rules.ts';

/** The calls about an order that a failure of its buyer can block. */
export type BlockableStep = 'createOrder' | 'submitInvoice' | 'submitPayment' | 'confirmPickup' | 'confirmDelivery';

/** What the description leaves open about compliance, as data: alternatives are other sets of rules. */
export interface ComplianceRules {
  /** "Blocks active transactions of that buyer": which failures block, and which calls they refuse. */
  readonly blocking: {
    readonly failures: readonly Blocker['code'][];
    readonly steps: readonly BlockableStep[];
  };
  /** Types of documents that a verdict requires. */
  readonly evidence: readonly Schemas['OrderDocumentType'][];
  /** Which parts of the final invoice are compared with the order. */
  readonly finalInvoice: { readonly comparesAmount: boolean; readonly comparesVat: boolean };
  /** Whether contradictions in the times of the evidence are shown. */
  readonly warns: boolean;
  /** Whether VAT is due: the first matching rule decides. */
  readonly vat: readonly VatRule[];
}

/**
 * Assumptions: vies-failure-blocks, buyer-status-moves, compliance-evidence, invoice-comparison, compliance-warnings,
 * vat-applicable-rules.
 */
export const COMPLIANCE_RULES: ComplianceRules = {
  blocking: {
    failures: ['VIES_INVALID', 'BUYER_BLOCKED'],
    steps: ['createOrder', 'submitInvoice', 'submitPayment', 'confirmPickup'],
  },
  evidence: ['INVOICE', 'PROOF_OF_PAYMENT', 'PICKUP_DECLARATION', 'CMR', 'DELIVERY_DECLARATION'],
  finalInvoice: { comparesAmount: true, comparesVat: true },
  warns: true,
  vat: VAT_RULES,
};
