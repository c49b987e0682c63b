import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { type Assumed, NOTHING_ASSUMED } from '../assumptions/assumed.ts';
import type { Caller } from '../ports/ports.ts';
import type { LiveState } from '../sandbox/live-state.ts';
import type { Allowance, Allowances } from './allowances.ts';
import { type Budget, WINDOW, currentBudget, takeFrom } from './budget.ts';

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

/**
 * Budgets are in-memory counters, one per organization and category with at least one call; the clients of an
 * organization share them.
 */
export const createRateLimiter = (allowances: Allowances): RateLimiter => {
  /** By organization and category. */
  const budgets = new Map<string, Map<string, Budget>>();

  const allowanceOf = ({ organization }: Caller, category: string, assumed: Assumed): Allowance | undefined => {
    if (organization === undefined) return undefined;
    const allowance = allowances.get(organization.rateLimitTier)?.get(category);
    return allowance !== undefined && assumed.has('rate-limit-burst=none') ? { ...allowance, burst: 0 } : allowance;
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
      const own = getOrInsert(budgets, caller.organization.uuid, () => new Map<string, Budget>());
      const budget = currentBudget(own.get(category), now);
      const isSliding = assumed.has('rate-limit-window=sliding');
      const taken = isSliding
        ? takeSliding(budget, allowance.limit + allowance.burst, now)
        : takeFrom(budget, allowance.limit, allowance.burst);
      if (taken !== undefined) own.set(category, taken);
      const reading = toReading(category, allowance, taken ?? budget, taken !== undefined);
      return isSliding ? { ...reading, ...readSliding(taken ?? budget, allowance, now) } : reading;
    },
    forget: (organization) => {
      budgets.delete(organization);
    },
    read: (caller, category, now, assumed = NOTHING_ASSUMED) => {
      const allowance = allowanceOf(caller, category, assumed);
      if (caller.organization === undefined || allowance === undefined) return undefined;
      const budget = currentBudget(budgets.get(caller.organization.uuid)?.get(category), now);
      const reading = toReading(category, allowance, budget, true);
      return assumed.has('rate-limit-window=sliding')
        ? { ...reading, ...readSliding(budget, allowance, now) }
        : reading;
    },
    live: {
      name: 'budgets',
      save: ({ uuid }) => {
        const own = budgets.get(uuid);
        return own && Object.fromEntries(own);
      },
      load: ({ uuid }, saved) => {
        if (saved === undefined) budgets.delete(uuid);
        else budgets.set(uuid, new Map(Object.entries(saved as Readonly<Record<string, Budget>>)));
      },
    },
  };
};

/**
 * The alternative to fixed minutes: a sliding window of the last 60 seconds. Requests of the previous minute are
 * assumed to have been evenly distributed. Assumption: rate-limit-window.
 */
const usedLately = ({ used, before, windowStart }: Budget, now: number): number =>
  used + Math.floor((before * Math.min(WINDOW, windowStart + WINDOW - now)) / WINDOW);

const takeSliding = (budget: Budget, most: number, now: number): Budget | undefined =>
  usedLately(budget, now) < most ? { ...budget, used: budget.used + 1 } : undefined;

const readSliding = (budget: Budget, { limit, burst }: Allowance, now: number) => ({
  remaining: Math.max(0, limit - usedLately(budget, now)),
  resetAt: roomAt(budget, limit + burst, now),
});

/** When one more request is allowed; a minute from now if one is allowed already. */
const roomAt = (budget: Budget, most: number, now: number): number => {
  const { used, before, windowStart } = budget;
  if (usedLately(budget, now) < most) return now + WINDOW;
  // Part of the previous minute has to expire; if the current minute alone is full, part of it has to expire in the
  // next one.
  const [start, full, others] = used < most ? [windowStart, before, used] : [windowStart + WINDOW, used, 0];
  return start + Math.floor((WINDOW * (full - (most - others))) / full) + 1;
};
