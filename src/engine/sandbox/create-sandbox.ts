import { type Assumed, NOTHING_ASSUMED } from '../assumptions/assumed.ts';
import type { Observer } from '../ports/ports.ts';
import { NO_PAUSE, atOnce } from '../../kernel/time-slices.ts';
import type { After } from '../../kernel/timers.ts';
import type { EmittedEvent } from '../message/event.ts';
import type { ChangeWatch } from './change-watch.ts';
import { type CommitEffects, type WorkParts, createReading, createUnitOfWork } from './create-unit-of-work.ts';
import { type OutboundSlots, createOutboundSlots } from './outbound-slots.ts';
import { OUTBOUND_TASK_LIMITS, type OutboundTaskLimits, type OutboundTasks } from './outbound-task.ts';
import { createOutboundTaskRunner } from './outbound-task-runner.ts';
import { CLAIMED, type Job, jobs } from './job.ts';
import type { JobHandlers } from './job-handlers.ts';
import { createJobRunner } from './job-runner.ts';
import type { Quota } from './quota.ts';
import { type SandboxClock, checkForward } from './sandbox-clock.ts';
import type { SlicedWork } from './sliced-work.ts';
import type { FanOut, FiredJob, Sandbox } from './sandbox.ts';
import { STORE_AGAIN, toStorageProblem } from './storage-problem.ts';
import type { Replica } from './replica.ts';
import { STATE, type SandboxState, states } from './sandbox-state.ts';
import type { SharedAccess } from './shared-access.ts';
import type { Store, StoreReader } from './store.ts';
import { isElsewhere, releaseHeld, releaseOrphaned } from './claim-outbound-tasks.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export interface SandboxParts {
  readonly id: string;
  readonly organization: string;
  readonly seed: string;
  readonly clock: SandboxClock;
  readonly store: Store;
  readonly quota: Quota;
  readonly assumed?: Assumed;
  /** See {@link UnitOfWork}; if omitted, empty. */
  readonly publicPath?: string;
  readonly handlers: JobHandlers;
  readonly outboundTasks?: OutboundTasks;
  readonly outboundTaskLimits?: OutboundTaskLimits;
  /** Limits outbound tasks across all sandboxes of a server. */
  readonly slots?: OutboundSlots;
  /** Long works of requests; if omitted, each runs at once. */
  readonly slicedWork?: SlicedWork;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  /** Determines the recipients of an event, in the same transaction. */
  readonly fanOut?: FanOut;
  /** Called with the events after the commit. */
  readonly emitted?: (sandbox: Sandbox, events: readonly EmittedEvent[]) => void;
  readonly changes?: Pick<ChangeWatch, 'isWatched' | 'tell'>;
  /** Undefined where the store is this process's own. */
  readonly shared?: SharedAccess | undefined;
  readonly replica?: Replica | undefined;
  /** The process that moves the clock at the moment. */
  readonly movedBy?: string | undefined;
  /** Persists the clock, which other processes then have too. */
  readonly keepClock?: (sandbox: Sandbox, isMoving: boolean) => Promise<void>;
  /** Called after the commit of a change to the organization; the call awaits it. */
  readonly organizationChanged?: (sandbox: Sandbox) => Promise<void>;
}

/** A sandbox that follows what other processes do with it. */
export interface FollowingSandbox extends Sandbox {
  /** Under the lock: takes over clock and due jobs from a reader of the present data. */
  readonly takeOver: (reader: StoreReader) => Promise<void>;
  /** Runs a move of the clock, in several steps perhaps, when no other process moves it. */
  readonly inMove: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs what is due, after the jobs of processes that have ended were released. */
  readonly runOrphaned: () => Promise<void>;
}

const NO_RECIPIENTS = Promise.resolve();

const directly = <T>(work: () => T): T => work();

const always = (): boolean => true;

/** Milliseconds between two looks at what other processes are doing. */
const LOOK = 50;

const NO_LIMIT: Quota = { documents: Infinity, bytes: Infinity };

/** Timers are limited to 2^31 ms; checking again once a day is sufficient. */
const NOTHING_FIRED: Promise<readonly FiredJob[]> = Promise.resolve([]);

const LONGEST_NAP = 86_400_000;

