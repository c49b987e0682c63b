import type { Assumed } from '../assumptions/register.ts';
import type { InTurn } from '../../kernel/turns.ts';
import type { RunInSlices } from '../../kernel/time-slices.ts';
import type { EmittedEvent } from '../message/message.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import type { Reading, UnitOfWork } from './unit-of-work.ts';
import type { Caller } from '../ports/ports.ts';

/** The isolated state of one organization: everything that its calls can change. */
export interface Sandbox {
  readonly id: string;
  /** UUID of the organization that owns it. */
  readonly organization: string;
  readonly clock: SandboxClock;
  /** Differences from the default assumptions; changing a switch replaces the object. */
  assumed: Assumed;
  readonly read: <T>(work: (reading: Reading) => T | Promise<T>) => Promise<T>;
  /**
   * Runs an atomic transaction. The listener gets the emitted events after the commit; callers that need them too pass
   * a list.
   */
  readonly transact: <T>(work: (unit: UnitOfWork) => T | Promise<T>, emitted?: EmittedEvent[]) => Promise<T>;
  /** Runs long work in slices, one after another; throws 503 if too much is waiting. */
  readonly inSlices: RunInSlices;
  /** The same for work that others do, such as a worker. */
  readonly inTurn: InTurn;
  /**
   * Runs the jobs that are due now, in order; undefined if there is nothing to wait for. Outbound tasks are only
   * started: no request waits for external I/O.
   */
  readonly catchUp: () => Promise<readonly FiredJob[]> | undefined;
  /** Moves the clock forward, running each job at its own instant; outbound tasks are awaited. */
  readonly advance: (to: number) => Promise<readonly FiredJob[]>;
  /** Resolves when nothing is due and no outbound task is running; true if there was something to wait for. */
  readonly idle: () => Promise<boolean>;
  /** Reloads the due jobs, after data was changed by other means. */
  readonly refresh: () => Promise<void>;
  /** Outbound tasks that this process is running, or has claimed. */
  readonly outboundTasksInProgress: () => number;
  /** Starts no more outbound tasks, and waits up to `timeout` milliseconds for running ones. */
  readonly finish: (timeout: number) => Promise<void>;
  /** Cancels the timers; running outbound tasks are aborted. Resolves when the job that is running has ended. */
  readonly close: () => Promise<void>;
}

export interface FiredJob {
  readonly kind: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** Types of the events that it caused, in order. */
  readonly events: readonly string[];
}

/** The owner of a sandbox: an organization, with the properties that its fixtures are selected by. */
export interface SandboxOwner {
  /** Name of the sandbox. */
  readonly sandbox: string;
  /** UUID of the organization. */
  readonly uuid: string;
}

/**
 * The sandbox of a call: that of the caller's organization, or, for a public operation, the one that its link refers
 * to. Undefined where there is no state.
 */
export type FindSandbox = (
  exchange: { readonly pathParameters: Readonly<Record<string, string>> },
  caller: Caller | undefined,
) => Sandbox | undefined | Promise<Sandbox | undefined>;
