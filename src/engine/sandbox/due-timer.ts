import type { After, Timer } from '../../kernel/timers.ts';
import type { Observer } from '../ports/ports.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import { STORE_AGAIN, toStorageProblem } from './storage-problem.ts';

interface DueTimerParts {
  readonly clock: SandboxClock;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  /** False while the timer has to rest: another run of jobs is under way, or another process runs them. */
  readonly mayRun: () => boolean;
  /** Runs what is due; undefined if something else does at this moment. */
  readonly run: () => Promise<unknown> | undefined;
  /** Reads the jobs again, once the disk may be back. */
  readonly refresh: () => Promise<void>;
}

/** Timers are limited to 2^31 ms; checking again once a day is sufficient. */
const LONGEST_NAP = 86_400_000;

/** Knows when the next job of a sandbox is due, and runs what is due by itself. */
export const createDueTimer = ({ clock, after, observer, mayRun, run, refresh }: DueTimerParts) => {
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
