import type { After, Timer } from '../../../kernel/timers.ts';
import { watchUntil } from '../../../kernel/wait-until.ts';
import type { ScenarioReport } from '../../../generated/control-schemas.ts';

/** Polling interval in milliseconds: on a running clock, `within` can expire without a notification. */
const RECHECK_INTERVAL = 200;

/**
 * Waits until the verdict is final, until one expectation cannot be met, until all are met and the quiet period has
 * passed, or until the timeout, and returns the report at that time. If only an upper limit could still be exceeded, it
 * waits for the timeout.
 */
export const awaitVerdict = async (
  {
    report,
    listen,
    after,
  }: {
    readonly report: () => Promise<ScenarioReport>;
    /** Subscribes to new requests and events; returns a function that unsubscribes. */
    readonly listen: (listener: () => void) => () => void;
    readonly after: After;
  },
  {
    timeout,
    quiet,
  }: {
    /** Milliseconds of real time, independent of the sandbox clock. */
    readonly timeout: number;
    /**
     * Quiet period after all expectations are met, in which no further match may arrive, such as a third attempt where
     * two were expected. Milliseconds.
     */
    readonly quiet: number;
  },
): Promise<ScenarioReport> => {
  let calm: Timer | undefined;
  let next: Timer | undefined;
  const ended = await watchUntil<ScenarioReport, ScenarioReport | 'quiet'>(
    { timeout, after },
    {
      look: report,
      judge: (now, end) => {
        const { final, verdict, expectations } = now;
        if (final || verdict === 'not-met') end(now);
        else if (verdict === 'met' && expectations.some(({ atLeast }) => atLeast > 0))
          calm ??= after(quiet, () => {
            end('quiet');
          });
      },
      listen: (changed) => {
        const lookRegularly = (): void => {
          changed();
          next = after(RECHECK_INTERVAL, lookRegularly);
        };
        lookRegularly();
        const stop = listen(() => {
          calm?.cancel();
          calm = undefined;
          changed();
        });
        return () => {
          stop();
          calm?.cancel();
          next?.cancel();
        };
      },
    },
  );
  return typeof ended === 'string' ? report() : ended;
};
