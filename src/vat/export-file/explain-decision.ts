import type { Schemas } from '../api/behaviour.ts';
import { reasonsFor } from '../compliance/decide.ts';
import type { Facts } from '../compliance/judge.ts';
import { type VatRule, cite } from '../compliance/vat-rules.ts';

/** The matching rules with their articles, the deciding one first. */
export const explainDecision = (
  { order, buyer }: Facts,
  decision: Schemas['ComplianceDecision'],
  rules: readonly VatRule[],
): readonly string[] =>
  reasonsFor({ order, buyer, isValid: order.compliance.status === 'VALID' }, rules)
    .filter(({ rule }) => rule.decision === decision)
    .map(({ rule, text }) => `${text} (${cite(rule)}.)`);
