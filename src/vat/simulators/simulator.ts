import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';

/** The target of a simulator, with the names of the API. */
export interface Target {
  readonly orderUuid?: string;
  readonly buyerUuid?: string;
  /** Prefix of VAT numbers, such as DE. */
  readonly country?: string;
  /** ISO 8601 duration. */
  readonly duration?: string;
  /** Text for events and blockers. */
  readonly reason?: string;
}

/**
 * A business outcome that a test needs but no client can cause. It uses the same code as the real event, including its
 * events, and is only possible in the states that allow it.
 */
export interface Simulator {
  readonly name: string;
  /** What running it does, as a verb phrase for a button. */
  readonly title: string;
  /** Its effect. */
  readonly summary: string;
  /** Precondition; 409 otherwise. */
  readonly requires: string;
  /** Required members of the target. */
  readonly needs: readonly (keyof Target)[];
  /** Optional members of the target. */
  readonly takes: readonly (keyof Target)[];
  readonly run: (work: UnitOfWork, target: Target) => void | Promise<void>;
}
