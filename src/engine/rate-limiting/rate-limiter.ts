import { getOrInsert } from '../../kernel/caches.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { USUAL } from '../contract/read-extensions.ts';
import type { Caller } from '../ports/ports.ts';
import type { LiveState } from '../sandbox/live-state.ts';

/**
 * The category of a request's budget; undefined if the description does not define one. An operation names its own; for
 * other requests the first matching rule of `x-rate-limit-categories` applies.
 */
export const createCategoryOf = ({ rateLimits, basePath }: Contract) => {
  const rules = rateLimits.rules.map(({ path, ...rule }) => ({ ...rule, start: path && `${basePath}${path}/` }));
  return (request: ApiRequest, operation: Operation | undefined): string | undefined =>
    operation === undefined
      ? rules.find(
          ({ start, methods }) =>
            methods?.includes(request.method) !== false && (!start || `${request.path}/`.startsWith(start)),
        )?.category
      : operation.rateLimitCategory;
};

/** The limits of a tier in one category, and additional requests: both per minute. */
type Allowance = Pick<BudgetReading, 'limit' | 'burst'>;

/**
 * Requests per minute by tier and category; a description without tiers has no limits. The ceiling of a category limits bursts, too.
 * Assumptions: rate-limit-burst, rate-limit-ceiling.
 */
export const toAllowances = ({ tiers, ceilings }: Contract['rateLimits'], allowed: Burst | undefined) => {
  const toAllowance = (category: string, agreed: number): Allowance => {
    const ceiling = ceilings.get(category) ?? Number.POSITIVE_INFINITY;
    const limit = Math.min(agreed, ceiling);
    const burst = allowed === undefined ? 0 : burstOf(limit, allowed);
    return { limit, burst: Math.min(burst, ceiling - limit) };
  };
  return new Map(
    [...tiers].map(([tier, limits]) => [
      tier,
      new Map([...limits].map(([category, agreed]) => [category, toAllowance(category, agreed)])),
    ]),
  );
};

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

/**
 * Budgets are in-memory counters, one per organization and category with at least one call; the clients of an
 * organization share them.
 */
export const createRateLimiter = (allowances: ReturnType<typeof toAllowances>) => {
  /** By organization and category. */
  const budgets = new Map<string, Map<string, Budget>>();

  const find = ({ organization }: Caller, category: string, now: number) => {
    if (organization === undefined) return undefined;
    const { uuid, rateLimitTier } = organization;
    const ofTier = allowances.get(rateLimitTier) ?? allowances.get(USUAL);
    const allowance = ofTier?.get(category) ?? ofTier?.get(USUAL);
    if (allowance === undefined) return undefined;
    return { uuid, allowance, budget: currentBudget(budgets.get(uuid)?.get(category), now) };
  };

  return {
    /** Counts a request; `allowed` is false if the budget is exhausted. Undefined where no budget applies. */
    take: (caller: Caller, category: string, now: number) => {
      const found = find(caller, category, now);
      if (found === undefined) return undefined;
      const { uuid, allowance, budget } = found;
      const allowed = budget.used < allowance.limit + allowance.burst;
      const taken = { windowStart: budget.windowStart, used: budget.used + Number(allowed) };
      if (allowed) getOrInsert(budgets, uuid, () => new Map<string, Budget>()).set(category, taken);
      return toReading(category, allowance, taken, allowed);
    },
    /** Reads without counting; undefined where no budget applies. */
    read: (caller: Caller, category: string, now: number) => {
      const found = find(caller, category, now);
      return found && toReading(category, found.allowance, found.budget);
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
    } satisfies LiveState,
  };
};

/**
 * The budget of one organization in one category: N requests in a fixed minute, plus those that a burst admits once per
 * window. Assumption: rate-limit-window.
 */
interface Budget {
  /** Start of the current minute, in milliseconds since the epoch. */
  readonly windowStart: number;
  readonly used: number;
}

const toReading = (category: string, { limit, burst }: Allowance, { windowStart, used }: Budget, allowed = true) => ({
  category,
  limit,
  burst,
  remaining: Math.max(0, limit - used),
  resetAt: windowStart + WINDOW,
  allowed,
});

export const WINDOW = 60_000;

export const windowStartOf = (now: number): number => now - (now % WINDOW);

/** How far the limit may be exceeded: `factor` times the rate, for a duration in milliseconds. */
export interface Burst {
  readonly factor: number;
  readonly duration: number;
}

/** The requests that a burst adds to a minute's limit. */
const burstOf = (limit: number, { factor, duration }: Burst): number =>
  Math.floor((limit * (factor - 1) * duration) / WINDOW);

/**
 * The current budget: a new minute starts with zero requests. A request of the previous minute that is counted late
 * counts in the current one. A budget further ahead is stale, because the clock was set back, and starts again.
 */
const currentBudget = (budget: Budget | undefined, now: number): Budget => {
  const windowStart = windowStartOf(now);
  if (budget?.windowStart === windowStart || budget?.windowStart === windowStart + WINDOW) return budget;
  return { windowStart, used: 0 };
};
