import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';

/** What a simulator is about, by the names that the API gives these things. */
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
  /** Where it may happen; from anywhere else it is refused with 409. */
  readonly requires: string;
  /** Members of the target that it needs. */
  readonly needs: readonly (keyof Target)[];
  /** Members of the target that it takes besides. */
  readonly takes: readonly (keyof Target)[];
  readonly run: (work: UnitOfWork, target: Target) => Promise<void>;
}
