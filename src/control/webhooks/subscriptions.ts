import type { Contract } from '../../engine/contract/contract.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import { wildcardOf } from '../../engine/webhooks/endpoint.ts';
import { violation } from '../../vat/policy/problem.ts';

/** What webhook endpoints may subscribe to: all but callbacks. */
export const subscribableTypes = ({ events }: Pick<Contract, 'events'>): readonly string[] =>
  [...events].filter(([, { isCallback = false }]) => !isCallback).map(([type]) => type);

/** The wildcards that cover all event types; "a root `*` is not a subscription". */
export const toWildcards = (eventTypes: readonly string[]): readonly string[] => [
  ...new Set(eventTypes.map(wildcardOf)),
];

/** All event types unless some are named; throws 422 for one that there is not. */
export const toSubscriptions = (
  wanted: readonly string[] | undefined,
  eventTypes: readonly string[],
): readonly string[] => {
  const wildcards = toWildcards(eventTypes);
  if (wanted === undefined) return wildcards;
  const known = [...eventTypes, ...wildcards];
  const subscriptions = [...new Set(wanted.map((name) => name.trim()))];
  for (const name of subscriptions)
    if (!known.includes(name)) throw violation('events', `has no "${name}": ${suggest(name, known)}`, wanted.join());
  return subscriptions;
};
