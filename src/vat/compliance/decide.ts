import type { Schemas } from '../api/behaviour.ts';
import { VAT_RULES, type VatFacts, type VatRule } from './vat-rules.ts';

/** A matching rule, and why it matches. */
export interface VatReason {
  readonly rule: VatRule;
  readonly text: string;
}

/** All matching rules, the deciding one first. */
export const reasonsFor = (facts: VatFacts, rules: readonly VatRule[] = VAT_RULES): readonly VatReason[] =>
  rules.flatMap((rule) => {
    const text = rule.reasonFor(facts);
    return text === undefined ? [] : [{ rule, text }];
  });

/** Whether VAT is due once the verdict is reached. Assumption: vat-applicable-rules. */
export const decide = (facts: VatFacts, rules: readonly VatRule[] = VAT_RULES): Schemas['ComplianceDecision'] =>
  rules.find((rule) => rule.reasonFor(facts) !== undefined)?.decision ?? 'VAT_APPLICABLE';
