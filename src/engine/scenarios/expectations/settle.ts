import type { After } from '../../../kernel/timers.ts';
import type { ScenarioReport } from './report.ts';

export interface SettleOptions {
  /** Milliseconds of real time, however the clock of the sandbox stands. */
  readonly timeout: number;
  /** When all is met, so long nothing more may come before it counts: a third attempt where two were wanted. */
  readonly quiet: number;
}

export interface SettleParts {
  readonly report: () => Promise<ScenarioReport>;
  /** Hears that something came, until the function that it returns is called. */
  readonly listen: (listener: () => void) => () => void;
  readonly after: After;
}

/** A `within` on a running clock ends without anything having come. Milliseconds. */
const LOOK_AGAIN = 200;

/**
 * Waits until nothing changes the verdict any more, until one expectation cannot be met, until all are met and it has
 * become quiet, or until the time is over, and says how things stand then. Where only too much could go wrong, there is
 * nothing to wait for but the end of the time.
 */
export const settle = ({ report, listen, after }: SettleParts, { timeout, quiet }: SettleOptions) =>
  new Promise<ScenarioReport>((resolve, reject) => {
    let isOver = false;
    let isLooking = false;
    let hasNews = false;
    let calm: { readonly cancel: () => void } | undefined;

    const end = (outcome: () => void): void => {
      if (isOver) return;
      isOver = true;
      stop();
      calm?.cancel();
      deadline.cancel();
      next?.cancel();
      outcome();
    };

    const judge = (now: ScenarioReport): void => {
      const { final, verdict, expectations } = now;
      if (final || verdict === 'not-met') {
        end(() => {
          resolve(now);
        });
      } else if (verdict === 'met' && expectations.some(({ atLeast }) => atLeast > 0))
        calm ??= after(quiet, () => {
          finish();
        });
    };

    const finish = (): void => {
      end(() => {
        report().then(resolve, reject);
      });
    };

    const look = (): void => {
      if (isLooking) {
        hasNews = true;
        return;
      }
      isLooking = true;
      report().then(
        (now) => {
          isLooking = false;
          if (isOver) return;
          judge(now);
          if (hasNews) {
            hasNews = false;
            look();
          }
        },
        () => {
          // Whatever it is, asking once more at the end says so.
          finish();
        },
      );
    };

    let next: { readonly cancel: () => void } | undefined;
    const lookRegularly = (): void => {
      next = after(LOOK_AGAIN, () => {
        look();
        lookRegularly();
      });
    };

    const deadline = after(timeout, finish);
    const stop = listen(() => {
      calm?.cancel();
      calm = undefined;
      look();
    });
    look();
    lookRegularly();
  });
