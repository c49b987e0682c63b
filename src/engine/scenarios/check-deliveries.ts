import { checkDuration } from './check-duration.ts';
import type { FlawList } from './flaw.ts';
import { suggest } from './nearest.ts';
import type { DeliveryRule } from './scenario-file.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Deliveries are given up after 72 hours; longer than a month nobody looks. */
const LONGEST = 31 * 86_400_000;

export const checkDeliveries = (rules: readonly DeliveryRule[], { eventTypes }: Vocabulary, flaws: FlawList): void => {
  const known = new Set([...eventTypes, ...eventTypes.map((type) => `${type.split('.')[0] ?? ''}.*`)]);
  for (const [index, { events = [], downFor, delay, ...what }] of rules.entries()) {
    const at = flaws.at(index);
    for (const [place, type] of events.entries())
      if (!known.has(type)) at.at('events', place).add(`there are no events "${type}": ${suggest(type, known)}`);
    if (downFor !== undefined) checkDuration(downFor, { most: LONGEST, least: 1 }, at.at('downFor'));
    if (delay !== undefined) checkDuration(delay, { most: LONGEST, least: 1 }, at.at('delay'));
    if (downFor !== undefined && what.outcomes !== undefined)
      at.at('outcomes').addKey('downFor says what becomes of every attempt: keep one of the two');
    if (downFor === undefined && delay === undefined && Object.keys(what).length === 0)
      at.add('says nothing of what happens: give outcomes, downFor, delay, duplicate, reorder or signature');
  }
};
