import { checkDuration } from './check-duration.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { checkName } from '../matching/nearest.ts';
import type { DeliveryRule } from '../../generated/control-schemas.ts';
import type { ScenarioSchema } from './scenario-schema.ts';

/** Deliveries are given up long before. Milliseconds. */
const LONGEST = 31 * 86_400_000;

/** In milliseconds of real time; the delivery itself times out long before. */
const LONGEST_BODY = 600_000;

/** Members that select deliveries, rather than define what happens to them. */
const ABOUT: readonly string[] = ['events', 'share'];

export const checkDeliveries = (
  rules: readonly DeliveryRule[],
  { eventTypes }: Pick<ScenarioSchema, 'eventTypes'>,
  diagnostics: DiagnosticList,
): void => {
  const known = [...new Set([...eventTypes, ...eventTypes.map((type) => `${type.split('.')[0] ?? ''}.*`)])];
  for (const [index, rule] of rules.entries()) {
    const { events = [], downFor, delay, slowBody } = rule;
    const at = diagnostics.at(index);
    const before = rules
      .slice(0, index)
      .findIndex((earlier) => earlier.events === undefined && earlier.share === undefined);
    if (before >= 0)
      at.add(
        `can never match: entry ${String(before + 1)} matches every event. Move this entry up, or add events or share to entry ${String(before + 1)}`,
      );
    for (const [place, type] of events.entries())
      checkName('there are no events', type, known, at.at('events', place).add);
    if (downFor !== undefined) checkDuration(downFor, { most: LONGEST, least: 1 }, at.at('downFor'));
    if (delay !== undefined) checkDuration(delay, { most: LONGEST, least: 1 }, at.at('delay'));
    if (slowBody !== undefined)
      checkDuration(slowBody.over, { most: LONGEST_BODY, least: 1 }, at.at('slowBody', 'over'));
    if (downFor !== undefined && rule.outcomes !== undefined)
      at.at('outcomes').addKey('downFor already decides every attempt: keep downFor or outcomes');
    if (Object.keys(rule).every((member) => ABOUT.includes(member)))
      at.add('has no effect: add outcomes, downFor, delay, duplicate, reorder, signature or slowBody');
  }
};
