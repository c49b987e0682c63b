import type { After, Observer } from '../ports.ts';
import { type Traces, createReading, createUnitOfWork } from './create-unit-of-work.ts';
import { type Job, type JobHandlers, jobs } from './job.ts';
import type { Quota } from './quota.ts';
import { type SandboxClock, checkForward } from './sandbox-clock.ts';
import type { Store } from './store.ts';
import type { Reading, UnitOfWork } from './unit-of-work.ts';

/** The isolated world of one organization: everything that its calls can change. */
export interface Sandbox {
  readonly id: string;
  /** UUID of the organization that it belongs to. */
  readonly organization: string;
  readonly clock: SandboxClock;
  readonly read: <T>(work: (reading: Reading) => Promise<T>) => Promise<T>;
  /** All of it or nothing. Events that the work emitted are told to the listener once they are kept. */
  readonly transact: <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;
  /** Runs the jobs that are due by now, in order; undefined when there is nothing to wait for. */
  readonly catchUp: () => Promise<readonly FiredJob[]> | undefined;
  /** Moves the clock forward, running each job at its own instant on the way. */
  readonly advance: (to: number) => Promise<readonly FiredJob[]>;
  /** Reads anew when the next job is due: after data was put in place by other means. */
  readonly refresh: () => Promise<void>;
  /** No timer of this sandbox fires any more. */
  readonly close: () => void;
}

export interface FiredJob {
  readonly kind: string;
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
  /** Types of the events that it caused, in order. */
  readonly events: readonly string[];
}

export interface SandboxParts {
  readonly id: string;
  readonly organization: string;
  readonly seed: string;
  readonly clock: SandboxClock;
  readonly store: Store;
  readonly quota: Quota;
  readonly handlers: JobHandlers;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  /** Hears of events once they are kept. */
  readonly emitted?: (sandbox: Sandbox) => void;
}

/** A job whose handler throws is a bug of ours: it is reported, and tried again a minute later. */
const SECOND_TRY = 60_000;

/** Timers cannot look further ahead (2^31 ms); a day is often enough to look again. */
const LONGEST_NAP = 86_400_000;

export const createSandbox = (parts: SandboxParts): Sandbox => {
  const { id, organization, seed, clock, store, quota, handlers, after, observer } = parts;
  let nextDue = Infinity;
  let timer: { readonly cancel: () => void } | undefined;
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();
  let catchingUp: Promise<readonly FiredJob[]> | undefined;

  const readNextDue = async (): Promise<void> => {
    const job = (await store.read(id, (reader) => reader.first(jobs.name, 'due'))) as Job | undefined;
    nextDue = job?.dueAt ?? Infinity;
    wind();
  };

  /** With a running clock, what is due happens by itself; a frozen one waits to be moved. */
  const wind = (): void => {
    timer?.cancel();
    timer = undefined;
    if (closed || nextDue === Infinity || clock.setting().kind === 'frozen') return;
    const wait = Math.min(LONGEST_NAP, Math.max(0, nextDue - clock.now()));
    timer = after(wait, () => {
      if (closed) return;
      const work = nextDue <= clock.now() ? catchUp() : undefined;
      if (work === undefined) wind();
      else work.catch((error: unknown) => observer.failed(error, ''));
    });
  };

  const transactAt = async <T>(now: number | undefined, work: (unit: UnitOfWork) => Promise<T>, traces: Traces) => {
    const result = await store.transact(id, (transaction) =>
      work(createUnitOfWork(transaction, now ?? clock.now(), { seed, quota, traces })),
    );
    if (traces.jobsChanged) await readNextDue();
    if (traces.emitted.length > 0) parts.emitted?.(sandbox);
    return result;
  };

  const fire = async (job: Job): Promise<FiredJob> => {
    const traces: Traces = { jobsChanged: true, emitted: [] };
    try {
      await transactAt(
        job.dueAt,
        async (unit) => {
          await unit.cancel(job.id);
          const handler = handlers[job.kind];
          if (handler === undefined) throw new Error(`nothing handles jobs of kind "${job.kind}"`);
          await handler(unit, job);
        },
        traces,
      );
    } catch (error) {
      observer.failed(error, '');
      await transactAt(job.dueAt, (unit) => unit.schedule({ ...job, dueAt: job.dueAt + SECOND_TRY }), traces);
    }
    return { kind: job.kind, dueAt: job.dueAt, events: traces.emitted.map(({ type }) => type) };
  };

  const fireUntil = async (instant: number, atEach: (dueAt: number) => void): Promise<FiredJob[]> => {
    const fired: FiredJob[] = [];
    for (;;) {
      const job = (await store.read(id, (reader) => reader.first(jobs.name, 'due'))) as Job | undefined;
      if (job === undefined || job.dueAt > instant) return fired;
      atEach(job.dueAt);
      fired.push(await fire(job));
    }
  };

  /** One after the other: two callers who advance or catch up at once do not run a job twice. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work, work);
    turn = result.catch(() => undefined);
    return result;
  };

  const catchUp = (): Promise<readonly FiredJob[]> | undefined => {
    if (nextDue > clock.now()) return undefined;
    catchingUp ??= inTurn(() => fireUntil(clock.now(), () => undefined)).finally(() => {
      catchingUp = undefined;
    });
    return catchingUp;
  };

  const sandbox: Sandbox = {
    id,
    organization,
    clock,
    read: (work) => store.read(id, (reader) => work(createReading(reader, clock.now()))),
    transact: (work) => transactAt(undefined, work, { jobsChanged: false, emitted: [] }),
    catchUp,
    advance: (to) =>
      inTurn(async () => {
        checkForward(clock, to);
        const fired = await fireUntil(to, (dueAt) => {
          if (dueAt > clock.now()) clock.moveTo(dueAt);
        });
        if (to > clock.now()) clock.moveTo(to);
        wind();
        return fired;
      }),
    refresh: readNextDue,
    close: () => {
      closed = true;
      timer?.cancel();
    },
  };
  return sandbox;
};
