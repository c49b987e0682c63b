import type { After } from '../../../kernel/timers.ts';
import { lookOnChange, waitUntil } from '../../../kernel/wait-until.ts';
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
export const awaitVerdict = async (
  { report, listen, after }: SettleParts,
  { timeout, quiet }: SettleOptions,
): Promise<ScenarioReport> => {
  const ended = await waitUntil<ScenarioReport | 'quiet'>({ timeout, after }, ({ end, fail }) => {
    let calm: Timer | undefined;
    let next: Timer | undefined;
    const looking = lookOnChange({
      look: report,
      judge: (now) => {
        const { final, verdict, expectations } = now;
        if (final || verdict === 'not-met') end(now);
        else if (verdict === 'met' && expectations.some(({ atLeast }) => atLeast > 0))
          calm ??= after(quiet, () => {
            end('quiet');
          });
      },
      failed: fail,
      after,
    });
    const lookRegularly = (): void => {
      looking.changed();
      next = after(LOOK_AGAIN, lookRegularly);
    };
    const stop = listen(() => {
      calm?.cancel();
      calm = undefined;
      looking.changed();
    });
    lookRegularly();
    return () => {
      stop();
      looking.stop();
      calm?.cancel();
      next?.cancel();
    };
  });
  return typeof ended === 'string' ? report() : ended;
};

type Timer = ReturnType<After>;
