import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How much later than asked for the event loop gets to its work. Seconds. */
interface Delays {
  readonly median: number;
  readonly percentile99: number;
  readonly longest: number;
}

export interface DelayWatch {
  /** The delays since the last call. */
  readonly read: () => Delays;
  readonly stop: () => void;
}

/** How often the event loop is asked for its delay. Milliseconds. */
const RESOLUTION = 20;

const NANOSECONDS = 1e9;

export const watchEventLoopDelay = (): DelayWatch => {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  const toSeconds = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION / 1000);
  return {
    read: () => {
      const delays = {
        median: toSeconds(histogram.percentile(50)),
        percentile99: toSeconds(histogram.percentile(99)),
        longest: toSeconds(histogram.max),
      };
      histogram.reset();
      return delays;
    },
    stop: () => {
      histogram.disable();
    },
  };
};
