import type { After } from '../../kernel/timers.ts';
import { isDoneWithin } from '../../kernel/wait-until.ts';
import type { Observer } from '../ports/ports.ts';
import type { TransactAt } from './create-unit-of-work.ts';
import { createJobWork } from './job-handlers.ts';
import { type Job, jobs } from './job.ts';
import type { OutboundTaskLimits, OutboundTasks } from './outbound-task.ts';
import type { FiredJob, Sandbox } from './sandbox.ts';
import { createSemaphore } from './semaphore.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/**
 * Executes the outbound tasks of one sandbox: claimed ones in the background, or a batch that is due at one instant.
 */
export const createOutboundTaskRunner = (parts: {
  readonly outboundTasks: OutboundTasks;
  readonly limits: OutboundTaskLimits;
  readonly slots: OutboundSlots;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  readonly sandbox: () => Sandbox;
  readonly transactAt: TransactAt;
}) => {
  const { outboundTasks, limits, slots, observer, sandbox } = parts;
  const runJob = createJobWork(parts);
  const queue = createOutboundTaskQueue(limits, (job) => outboundTaskOf(job).slowDestinationOf?.(job, sandbox()));
  let abort = new AbortController();
  let closed = false;
  let underWay = 0;
  let idleListeners: (() => void)[] = [];

  const outboundTaskOf = (job: Job) => {
    const outboundTask = outboundTasks[job.kind];
    if (outboundTask === undefined) throw new Error(`"${job.kind}" is no outbound task`);
    return outboundTask;
  };

  /** Executes a task; returns what commits its result, undefined if it was given up. */
  const goOut = async (job: Job, isSlow = false): Promise<((unit: UnitOfWork) => Promise<void>) | undefined> => {
    const { signal } = abort;
    const { id } = sandbox();
    const isGivenUp = (): boolean => signal.aborted;
    await slots.acquire(id, isSlow);
    try {
      if (isGivenUp()) return undefined;
      const task = await sandbox().read((reading) => outboundTaskOf(job).prepare(reading, job, sandbox()));
      const report = await task?.(signal);
      if (isGivenUp()) return undefined;
      return async (unit) => {
        const isWanted = takeAway(unit, job);
        await report?.(unit, isWanted);
      };
    } catch (error) {
      if (isGivenUp()) return undefined;
      return () => {
        throw error;
      };
    } finally {
      slots.release(id, isSlow);
    }
  };

  const run = async ({ job, ...task }: Queued): Promise<void> => {
    const { signal } = abort;
    try {
      const commit = await goOut(job, task.slowDestination !== undefined);
      if (commit !== undefined) await runJob(job, undefined, commit);
    } catch (error) {
      if (!signal.aborted) observer.failed(error, '');
    }
    queue.leave(task);
    end();
  };

  const end = (): void => {
    underWay -= 1;
    dispatch();
    if (!isIdle()) return;
    const listeners = idleListeners;
    idleListeners = [];
    for (const listener of listeners) listener();
  };

  const dispatch = (): void => {
    while (!closed && underWay < limits.perSandbox + limits.forIdleKeys) {
      const next = queue.next(underWay < limits.perSandbox ? undefined : 'idle lanes');
      if (next === undefined) return;
      underWay += 1;
      void run(next);
    }
  };

  const giveUp = (): void => {
    queue.clear();
    abort.abort();
  };

  const isIdle = (): boolean => underWay === 0 && queue.isEmpty();
  const whenIdle = (): Promise<void> =>
    isIdle() ? Promise.resolve() : new Promise((resolve) => idleListeners.push(resolve));

  return {
    /** Runs a claimed job when there is capacity. */
    add: (job: Job) => {
      // What was claimed before its transaction knew of the end is left to the next home.
      if (closed) return;
      queue.add(outboundTaskOf(job).concurrencyKeyOf(job), job);
      dispatch();
    },
    /** Executes claimed jobs concurrently, and then commits their results in order, all at one instant. */
    runTogether: async (wave: readonly Job[], at: number): Promise<readonly FiredJob[]> => {
      underWay += 1;
      try {
        const outcomes = await Promise.all(wave.map(async (job) => ({ job, commit: await goOut(job) })));
        const fired: FiredJob[] = [];
        for (const { job, commit } of outcomes) if (commit !== undefined) fired.push(await runJob(job, at, commit));
        return fired;
      } finally {
        end();
      }
    },
    isIdle,
    /** Tasks that are running, or claimed and waiting for their turn. */
    inProgress: (): number => underWay + queue.size(),
    whenIdle,
    /** Aborts running tasks and clears the queue: the store is the only record of what is to be done. */
    reset: () => {
      giveUp();
      abort = new AbortController();
    },
    /** Starts no more tasks, and waits up to `timeout` milliseconds for running ones. */
    finish: async (timeout: number) => {
      closed = true;
      queue.clear();
      if (!isIdle() && !(await isDoneWithin(parts.after, timeout, whenIdle()))) giveUp();
    },
    /** Aborts running tasks; their results are not committed. */
    close: () => {
      closed = true;
      giveUp();
    },
  };
};

