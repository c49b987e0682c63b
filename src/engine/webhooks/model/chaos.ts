import { type TypeOf, instant, list, object, schemaOf, text } from '../../sandbox/record-schema.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Reading } from '../../sandbox/unit-of-work.ts';
import type { DeliveryRule } from './delivery-rule.ts';

/** Chaos rules that the control API has set for one webhook endpoint; stored and removed with it. */
export const endpointChaos = object({
  /** Start, in milliseconds on the sandbox clock. */
  since: instant,
  /** Seed of their random numbers. */
  chance: text,
  rules: list(schemaOf<DeliveryRule>({ type: 'object' })),
});

export type EndpointChaos = TypeOf<typeof endpointChaos>;

/** The chaos rules in force, and who set them. */
export interface RulesInForce extends EndpointChaos {
  /** `scenario receiver-down`, or `control API`. */
  readonly by: string;
}

/** The chaos applied to an attempt, as the control API shows it. */
export const appliedChaos = object({
  by: text,
  /** `outcome 500`, `signature stale` ... */
  did: list(text),
});

export type AppliedChaos = TypeOf<typeof appliedChaos>;

/**
 * The rules of a sandbox; synchronous and without a lookup while there are none. Called within a read, so it must not
 * begin another.
 */
export type FindRules = (
  sandbox: Sandbox,
  reading: Reading,
) => readonly RulesInForce[] | Promise<readonly RulesInForce[]>;

export const BY_CONTROL_API = 'control API';
