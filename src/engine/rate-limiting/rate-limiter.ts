import { type Assumed, NOTHING_ASSUMED } from '../assumptions/assumed.ts';
import type { Caller } from '../ports/ports.ts';
import { type LiveState, createRevisions } from '../sandbox/live-state.ts';
import type { Allowance, Allowances } from './allowances.ts';
import { type Budget, WINDOW, currentBudget, takeFrom } from './budget.ts';
import { readSliding, takeSliding } from './sliding-window.ts';

/** The values of the `X-RateLimit-*` headers. */
export interface BudgetReading {
  readonly category: string;
  /** Requests per minute, without the burst. */
  readonly limit: number;
  /** Additional requests that a burst admits per window. */
  readonly burst: number;
  readonly remaining: number;
  /** Milliseconds since the epoch. */
  readonly resetAt: number;
}

export interface RateLimiter {
  /** Counts a request; `allowed` is false if the budget is exhausted. Undefined where no budget applies. */
  readonly take: (
    caller: Caller,
    category: string,
    now: number,
    assumed?: Assumed,
  ) => (BudgetReading & { readonly allowed: boolean }) | undefined;
  /** Resets an organization's budgets. */
  readonly forget: (organization: string) => void;
  /** Reads without counting; undefined where no budget applies. */
  readonly read: (caller: Caller, category: string, now: number, assumed?: Assumed) => BudgetReading | undefined;
  readonly live: LiveState;
}

/** The budgets of an organization. */
interface Budgets {
  revision: number;
  readonly byCategory: Map<string, Budget>;
}

/**
 * Budgets are in-memory counters, one per organization and category with at least one call; the clients of an
 * organization share them.
 */
export const createRateLimiter = (allowances: Allowances): RateLimiter => {
  const budgets = new Map<string, Budgets>();
  const revisions = createRevisions();

  const allowanceOf = ({ organization }: Caller, category: string, assumed: Assumed): Allowance | undefined => {
    if (organization === undefined) return undefined;
    const allowance = allowances.get(organization.rateLimitTier)?.get(category);
    return allowance !== undefined && assumed.has('rate-limit-burst=none') ? { ...allowance, burst: 0 } : allowance;
  };

  const budgetsOf = (uuid: string): Budgets => {
    let own = budgets.get(uuid);
    if (own === undefined) budgets.set(uuid, (own = { revision: 0, byCategory: new Map<string, Budget>() }));
    return own;
  };

  const toReading = (
    category: string,
    { limit, burst }: Allowance,
    { used, windowStart }: Budget,
    allowed: boolean,
  ) => ({
    category,
    limit,
    burst,
    remaining: Math.max(0, limit - used),
    resetAt: windowStart + WINDOW,
    allowed,
  });

  return {
    take: (caller, category, now, assumed = NOTHING_ASSUMED) => {
      const allowance = allowanceOf(caller, category, assumed);
      if (caller.organization === undefined || allowance === undefined) return undefined;
      const own = budgetsOf(caller.organization.uuid);
      const budget = currentBudget(own.byCategory.get(category), now);
      const isSliding = assumed.has('rate-limit-window=sliding');
      const taken = isSliding
        ? takeSliding(budget, allowance.limit + allowance.burst, now)
        : takeFrom(budget, allowance.limit, allowance.burst);
      if (taken !== undefined) {
        own.byCategory.set(category, taken);
        own.revision = revisions.next();
      }
      const reading = toReading(category, allowance, taken ?? budget, taken !== undefined);
      return isSliding ? { ...reading, ...readSliding(taken ?? budget, allowance, now) } : reading;
    },
    forget: (organization) => {
      budgets.delete(organization);
    },
    read: (caller, category, now, assumed = NOTHING_ASSUMED) => {
      const allowance = allowanceOf(caller, category, assumed);
      if (caller.organization === undefined || allowance === undefined) return undefined;
      const budget = currentBudget(budgets.get(caller.organization.uuid)?.byCategory.get(category), now);
      const reading = toReading(category, allowance, budget, true);
      return assumed.has('rate-limit-window=sliding')
        ? { ...reading, ...readSliding(budget, allowance, now) }
        : reading;
    },
    live: {
      name: 'budgets',
      revision: ({ uuid }) => budgets.get(uuid)?.revision ?? 0,
      capture: ({ uuid }) => {
        const own = budgets.get(uuid);
        return own === undefined ? undefined : Object.fromEntries(own.byCategory);
      },
      restore: ({ uuid }, captured) => {
        if (captured === undefined) budgets.delete(uuid);
        else {
          const byCategory = new Map(Object.entries(captured as Readonly<Record<string, Budget>>));
          budgets.set(uuid, { revision: revisions.next(), byCategory });
        }
      },
    },
  };
};