/** Removes a job; true if it still had to be done. */
const takeAway = (unit: UnitOfWork, { id, dueAt }: Job): boolean => {
  const job = unit.get(jobs, id);
  if (job?.isClaimed !== true || job.dueAt !== dueAt) return false;
  unit.cancel(id);
  return true;
};

/** Slots for outbound tasks, shared by all sandboxes of a server. */
export type OutboundSlots = ReturnType<typeof createOutboundSlots>;

/**
 * `slow`: how many of them tasks with a slow destination may hold. `share`: the fraction of the free slots that one sandbox may
 * hold: alone 25; beside twelve sandboxes whose receivers hang, another one still has five or more.
 */
const SLOT_LIMITS = { inAll: 200, slow: 50, share: 1 / 7 };

export const createOutboundSlots = ({ inAll, slow, share } = SLOT_LIMITS) => {
  const all = createSemaphore(inAll, share);
  const slowOnes = createSemaphore(slow, share);
  return {
    /** Waits for a slot. */
    acquire: async (sandbox: string, isSlow: boolean) => {
      if (isSlow) await slowOnes.acquire(sandbox);
      await all.acquire(sandbox);
    },
    release: (sandbox: string, isSlow: boolean) => {
      all.release(sandbox);
      if (isSlow) slowOnes.release(sandbox);
    },
    heldBy: all.heldBy,
  };
};

export interface Queued {
  readonly concurrencyKey: string;
  readonly job: Job;
  /** Undefined unless the task started with a destination that is slow. */
  readonly slowDestination?: string | undefined;
}

/** Queue of claimed outbound tasks: FIFO within a concurrency key, round-robin between concurrency keys. */
export const createOutboundTaskQueue = (
  limits: Pick<OutboundTaskLimits, 'perKey' | 'slow'>,
  slowDestinationOf: (job: Job) => string | undefined = () => undefined,
) => {
  /** In round-robin order. */
  const waiting = new Map<string, Job[]>();
  const underWay = new Map<string, number>();
  const slowUnderWay = new Set<string>();

  const mayStart = (busy: number, slowDestination: string | undefined, only: 'idle lanes' | undefined): boolean => {
    if (slowDestination === undefined) return busy < (only === undefined ? limits.perKey : 1);
    return busy === 0 && !slowUnderWay.has(slowDestination) && slowUnderWay.size < limits.slow;
  };

  return {
    add: (concurrencyKey: string, job: Job) => {
      const jobs = waiting.get(concurrencyKey);
      if (jobs === undefined) waiting.set(concurrencyKey, [job]);
      else jobs.push(job);
    },
    /**
     * Removes and returns the next task whose concurrency key has capacity (or, with `only`, has no running task) and
     * counts it as running. Undefined if there is none.
     */
    next: (only?: 'idle lanes'): Queued | undefined => {
      for (const [concurrencyKey, jobs] of waiting) {
        const [job] = jobs;
        const busy = underWay.get(concurrencyKey) ?? 0;
        const slowDestination = job === undefined ? undefined : slowDestinationOf(job);
        if (!mayStart(busy, slowDestination, only)) continue;
        jobs.shift();
        // Moves the key to the end of the order, or removes it if it has no more jobs.
        waiting.delete(concurrencyKey);
        if (jobs.length > 0) waiting.set(concurrencyKey, jobs);
        if (job === undefined) continue;
        underWay.set(concurrencyKey, busy + 1);
        if (slowDestination !== undefined) slowUnderWay.add(slowDestination);
        return { concurrencyKey, job, slowDestination };
      }
      return undefined;
    },
    /** Releases the capacity of a finished task. */
    leave: ({ concurrencyKey, slowDestination }: Omit<Queued, 'job'>) => {
      const busy = (underWay.get(concurrencyKey) ?? 0) - 1;
      if (busy > 0) underWay.set(concurrencyKey, busy);
      else underWay.delete(concurrencyKey);
      if (slowDestination !== undefined) slowUnderWay.delete(slowDestination);
    },
    clear: () => {
      waiting.clear();
    },
    isEmpty: (): boolean => waiting.size === 0,
    /** Tasks that have not been removed. */
    size: () => [...waiting.values()].reduce((sum, { length }) => sum + length, 0),
  };
};
