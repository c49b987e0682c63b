import type { RateLimits } from '../contract/extensions.ts';
import { type Burst, burstOf } from './budget.ts';

/** The limits of a tier in one category. */
export interface Allowance {
  /** Requests per minute. */
  readonly limit: number;
  /** Additional requests per minute. */
  readonly burst: number;
}

/** By tier and category; a description without tiers has no limits. */
export type Allowances = ReadonlyMap<string, ReadonlyMap<string, Allowance>>;

/**
 * Requests per minute by tier and category. The ceiling of a category limits bursts, too.
 * Assumptions: rate-limit-burst, rate-limit-ceiling.
 */
export const toAllowances = ({ tiers, ceilings }: RateLimits, allowed: Burst | undefined): Allowances => {
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
