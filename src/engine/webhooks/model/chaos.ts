import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Reading } from '../../sandbox/unit-of-work.ts';
import type { DeliveryRule } from './delivery-rule.ts';

/** The chaos rules in force, and who set them. */
export interface RulesInForce {
  /** `scenario receiver-down`, or `control API`. */
  readonly by: string;
  /** Start, in milliseconds on the sandbox clock. */
  readonly since: number;
  /** Seed of their random numbers. */
  readonly chance: string;
  readonly rules: readonly DeliveryRule[];
}

/** The chaos applied to an attempt, as the control API shows it. */
export interface AppliedChaos {
  readonly by: string;
  /** `outcome 500`, `signature stale` ... */
  readonly did: readonly string[];
}

/**
 * The rules of a sandbox; synchronous and without a lookup while there are none. Called within a read, so it must not
 * begin another.
 */
export type FindRules = (
  sandbox: Sandbox,
  reading: Reading,
) => readonly RulesInForce[] | Promise<readonly RulesInForce[]>;

/** Rules that the control API has set for one webhook endpoint; stored and removed with it. */
export type EndpointChaos = Omit<RulesInForce, 'by'>;

export const BY_CONTROL_API = 'control API';
