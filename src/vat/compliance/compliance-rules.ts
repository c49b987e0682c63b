import type { Schemas } from '../api/behaviour.ts';
import { VAT_RULES, type VatRule } from './vat-rules.ts';
import { memoize } from '../../kernel/caches.ts';
import type { Assumed } from '../../engine/sdk.ts';
import type { Choice } from '../../generated/assumption-choices.ts';

export type Blocker = Schemas['ComplianceBlocker'];

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

/** The compliance rules under a sandbox's assumptions. Every change of an order needs them, so they are cached. */
export const rulesOf = memoize((assumed: Assumed): ComplianceRules =>
  ALTERNATIVES.reduce((rules, [choice, change]) => (assumed.has(choice) ? change(rules) : rules), COMPLIANCE_RULES),
);

type Change = (rules: ComplianceRules) => ComplianceRules;

const changingVat =
  (change: (rules: readonly VatRule[]) => readonly VatRule[]): Change =>
  (rules) => ({ ...rules, vat: change(rules.vat) });

const without = (name: string, rules: readonly VatRule[]): readonly VatRule[] =>
  rules.filter((rule) => rule.name !== name);

/** A rule with the opposite of the statutory decision, under the same condition. */
const reversed = (rule: VatRule, decision: VatRule['decision'], reason: string): VatRule => ({
  ...rule,
  decision,
  reasonFor: (facts) => (rule.reasonFor(facts) === undefined ? undefined : reason),
});

/** Moves the rule to just before the general one, so that it does not hide the exceptions of the exemption. */
const exemptDomesticSales = (rules: readonly VatRule[]): readonly VatRule[] => {
  const others = without('domestic-sale', rules);
  const domestic = rules
    .filter((rule) => !others.includes(rule))
    .map((rule) => reversed(rule, 'VALID_EXPORT', 'This is a domestic sale, which is assumed to be exempt.'));
  // A domestic sale is not an intra-Community supply.
  const general = others.slice(-1).map((rule): VatRule => ({
    ...rule,
    reasonFor: (facts) =>
      domestic.some(({ reasonFor }) => reasonFor(facts) !== undefined) ? undefined : rule.reasonFor(facts),
  }));
  return [...others.slice(0, -1), ...domestic, ...general];
};

const ALTERNATIVES: readonly (readonly [Choice, Change])[] = [
  ['margin-scheme=exempt', changingVat((rules) => without('margin-scheme', rules))],
  ['domestic-sale=exempt', changingVat(exemptDomesticSales)],
  [
    'new-means-of-transport=taxed',
    changingVat((rules) =>
      rules.map((rule) =>
        rule.name === 'new-means-of-transport'
          ? reversed(rule, 'VAT_APPLICABLE', 'A vehicle is a new means of transport, which is assumed to be taxed.')
          : rule,
      ),
    ),
  ],
  [
    'vies-failure-blocks=nothing',
    ({ blocking, ...rules }) => ({
      ...rules,
      blocking: { ...blocking, failures: blocking.failures.filter((code) => code !== 'VIES_INVALID') },
    }),
  ],
  ['compliance-warnings=none', (rules) => ({ ...rules, warns: false })],
  ['compliance-evidence=cmr-and-delivery', (rules) => ({ ...rules, evidence: ['CMR', 'DELIVERY_DECLARATION'] })],
];
