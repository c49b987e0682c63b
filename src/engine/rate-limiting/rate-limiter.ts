import type { Contract } from '../contract/contract.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';
import type { Caller } from '../ports.ts';
import { type Budget, WINDOW, burstOf, currentBudget, takeFrom } from './budget.ts';

/** What the `X-RateLimit-*` headers of an answer say. */
export interface BudgetReading {
  readonly category: string;
  /** Requests per minute, without the burst. */
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since the epoch. */
  readonly resetAt: number;
}

export interface RateLimiter {
  /** Counts a request; `allowed` is false when the budget is used up. */
  readonly take: (
    caller: Caller,
    category: string,
    now: number,
  ) => (BudgetReading & { readonly allowed: boolean }) | undefined;
  /** Starts an organization's minute anew. */
  readonly forget: (organization: string) => void;
  /** Looks without counting; undefined where no budget applies. */
  readonly read: (caller: Caller, category: string, now: number) => BudgetReading | undefined;
}

/** Requests per minute by tier and category: `x-rate-limit-tiers` of the description. */
type Tiers = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const tiersOf = ({ document }: Contract): Tiers => {
  const tiers = document['x-rate-limit-tiers'];
  return isSchemaObject(tiers) ? (tiers as Tiers) : {};
};

/**
 * "Applied per IntegrationOrganization, not per client." Budgets are counters in memory, one per organization and
 * category that has called; a description without tiers has no limits.
 */
export const createRateLimiter = (contract: Contract): RateLimiter => {
  const tiers = tiersOf(contract);
  /** By organization and category. */
  const budgets = new Map<string, Map<string, Budget>>();

  const limitOf = ({ organization }: Caller, category: string): number | undefined => {
    const limit = organization === undefined ? undefined : tiers[organization.rateLimitTier]?.[category];
    return typeof limit === 'number' ? limit : undefined;
  };

  const budgetsOf = (uuid: string): Map<string, Budget> => {
    let own = budgets.get(uuid);
    if (own === undefined) budgets.set(uuid, (own = new Map<string, Budget>()));
    return own;
  };

  const toReading = (category: string, limit: number, { used, windowStart }: Budget, allowed: boolean) => ({
    category,
    limit,
    remaining: Math.max(0, limit - used),
    resetAt: windowStart + WINDOW,
    allowed,
  });

  return {
    take: (caller, category, now) => {
      const limit = limitOf(caller, category);
      if (caller.organization === undefined || limit === undefined) return undefined;
      const own = budgetsOf(caller.organization.uuid);
      const budget = currentBudget(own.get(category), now);
      const taken = takeFrom(budget, limit, burstOf(limit));
      if (taken !== undefined) own.set(category, taken);
      return toReading(category, limit, taken ?? budget, taken !== undefined);
    },
    forget: (organization) => {
      budgets.delete(organization);
    },
    read: (caller, category, now) => {
      const limit = limitOf(caller, category);
      if (caller.organization === undefined || limit === undefined) return undefined;
      return toReading(category, limit, currentBudget(budgets.get(caller.organization.uuid)?.get(category), now), true);
    },
  };
};
