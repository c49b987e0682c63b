import type { Assumed } from '../assumptions/assumed.ts';
import type { EmittedEvent } from '../message/event.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import type { Reading, UnitOfWork } from './unit-of-work.ts';

/** The isolated world of one organization: everything that its calls can change. */
export interface Sandbox {
  readonly id: string;
  /** UUID of the organization that it belongs to. */
  readonly organization: string;
  readonly clock: SandboxClock;
  /** Where it differs from what is chosen; to move a switch is to put another one in its place. */
  assumed: Assumed;
  readonly read: <T>(work: (reading: Reading) => Promise<T>) => Promise<T>;
  /**
   * All of it or nothing. Events that the work emitted are told to the listener once they are kept; whoever wants to
   * know them too hands in a list for them.
   */
  readonly transact: <T>(work: (unit: UnitOfWork) => Promise<T>, emitted?: EmittedEvent[]) => Promise<T>;
  /**
   * Runs the jobs that are due by now, in order; undefined when there is nothing to wait for. Outbound tasks are only sent on
   * their way: no request waits for the world outside.
   */
  readonly catchUp: () => Promise<readonly FiredJob[]> | undefined;
  /** Moves the clock forward, running each job at its own instant on the way; outbound tasks are waited for. */
  readonly advance: (to: number) => Promise<readonly FiredJob[]>;
  /** Resolves when nothing is due and no outbound task under way; true when there was something to wait for. */
  readonly idle: () => Promise<boolean>;
  /** Reads anew what is to be done: after data was put in place by other means. */
  readonly refresh: () => Promise<void>;
  /** Sends no more outbound tasks on their way, and waits so many milliseconds for those that are. */
  readonly finish: (timeout: number) => Promise<void>;
  /** No timer of this sandbox fires any more; outbound tasks under way are given up. */
  readonly close: () => void;
}

export interface FiredJob {
  readonly kind: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** Types of the events that it caused, in order. */
  readonly events: readonly string[];
}

export type FanOut = (work: UnitOfWork, event: EmittedEvent, organization: string) => Promise<void>;
