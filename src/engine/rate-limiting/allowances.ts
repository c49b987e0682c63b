import type { RateLimits } from '../contract/extensions.ts';
import { burstOf } from './budget.ts';

/** What a tier admits in one category. */
export interface Allowance {
  /** Requests per minute. */
  readonly limit: number;
  /** How many more once per minute. */
  readonly burst: number;
}

/** By tier and category; a description that tells of none has no limits. */
export type Allowances = ReadonlyMap<string, ReadonlyMap<string, Allowance>>;

/**
 * Requests per minute by tier and category. Nothing is admitted above the ceiling of a category, in a burst neither.
 * Assumptions: rate-limit-burst, rate-limit-ceiling.
 */
export const toAllowances = ({ tiers, ceilings }: RateLimits, withBurst: boolean): Allowances => {
  const toAllowance = (category: string, agreed: number): Allowance => {
    const ceiling = ceilings.get(category) ?? Number.POSITIVE_INFINITY;
    const limit = Math.min(agreed, ceiling);
    return { limit, burst: withBurst ? Math.min(burstOf(limit), ceiling - limit) : 0 };
  };
  return new Map(
    [...tiers].map(([tier, limits]) => [
      tier,
      new Map([...limits].map(([category, agreed]) => [category, toAllowance(category, agreed)])),
    ]),
  );
};
