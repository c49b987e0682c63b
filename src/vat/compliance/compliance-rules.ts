import type { Blocker } from './failures.ts';

/** The calls about an order that a buyer's failure can block. */
export type BlockableStep = 'createOrder' | 'submitInvoice' | 'submitPayment' | 'confirmPickup' | 'confirmDelivery';

/** What the description leaves open about compliance, as data: another set of rules is another answer to it. */
export interface ComplianceRules {
  /** "Blocks active transactions of that buyer": which failures do, and which calls they refuse. */
  readonly blocking: {
    readonly failures: readonly Blocker['code'][];
    readonly steps: readonly BlockableStep[];
  };
}

/** Assumptions: vies-failure-blocks, buyer-status-moves. */
export const COMPLIANCE_RULES: ComplianceRules = {
  blocking: {
    failures: ['VIES_INVALID', 'BUYER_BLOCKED'],
    steps: ['createOrder', 'submitInvoice', 'submitPayment', 'confirmPickup'],
  },
};
