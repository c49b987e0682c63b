import type { Job } from './job.ts';
import type { Sandbox } from './sandbox.ts';
import type { Reading, UnitOfWork } from './unit-of-work.ts';

/**
 * A kind of job that talks to the world outside, which no transaction may wait for. It runs between two of them: the job
 * is taken, the task made, and what came of it written down, which also ends the job. A crash in between leaves the job
 * taken, and the next start puts it back: at least once, never lost.
 */
export interface OutboundTask {
  /** Outbound tasks of one concurrency key share a limit of those under way at once, so that a slow one holds up its own kind only. */
  readonly concurrencyKeyOf: (job: Job) => string;
  /** What is to be done, as things stand now; undefined when there is nothing to do any more. */
  readonly prepare: (reading: Reading, job: Job, sandbox: Sandbox) => Promise<ExecuteTask | undefined>;
  /** Hears that what came of an task is kept. */
  readonly kept?: (sandbox: Sandbox) => void;
}

/** Happens outside of any transaction, and may be told to give up: then it throws, and is made again another time. */
export type ExecuteTask = (signal: AbortSignal) => Promise<CommitTask>;

/** Writes down what came of an task. `isWanted` is false when the job was cancelled or put elsewhere meanwhile. */
export type CommitTask = (work: UnitOfWork, isWanted: boolean) => Promise<void>;

/** By kind of job; kinds that are not here are handled in a transaction. */
export type OutboundTasks = Readonly<Record<string, OutboundTask>>;

/** How many outbound tasks may be under way at once. */
export interface OutboundTaskLimits {
  readonly perKey: number;
  readonly perSandbox: number;
  /** Beyond that, for concurrency keys with nothing under way: slow concurrency keys that fill a sandbox do not hold up the others. */
  readonly forIdleKeys: number;
}

export const OUTBOUND_TASK_LIMITS: OutboundTaskLimits = { perKey: 5, perSandbox: 20, forIdleKeys: 5 };

/** In all sandboxes of the server. */
export const OUTBOUND_TASKS_IN_SERVER = 200;
