import type { DeliveryRule } from '../../generated/scenario-file.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';

/** Members that select deliveries, rather than define what happens to them. */
const ABOUT: readonly string[] = ['events', 'share'];

export const checkDeliveries = (rules: readonly DeliveryRule[], diagnostics: DiagnosticList): void => {
  for (const [index, rule] of rules.entries()) {
    const at = diagnostics.at(index);
    const before = rules
      .slice(0, index)
      .findIndex((earlier) => earlier.events === undefined && earlier.share === undefined);
    if (before >= 0)
      at.add(
        `can never match: entry ${String(before + 1)} matches every event. Move this entry up, or add events or share to entry ${String(before + 1)}`,
      );
    if (rule.downFor !== undefined && rule.outcomes !== undefined)
      at.at('outcomes').addKey('downFor already decides every attempt: keep downFor or outcomes');
    if (Object.keys(rule).every((member) => ABOUT.includes(member)))
      at.add('has no effect: add outcomes, downFor, delay, duplicate, reorder, signature or slowBody');
  }
};
