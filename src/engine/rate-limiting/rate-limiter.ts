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
  const budgets = new Map<string, Budget>();

  const find = ({ organization }: Caller, category: string, now: number) => {
    const limit = organization === undefined ? undefined : tiers[organization.rateLimitTier]?.[category];
    if (organization === undefined || typeof limit !== 'number') return undefined;
    const key = `${organization.uuid} ${category}`;
    return { key, limit, budget: currentBudget(budgets.get(key), now) };
  };

  const toReading = (category: string, limit: number, { used, windowStart }: Budget): BudgetReading => ({
    category,
    limit,
    remaining: Math.max(0, limit - used),
    resetAt: windowStart + WINDOW,
  });

  return {
    take: (caller, category, now) => {
      const found = find(caller, category, now);
      if (found === undefined) return undefined;
      const { key, limit, budget } = found;
      const taken = takeFrom(budget, limit, burstOf(limit));
      if (taken !== undefined) budgets.set(key, taken);
      return { ...toReading(category, limit, taken ?? budget), allowed: taken !== undefined };
    },
    forget: (organization) => {
      for (const key of budgets.keys()) if (key.startsWith(`${organization} `)) budgets.delete(key);
    },
    read: (caller, category, now) => {
      const found = find(caller, category, now);
      return found === undefined ? undefined : toReading(category, found.limit, found.budget);
    },
  };
};
