import type { Contract } from '../contract/contract.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';
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
 * Reads `x-rate-limit-tiers`, requests per minute by tier and category. "An absolute ceiling applies even to enterprise":
 * nothing is admitted above `x-rate-limit-ceiling`, in a burst neither. Assumptions: rate-limit-burst, rate-limit-ceiling.
 */
export const readAllowances = ({ document }: Contract, withBurst: boolean): Allowances => {
  const ceilings = numbersOf(document['x-rate-limit-ceiling']);
  const toAllowance = (category: string, agreed: number): Allowance => {
    const ceiling = ceilings.get(category) ?? Number.POSITIVE_INFINITY;
    const limit = Math.min(agreed, ceiling);
    return { limit, burst: withBurst ? Math.min(burstOf(limit), ceiling - limit) : 0 };
  };
  const tiers = document['x-rate-limit-tiers'];
  return new Map(
    Object.entries(isSchemaObject(tiers) ? tiers : {}).map(([tier, limits]) => [
      tier,
      new Map([...numbersOf(limits)].map(([category, agreed]) => [category, toAllowance(category, agreed)])),
    ]),
  );
};

const numbersOf = (value: unknown): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(isSchemaObject(value) ? value : {}).flatMap(([category, number]) =>
      typeof number === 'number' ? [[category, number] as const] : [],
    ),
  );
