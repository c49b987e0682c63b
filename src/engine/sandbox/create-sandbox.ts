import type { Assumed } from '../assumptions/register.ts';
import { andThen } from '../../kernel/and-then.ts';
import { type CommitEffects, SandboxReading, SandboxWork, type WorkParts } from './create-unit-of-work.ts';
import { createTurns } from '../../kernel/turns.ts';
import { type OutboundSlots, createOutboundTaskRunner } from './outbound-task-runner.ts';
import type { OutboundTaskLimits, OutboundTasks } from './outbound-task.ts';
import { type Job, jobs } from './job.ts';
import { createJobRunner, releaseHeld } from './job-runner.ts';
import type { Quota } from './quota.ts';
import { checkForward, type SandboxClock } from './sandbox-clock.ts';
import type { FiredJob, Sandbox } from './sandbox.ts';
import { toStorageProblem, STORE_AGAIN } from './storage-problem.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import type { Observer } from '../ports/ports.ts';
import type { After, Timer } from '../../kernel/timers.ts';
import type { EmittedEvent } from '../message/message.ts';
import type { ChangeWatch } from './change-watch.ts';
import type { JobHandlers } from './job-handlers.ts';
import type { SlicedWork } from './sliced-work.ts';
import type { Store, StoreReader } from './store.ts';

export interface SandboxParts {
  readonly id: string;
  readonly organization: string;
  readonly seed: string;
  readonly clock: SandboxClock;
  readonly store: Store;
  readonly quota: Quota;
  readonly assumed: Assumed;
  /** The path of the public address, as a unit of work sees it. */
  readonly publicPath: string;
  readonly handlers: JobHandlers;
  readonly outboundTasks: OutboundTasks;
  readonly outboundTaskLimits: OutboundTaskLimits;
  /** Limits outbound tasks across all sandboxes of a server. */
  readonly slots: OutboundSlots;
  /** Long works of requests. */
  readonly slicedWork: SlicedWork;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  /** Determines the recipients of an event, in the same transaction. */
  readonly fanOut: (work: UnitOfWork, event: EmittedEvent, organization: string) => void;
  /** Called with the events after the commit. */
  readonly emitted: (sandbox: Sandbox, events: readonly EmittedEvent[]) => void;
  readonly changes: Pick<ChangeWatch, 'isWatched' | 'tell'>;
  /** Called after the commit of a change to the organization; the call awaits it. */
  readonly organizationChanged: (sandbox: Sandbox) => Promise<void>;
}

export const createSandbox = (parts: SandboxParts): Sandbox => {
  const { id, organization, seed, clock, store, outboundTasks, after, observer, changes, slicedWork } = parts;
  const { outboundTaskLimits: limits, slots } = parts;
  const { pauses } = slicedWork;
  let closed = false;
  /** Moves of the clock that go on, or wait for their turn. */
  let moves = 0;
  let catchingUp: Promise<readonly FiredJob[]> | undefined;

  const firstDueIn = (reader: StoreReader) => reader.lowest(jobs.name, 'due', 1)[0] as Job | undefined;
  const firstDue = () => store.read(id, firstDueIn);

  const timer = createDueTimer({
    clock,
    after,
    observer,
    mayRun: () => moves === 0,
    run: () => catchUp(),
    refresh: () => sandbox.refresh(),
  });
  const { failed } = timer;

  const workParts: WorkParts = {
    seed,
    fanOut: (unit, event) => {
      parts.fanOut(unit, event, organization);
    },
    get assumed() {
      return sandbox.assumed;
    },
    publicPath: parts.publicPath,
    pauses,
  };

  const transactAt = async <T>(
    now: number | undefined,
    work: (unit: UnitOfWork) => T | Promise<T>,
    traces: CommitEffects = { jobsChanged: true, emitted: [] },
    quota?: Quota,
  ) => {
    let nextDue: number | undefined;
    const result = await store.transact(id, (transaction) => {
      traces.changes = changes.isWatched(organization) ? [] : undefined;
      return andThen(work(new SandboxWork(transaction, now ?? clock.now(), workParts, traces, quota)), (done) => {
        if (traces.jobsChanged) nextDue = firstDueIn(transaction)?.dueAt ?? Infinity;
        return done;
      });
    });
    if (traces.changes !== undefined && traces.changes.length > 0)
      changes.tell({ kind: 'changed', sandbox, changes: traces.changes });
    if (nextDue !== undefined) timer.dueAt(nextDue);
    if (traces.organizationChanged === true) await parts.organizationChanged(sandbox);
    if (traces.emitted.length > 0) parts.emitted(sandbox, traces.emitted);
    return result;
  };

  const common = { ...parts, observer: { failed }, outboundTasks, limits, transactAt };
  const outboundTaskRunner = createOutboundTaskRunner({ ...common, slots, sandbox: () => sandbox });
  const runner = createJobRunner({ ...common, outboundTaskRunner, firstDue, isClosed: () => closed, pauses });

  const inTurn = createTurns();

  const catchUp = (): Promise<readonly FiredJob[]> | undefined => {
    if (!timer.isDue()) return undefined;
    // The state is what the move has reached; whoever waits for its end would deadlock a receiver that calls back.
    if (catchingUp === undefined && moves > 0) return undefined;
    catchingUp ??= inTurn(runner.runDue)
      .catch((error: unknown): readonly FiredJob[] => {
        if (toStorageProblem(error) === undefined) throw error;
        failed(error);
        return [];
      })
      .finally(() => {
        catchingUp = undefined;
      });
    return catchingUp;
  };

  const untilIdle = async (): Promise<boolean> => {
    for (let waited = false; ; waited = true) {
      if (moves > 0) await inTurn(() => Promise.resolve());
      const work = catchUp();
      if (closed || timer.isPostponed() || (work === undefined && outboundTaskRunner.isIdle())) return waited;
      await work;
      await outboundTaskRunner.whenIdle();
    }
  };

  const sandbox: Sandbox = {
    id,
    organization,
    clock,
    assumed: parts.assumed,
    read: (work) => store.read(id, (reader) => work(new SandboxReading(reader, clock.now(), workParts))),
    transact: (work, emitted = []) => transactAt(undefined, work, { jobsChanged: false, emitted }, parts.quota),
    inSlices: slicedWork.of(id),
    inTurn: (work) => slicedWork.hold(id, work),
    catchUp,
    advance: (to) => {
      moves += 1;
      const move = inTurn(async () => {
        checkForward(clock, to);
        try {
          await outboundTaskRunner.whenIdle();
          const fired = await runner.runUntil(to);
          clock.reach(to);
          return fired;
        } catch (error) {
          if (toStorageProblem(error) !== undefined) failed(error);
          throw error;
        }
      });
      return move.finally(() => {
        moves -= 1;
        timer.wind();
      });
    },
    idle: () =>
      untilIdle().catch((error: unknown) => {
        // It was replaced meanwhile: its successor may have something to do.
        if (closed) return true;
        throw error;
      }),
    refresh: async () => {
      outboundTaskRunner.reset();
      await transactAt(undefined, releaseHeld);
    },
    outboundTasksInProgress: outboundTaskRunner.inProgress,
    finish: (timeout) => outboundTaskRunner.finish(timeout),
    close: async () => {
      closed = true;
      timer.close();
      outboundTaskRunner.close();
      // Its failure is reported by whoever began it.
      await catchingUp?.catch(() => undefined);
    },
  };
  return sandbox;
};

