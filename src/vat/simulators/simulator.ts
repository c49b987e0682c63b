import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';

/** The target of a simulator, with the names of the API. */
export interface Target {
  readonly orderUuid?: string;
  readonly buyerUuid?: string;
  /** Prefix of VAT numbers, such as DE. */
  readonly country?: string;
  /** ISO 8601 duration. */
  readonly duration?: string;
  /** A sentence for events and blockers. */
  readonly reason?: string;
}

/**
 * A business outcome that a test needs and no client can bring about: it happens through the same code as it would by
 * itself, events and all, from the state where it may happen.
 */
export interface Simulator {
  readonly name: string;
  /** What happens. */
  readonly summary: string;
  /** When it is possible; otherwise it is refused with 409. */
  readonly requires: string;
  /** Required members of the target. */
  readonly needs: readonly (keyof Target)[];
  /** Optional members of the target. */
  readonly takes: readonly (keyof Target)[];
  readonly run: (work: UnitOfWork, target: Target) => Promise<void>;
}
