import type { JobKind } from './job-handlers.ts';
import type { Job } from './job.ts';
import type { Sandbox } from './sandbox.ts';
import type { Reading, UnitOfWork } from './unit-of-work.ts';

/**
 * A kind of job that performs external I/O, which no transaction may wait for. It runs between two transactions: the
 * job is claimed, the task is executed, and its result is committed, which also ends the job. After a crash in between,
 * the job is still claimed, and the next startup releases it: at-least-once execution.
 */
export interface OutboundTask extends JobKind {
  /**
   * Tasks with the same concurrency key share a concurrency limit, so that a slow one delays only tasks with its own
   * key.
   */
  readonly concurrencyKeyOf: (job: Job) => string;
  /**
   * The destination of a task if it has been slow, so that few tasks wait for it; several concurrency keys may share
   * one.
   */
  readonly slowDestinationOf?: (job: Job, sandbox: Sandbox) => string | undefined;
  /** Prepares the task from the current state; undefined if it is no longer necessary. */
  readonly prepare: (reading: Reading, job: Job, sandbox: Sandbox) => Promise<ExecuteTask | undefined>;
}

/** Executes the task outside of any transaction. If aborted, it throws, and the task is retried later. */
export type ExecuteTask = (signal: AbortSignal) => Promise<
  /** Commits the result of the task. `isWanted` is false if the job was cancelled or rescheduled in the meantime. */
  (work: UnitOfWork, isWanted: boolean) => void | Promise<void>
>;

/** By kind of job; other kinds are handled in a transaction. */
export type OutboundTasks = Readonly<Record<string, OutboundTask>>;

/**
 * Limits on concurrent outbound tasks. `forIdleKeys`: additional capacity for concurrency keys without running tasks, so that
 * slow keys that fill a sandbox do not block others. `slow`: slow destinations with a running task; each has one at most.
 */
export const OUTBOUND_TASK_LIMITS = { perKey: 5, perSandbox: 20, forIdleKeys: 5, slow: 5 };

export type OutboundTaskLimits = Readonly<typeof OUTBOUND_TASK_LIMITS>;

/** Limits under which a sandbox has at most `count` outbound tasks in progress; some are for idle keys only. */
export const toTaskLimits = (count: number): OutboundTaskLimits => {
  const { perKey, slow, forIdleKeys: most } = OUTBOUND_TASK_LIMITS;
  const forIdleKeys = Math.min(most, Math.floor(count / 5));
  const perSandbox = count - forIdleKeys;
  return { perKey: Math.min(perKey, perSandbox), perSandbox, forIdleKeys, slow };
};