/** Timers are limited to 2^31 ms; checking again once a day is sufficient. */
const LONGEST_NAP = 86_400_000;

/** Knows when the next job of a sandbox is due, and runs what is due by itself. */
const createDueTimer = ({
  clock,
  after,
  observer,
  mayRun,
  run,
  refresh,
}: Pick<SandboxParts, 'clock' | 'after' | 'observer'> & {
  /** False while the timer has to rest: another run of jobs is under way, or another process runs them. */
  readonly mayRun: () => boolean;
  /** Runs what is due; undefined if something else does at this moment. */
  readonly run: () => Promise<unknown> | undefined;
  /** Reads the jobs again, once the disk may be back. */
  readonly refresh: () => Promise<void>;
}) => {
  let nextDue = Infinity;
  let timer: Timer | undefined;
  let isClosed = false;
  /** Due jobs wait for the disk. */
  let isPostponed = false;

  /** A frozen clock fires only jobs that are already due. */
  const wind = (): void => {
    if (isPostponed) return;
    timer?.cancel();
    timer = undefined;
    if (isClosed || nextDue === Infinity || !mayRun()) return;
    if (clock.setting().kind === 'frozen' && nextDue > clock.now()) return;
    const wait = Math.min(LONGEST_NAP, Math.max(0, nextDue - clock.now()));
    timer = after(wait, () => {
      if (isClosed || !mayRun()) return;
      const work = nextDue <= clock.now() ? run() : undefined;
      if (work === undefined) wind();
      // It may have been a run that began earlier, for which what is due now was not due yet.
      else work.then(wind, failed);
    });
  };

  /** Reports a failure. While the disk fails, jobs wait, and requests that only read are served. */
  const failed = (error: unknown): void => {
    observer.failed(error, '');
    if (toStorageProblem(error) === undefined || isPostponed || isClosed) return;
    isPostponed = true;
    timer?.cancel();
    timer = after(STORE_AGAIN, () => {
      isPostponed = false;
      // Claimed jobs whose outcome could not be stored would otherwise wait for a restart.
      if (!isClosed) refresh().catch(failed);
    });
  };

  return {
    /** Whether a job is due, and jobs do not wait for the disk. */
    isDue: (): boolean => !isPostponed && nextDue <= clock.now(),
    isPostponed: (): boolean => isPostponed,
    /** Sets when the next job is due, on the clock of the sandbox; Infinity if there is none. */
    dueAt: (instant: number) => {
      nextDue = instant;
      wind();
    },
    /** Sets the timer again, after something has changed on which it depends. */
    wind,
    failed,
    close: () => {
      isClosed = true;
      timer?.cancel();
    },
  };
};
