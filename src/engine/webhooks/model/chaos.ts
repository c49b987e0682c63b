import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Reading } from '../../sandbox/unit-of-work.ts';
import type { DeliveryRule } from './delivery-rule.ts';

/** Rules for deliveries that count now, and who wants them so. */
export interface RulesInForce {
  /** `scenario receiver-down`, or `control API`. */
  readonly by: string;
  /** Since when, in milliseconds on the clock of the sandbox. */
  readonly since: number;
  /** Where their chance starts from. */
  readonly chance: string;
  readonly rules: readonly DeliveryRule[];
}

/** What was done to an attempt on purpose, as the control API tells it. */
export interface AppliedChaos {
  readonly by: string;
  /** `outcome 500`, `signature stale` ... */
  readonly did: readonly string[];
}

/**
 * The rules of a sandbox, at once and without looking anywhere while there are none. It is asked within a read, and
 * begins no other.
 */
export type FindRules = (
  sandbox: Sandbox,
  reading: Reading,
) => readonly RulesInForce[] | Promise<readonly RulesInForce[]>;

/** What the control API has set for one webhook endpoint; kept with it, and gone with it. */
export type EndpointChaos = Omit<RulesInForce, 'by'>;

export const BY_CONTROL_API = 'control API';