export const createSandbox = (parts: SandboxParts): FollowingSandbox => {
  const { id, organization, seed, clock, store, outboundTasks = {}, after, observer, changes } = parts;
  const { outboundTaskLimits = OUTBOUND_TASK_LIMITS, slots = createOutboundSlots(), shared, replica } = parts;
  const release = shared?.release ?? directly;
  const takesJobs = replica?.takesJobs ?? always;
  const pauses = parts.slicedWork?.pauses ?? (() => NO_PAUSE);
  let nextDue = Infinity;
  let timer: { readonly cancel: () => void } | undefined;
  let closed = false;
  let advancing = false;
  /** A move of the clock goes on, in one step or several. */
  let isMoving = false;
  /** This process has told the others that it is advancing. */
  let hasMark = false;
  /** Another process that is advancing. */
  let { movedBy } = parts;
  /** Due jobs wait for the disk. */
  let isPostponed = false;
  let turn: Promise<unknown> = Promise.resolve();
  /** Numbers of the latest turn, and of the latest that is over. */
  let turns = 0;
  let ended = 0;
  let catchingUp: Promise<readonly FiredJob[]> | undefined;

  /** Work that no request has asked for, under a lock of its own where several processes use the store. */
  const onItsOwn = <T>(work: () => Promise<T>): Promise<T> =>
    shared === undefined
      ? work()
      : shared.apart(() =>
          shared.hold(async () => {
            await shared.enter(id);
            return work();
          }),
        );

  const firstDue = () => store.read(id, (reader) => reader.first(jobs.name, 'due')) as Promise<Job | undefined>;

  const readState = () =>
    store.read(id, (reader) => reader.get(states.name, STATE)) as Promise<SandboxState | undefined>;

  const readNextDue = async (): Promise<void> => {
    nextDue = (await firstDue())?.dueAt ?? Infinity;
    wind();
  };

  /** Sets the timer for the next due job. A frozen clock fires only jobs that are already due. */
  const wind = (): void => {
    if (isPostponed) return;
    timer?.cancel();
    timer = undefined;
    if (closed || advancing || nextDue === Infinity || !takesJobs()) return;
    if (clock.setting().kind === 'frozen' && nextDue > clock.now()) return;
    const wait = Math.min(LONGEST_NAP, Math.max(0, nextDue - clock.now()));
    timer = after(wait, () => {
      if (closed || !takesJobs()) return;
      const work = nextDue <= clock.now() ? catchUpAlone() : undefined;
      if (work === undefined) wind();
      else work.catch(failed);
    });
  };

  const catchUpAlone = (): Promise<unknown> | undefined =>
    shared === undefined
      ? catchUp()
      : onItsOwn(async () => {
          if (closed) return;
          await catchUp();
          // Another process was faster, or does it at this moment.
          wind();
        });

  /** While the disk fails, jobs wait, and requests that only read are served. */
  const failed = (error: unknown): void => {
    observer.failed(error, '');
    if (toStorageProblem(error) === undefined || isPostponed || closed) return;
    isPostponed = true;
    timer?.cancel();
    timer = after(STORE_AGAIN, () => {
      isPostponed = false;
      // Claimed jobs whose outcome could not be stored would otherwise wait for a restart.
      if (!closed) onItsOwn(sandbox.refresh).catch(failed);
    });
  };

  const workParts: WorkParts = {
    seed,
    fanOut: (unit, event) => parts.fanOut?.(unit, event, organization) ?? NO_RECIPIENTS,
    get assumed() {
      return sandbox.assumed;
    },
    publicPath: parts.publicPath,
    pauses,
  };

  /** Internal work has no quota: there is no client to reject. */
  const transactAt = async <T>(
    now: number | undefined,
    work: (unit: UnitOfWork) => Promise<T>,
    traces: CommitEffects,
    quota = NO_LIMIT,
  ) => {
    const result = await store.transact(id, (transaction) => {
      // Here, since a store may run the work again.
      traces.changes = changes?.isWatched(organization) === true ? [] : undefined;
      return work(createUnitOfWork(transaction, now ?? clock.now(), workParts, traces, quota));
    });
    if (traces.changes !== undefined && traces.changes.length > 0)
      changes?.tell({ kind: 'changed', sandbox, changes: traces.changes });
    if (traces.jobsChanged) await readNextDue();
    if (traces.organizationChanged === true) await parts.organizationChanged?.(sandbox);
    if (traces.emitted.length > 0) parts.emitted?.(sandbox, traces.emitted);
    return result;
  };

  const outboundTaskRunner = createOutboundTaskRunner({
    ...parts,
    observer: { failed },
    outboundTasks,
    limits: outboundTaskLimits,
    slots,
    sandbox: () => sandbox,
    transactAt,
  });

  const runner = createJobRunner({
    ...parts,
    observer: { failed },
    outboundTasks,
    outboundTaskLimits,
    outboundTaskRunner,
    firstDue,
    transactAt,
    isClosed: () => closed,
    beforeLeaving: shared && (() => mark()),
    pauses,
  });

  /** Tells other processes that this one moves the clock, before they can have the sandbox. */
  const mark = async (): Promise<void> => {
    hasMark = true;
    await parts.keepClock?.(sandbox, true);
  };

  /** Whether this process, or any other, has outbound tasks of the sandbox under way. */
  const isIdle = async (): Promise<boolean> => outboundTaskRunner.isIdle() && !(await isBusyElsewhere());

  const isBusyElsewhere = async (): Promise<boolean> => {
    if (replica === undefined) return false;
    const claimed = (await store.read(id, (reader) => reader.find(jobs.name, CLAIMED))) as readonly Job[];
    return claimed.some((job) => isElsewhere(job, replica));
  };

  const whenIdle = async (): Promise<void> => {
    if (!outboundTaskRunner.isIdle()) await release(outboundTaskRunner.whenIdle);
    while (!closed && (await isBusyElsewhere())) await release(nextLook);
  };

  const nextLook = (): Promise<void> => new Promise((resolve) => after(LOOK, resolve));

  /** Serializes work, so that concurrent calls of advance and catchUp do not run a job twice. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const former = turn;
    // Unlocks only for a turn that is not over: to lock again costs a round trip.
    const mine = ++turns;
    const result =
      shared === undefined || ended === mine - 1 ? former.then(work, work) : release(() => former).then(work);
    turn = result
      .catch(() => undefined)
      .then(() => {
        ended = mine;
      });
    return result;
  };

  const isMovedElsewhere = (): boolean =>
    movedBy !== undefined && movedBy !== replica?.id && replica?.isAlive(movedBy) === true;

  const catchUp = (): Promise<readonly FiredJob[]> | undefined => {
    // While advancing, the state is what the advance has reached; waiting would deadlock a receiver that calls back.
    if (advancing || isPostponed || nextDue > clock.now() || isMovedElsewhere()) return undefined;
    // Of another exchange, which may wait for the lock of this one.
    if (catchingUp !== undefined && shared !== undefined) return release(() => catchingUp ?? NOTHING_FIRED);
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
      if (advancing) await release(() => turn);
      // What others have left to do is known only then.
      if (shared !== undefined) await isBusyElsewhere();
      const work = catchUp();
      if (closed || isPostponed || (work === undefined && (await isIdle()))) return waited;
      await work;
      if (!takesJobs()) await release(nextLook);
      await whenIdle();
    }
  };

  const sandbox: FollowingSandbox = {
    id,
    organization,
    clock,
    assumed: parts.assumed ?? NOTHING_ASSUMED,
    read: (work) => store.read(id, (reader) => work(createReading(reader, clock.now(), workParts))),
    transact: (work, emitted = []) => transactAt(undefined, work, { jobsChanged: false, emitted }, parts.quota),
    inSlices: parts.slicedWork?.of(id) ?? atOnce,
    catchUp,
    advance: (to) =>
      inTurn(async () => {
        checkForward(clock, to);
        advancing = true;
        try {
          if (isMoving && !(await isIdle())) await mark();
          await whenIdle();
          const fired = await runner.runUntil(to);
          clock.reach(to);
          return fired;
        } catch (error) {
          if (toStorageProblem(error) !== undefined) failed(error);
          throw error;
        } finally {
          if (hasMark && !closed) await parts.keepClock?.(sandbox, isMoving);
          hasMark = false;
          advancing = false;
          wind();
        }
      }),
    idle: () =>
      untilIdle().catch((error: unknown) => {
        // Another process has replaced it meanwhile: its successor may have something to do.
        if (closed) return true;
        throw error;
      }),
    refresh: async () => {
      outboundTaskRunner.reset();
      await transactAt(undefined, (unit) => releaseHeld(unit, replica), { jobsChanged: true, emitted: [] });
    },
    inMove: async (work) => {
      if (shared === undefined) return work();
      while (!closed && isMovedElsewhere()) await release(() => new Promise<void>((resolve) => after(LOOK, resolve)));
      isMoving = true;
      try {
        return await work();
      } catch (error) {
        // With the mark nobody else could move it as long as this process runs.
        if (!closed && (await readState())?.movedBy !== undefined) await parts.keepClock?.(sandbox, false);
        throw error;
      } finally {
        isMoving = false;
      }
    },
    takeOver: async (reader) => {
      const state = (await reader.get(states.name, STATE)) as SandboxState | undefined;
      movedBy = state?.movedBy;
      if (state !== undefined && !advancing) clock.take(state.clock);
      nextDue = ((await reader.first(jobs.name, 'due')) as Job | undefined)?.dueAt ?? Infinity;
      wind();
    },
    runOrphaned: () =>
      onItsOwn(async () => {
        if (closed || replica?.takesJobs() !== true) return;
        await transactAt(undefined, (unit) => releaseOrphaned(unit, replica), { jobsChanged: true, emitted: [] });
        await catchUp();
      }),
    outboundTasksInProgress: outboundTaskRunner.inProgress,
    finish: (timeout) => outboundTaskRunner.finish(timeout),
    close: () => {
      closed = true;
      timer?.cancel();
      outboundTaskRunner.close();
    },
  };
  return sandbox;
};
