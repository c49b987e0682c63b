import { type Assumed, NOTHING_ASSUMED } from '../assumptions/assumed.ts';
import type { Observer } from '../ports/ports.ts';
import type { After } from '../../kernel/timers.ts';
import type { EmittedEvent } from '../message/event.ts';
import { type CommitEffects, createReading, createUnitOfWork } from './create-unit-of-work.ts';
import {
  OUTBOUND_TASKS_IN_SERVER,
  OUTBOUND_TASK_LIMITS,
  type OutboundTaskLimits,
  type OutboundTasks,
} from './outbound-task.ts';
import { createOutboundTaskRunner } from './outbound-task-runner.ts';
import { type Job, jobs } from './job.ts';
import type { JobHandlers } from './job-handlers.ts';
import { createJobRunner } from './job-runner.ts';
import type { Quota } from './quota.ts';
import { type SandboxClock, checkForward } from './sandbox-clock.ts';
import { type Semaphore, createSemaphore } from './semaphore.ts';
import type { FanOut, FiredJob, Sandbox } from './sandbox.ts';
import type { Store } from './store.ts';
import { putBackTaken } from './claim-outbound-tasks.ts';
import type { UnitOfWork } from './unit-of-work.ts';

export interface SandboxParts {
  readonly id: string;
  readonly organization: string;
  readonly seed: string;
  readonly clock: SandboxClock;
  readonly store: Store;
  readonly quota: Quota;
  readonly assumed?: Assumed;
  readonly handlers: JobHandlers;
  readonly outboundTasks?: OutboundTasks;
  readonly outboundTaskLimits?: OutboundTaskLimits;
  /** What all sandboxes of a server share. */
  readonly semaphore?: Semaphore;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  /** Decides, in the transaction of an event, who is to hear of it. */
  readonly fanOut?: FanOut;
  /** Hears of events once they are kept. */
  readonly emitted?: (sandbox: Sandbox, events: readonly EmittedEvent[]) => void;
  /** Hears that the organization differs from how it was, once that is kept; the next call waits for it. */
  readonly organizationChanged?: (sandbox: Sandbox) => Promise<void>;
}

const NOBODY = Promise.resolve();

const NO_LIMIT: Quota = { documents: Infinity, bytes: Infinity };

/** Timers cannot look further ahead (2^31 ms); a day is often enough to look again. */
const LONGEST_NAP = 86_400_000;

export const createSandbox = (parts: SandboxParts): Sandbox => {
  const { id, organization, seed, clock, store, outboundTasks = {}, after, observer } = parts;
  const { outboundTaskLimits = OUTBOUND_TASK_LIMITS, semaphore = createSemaphore(OUTBOUND_TASKS_IN_SERVER) } = parts;
  let nextDue = Infinity;
  let timer: { readonly cancel: () => void } | undefined;
  let closed = false;
  let advancing = false;
  let turn: Promise<unknown> = Promise.resolve();
  let catchingUp: Promise<readonly FiredJob[]> | undefined;

  const firstDue = () => store.read(id, (reader) => reader.first(jobs.name, 'due')) as Promise<Job | undefined>;

  const readNextDue = async (): Promise<void> => {
    nextDue = (await firstDue())?.dueAt ?? Infinity;
    wind();
  };

  /** With a running clock, what is due happens by itself; a frozen one waits to be moved for what is due later. */
  const wind = (): void => {
    timer?.cancel();
    timer = undefined;
    if (closed || advancing || nextDue === Infinity) return;
    if (clock.setting().kind === 'frozen' && nextDue > clock.now()) return;
    const wait = Math.min(LONGEST_NAP, Math.max(0, nextDue - clock.now()));
    timer = after(wait, () => {
      if (closed) return;
      const work = nextDue <= clock.now() ? catchUp() : undefined;
      if (work === undefined) wind();
      else work.catch((error: unknown) => observer.failed(error, ''));
    });
  };

  const fanOut = (unit: UnitOfWork, event: EmittedEvent) => parts.fanOut?.(unit, event, organization) ?? NOBODY;

  /** What the stub does by itself is not limited: there is nobody who could be refused. */
  const transactAt = async <T>(
    now: number | undefined,
    work: (unit: UnitOfWork) => Promise<T>,
    traces: CommitEffects,
    quota = NO_LIMIT,
  ) => {
    const result = await store.transact(id, (transaction) =>
      work(
        createUnitOfWork(transaction, now ?? clock.now(), { seed, quota, traces, fanOut, assumed: sandbox.assumed }),
      ),
    );
    if (traces.jobsChanged) await readNextDue();
    if (traces.organizationChanged === true) await parts.organizationChanged?.(sandbox);
    if (traces.emitted.length > 0) parts.emitted?.(sandbox, traces.emitted);
    return result;
  };

  const outboundTaskRunner = createOutboundTaskRunner({
    ...parts,
    outboundTasks,
    limits: outboundTaskLimits,
    semaphore,
    sandbox: () => sandbox,
    transactAt,
  });

  const runner = createJobRunner({
    ...parts,
    outboundTasks,
    outboundTaskLimits,
    outboundTaskRunner,
    firstDue,
    transactAt,
    isClosed: () => closed,
  });

  /** One after the other: two callers who advance or catch up at once do not run a job twice. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work, work);
    turn = result.catch(() => undefined);
    return result;
  };

  const catchUp = (): Promise<readonly FiredJob[]> | undefined => {
    // On the move, the world is what the move has reached: a receiver that calls back must not wait for it.
    if (advancing || nextDue > clock.now()) return undefined;
    catchingUp ??= inTurn(runner.runDue).finally(() => {
      catchingUp = undefined;
    });
    return catchingUp;
  };

  const sandbox: Sandbox = {
    id,
    organization,
    clock,
    assumed: parts.assumed ?? NOTHING_ASSUMED,
    read: (work) => store.read(id, (reader) => work(createReading(reader, clock.now(), sandbox.assumed))),
    transact: (work, emitted = []) => transactAt(undefined, work, { jobsChanged: false, emitted }, parts.quota),
    catchUp,
    advance: (to) =>
      inTurn(async () => {
        checkForward(clock, to);
        advancing = true;
        try {
          await outboundTaskRunner.whenIdle();
          const fired = await runner.runUntil(to);
          clock.reach(to);
          return fired;
        } finally {
          advancing = false;
          wind();
        }
      }),
    idle: async () => {
      for (let waited = false; ; waited = true) {
        if (advancing) await turn;
        const work = catchUp();
        if (closed || (work === undefined && outboundTaskRunner.isIdle())) return waited;
        await work;
        await outboundTaskRunner.whenIdle();
      }
    },
    refresh: async () => {
      outboundTaskRunner.reset();
      await transactAt(undefined, putBackTaken, { jobsChanged: true, emitted: [] });
    },
    finish: (timeout) => outboundTaskRunner.finish(timeout),
    close: () => {
      closed = true;
      timer?.cancel();
      outboundTaskRunner.close();
    },
  };
  return sandbox;
};
