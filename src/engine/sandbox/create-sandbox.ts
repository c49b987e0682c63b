import { NOTHING_ASSUMED } from '../assumptions/assumed.ts';
import { NO_PAUSE, atOnce } from '../../kernel/time-slices.ts';
import { createClockMover } from './clock-mover.ts';
import { type CommitEffects, type WorkParts, createReading, createUnitOfWork } from './create-unit-of-work.ts';
import { createDueTimer } from './due-timer.ts';
import { holdSandbox } from './hold-sandbox.ts';
import { createOutboundSlots } from './outbound-slots.ts';
import { OUTBOUND_TASK_LIMITS } from './outbound-task.ts';
import { createOutboundTaskRunner } from './outbound-task-runner.ts';
import { CLAIMED, type Job, jobs } from './job.ts';
import { createJobRunner } from './job-runner.ts';
import type { Quota } from './quota.ts';
import { checkForward } from './sandbox-clock.ts';
import type { FiredJob, FollowingSandbox } from './sandbox.ts';
import { toStorageProblem } from './storage-problem.ts';
import { createReleasedTurns } from './released-turns.ts';
import type { SandboxParts } from './sandbox-parts.ts';
import { STATE, type SandboxState, states } from './sandbox-state.ts';
import { isElsewhere, releaseHeld, releaseOrphaned } from './claim-outbound-tasks.ts';
import type { UnitOfWork } from './unit-of-work.ts';

const NO_RECIPIENTS = Promise.resolve();

const directly = <T>(work: () => T): T => work();

const always = (): boolean => true;

/** Milliseconds between two looks at what other processes are doing. */
const LOOK = 50;

const NO_LIMIT: Quota = { documents: Infinity, bytes: Infinity };

const NOTHING_FIRED: Promise<readonly FiredJob[]> = Promise.resolve([]);

export const createSandbox = (parts: SandboxParts): FollowingSandbox => {
  const { id, organization, seed, clock, store, outboundTasks = {}, after, observer, changes } = parts;
  const { outboundTaskLimits = OUTBOUND_TASK_LIMITS, slots = createOutboundSlots(), shared, replica } = parts;
  const release = shared?.release ?? directly;
  const takesJobs = replica?.takesJobs ?? always;
  const pauses = parts.slicedWork?.pauses ?? (() => NO_PAUSE);
  let closed = false;
  let advancing = false;
  /** Moves of the clock that go on, or wait for their turn. */
  let moves = 0;
  let catchingUp: Promise<readonly FiredJob[]> | undefined;

  /** Work that no request has asked for, under a lock of its own where several processes use the store. */
  const onItsOwn = <T>(work: () => Promise<T>): Promise<T> =>
    shared === undefined
      ? work()
      : shared.apart(() =>
          holdSandbox(shared, id, async () => {
            await parts.entered?.(sandbox);
            return work();
          }),
        );

  const firstDue = () => store.read(id, (reader) => reader.first(jobs.name, 'due')) as Promise<Job | undefined>;

  const readState = () =>
    store.read(id, (reader) => reader.get(states.name, STATE)) as Promise<SandboxState | undefined>;

  const timer = createDueTimer({
    clock,
    after,
    observer,
    mayRun: () => moves === 0 && takesJobs(),
    run: () => catchUpAlone(),
    refresh: () => onItsOwn(sandbox.refresh),
  });
  const { failed } = timer;

  const readNextDue = async (): Promise<void> => {
    timer.dueAt((await firstDue())?.dueAt ?? Infinity);
  };

  const catchUpAlone = (): Promise<unknown> | undefined =>
    shared === undefined
      ? catchUp()
      : onItsOwn(async () => {
          if (!closed) await catchUp();
        });

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
    beforeLeaving: shared && (() => mover.mark()),
    pauses,
  });

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

  const turns = createReleasedTurns(shared?.release);

  const mover = createClockMover({
    movedBy: parts.movedBy,
    replica,
    keep: async (isMoving) => parts.keepClock?.(sandbox, isMoving),
    readMovedBy: async () => (await readState())?.movedBy,
    nextLook: () => release(nextLook),
    isClosed: () => closed,
    isShared: shared !== undefined,
  });

  const catchUp = (): Promise<readonly FiredJob[]> | undefined => {
    if (!timer.isDue() || mover.isElsewhere()) return undefined;
    // Of another exchange, which may wait for the lock of this one.
    if (catchingUp !== undefined && shared !== undefined) return release(() => catchingUp ?? NOTHING_FIRED);
    // The state is what the move has reached; whoever waits for its end would deadlock a receiver that calls back.
    if (catchingUp === undefined && moves > 0) return undefined;
    catchingUp ??= turns
      .take(runner.runDue)
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
      if (moves > 0) await release(turns.over);
      // What others have left to do is known only then.
      if (shared !== undefined) await isBusyElsewhere();
      const work = catchUp();
      if (closed || timer.isPostponed() || (work === undefined && (await isIdle()))) return waited;
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
    inTurn: (work) => parts.slicedWork?.hold(id, work) ?? work(),
    catchUp,
    advance: (to) => {
      moves += 1;
      const move = turns.take(async () => {
        checkForward(clock, to);
        advancing = true;
        try {
          if (mover.isMoving() && !(await isIdle())) await mover.mark();
          await whenIdle();
          const fired = await runner.runUntil(to);
          clock.reach(to);
          return fired;
        } catch (error) {
          if (toStorageProblem(error) !== undefined) failed(error);
          throw error;
        } finally {
          if (mover.hasMark()) await mover.unmark();
          advancing = false;
        }
      });
      // It may end without its turn, when the sandbox cannot be locked again.
      return move.finally(() => {
        moves -= 1;
        timer.wind();
      });
    },
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
    inMove: mover.inMove,
    takeOver: async (reader) => {
      const state = (await reader.get(states.name, STATE)) as SandboxState | undefined;
      mover.take(state?.movedBy);
      if (state !== undefined && !advancing) clock.take(state.clock);
      timer.dueAt(((await reader.first(jobs.name, 'due')) as Job | undefined)?.dueAt ?? Infinity);
    },
    runOrphaned: () =>
      onItsOwn(async () => {
        if (closed || replica?.takesJobs() !== true) return;
        await transactAt(undefined, (unit) => releaseOrphaned(unit, replica), { jobsChanged: true, emitted: [] });
        await catchUp();
      }),
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
