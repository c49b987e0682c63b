import { monitorEventLoopDelay } from 'node:perf_hooks';

export type DelayWatch = ReturnType<typeof watchEventLoopDelay>;

/** How often the event loop is asked for its delay. Milliseconds. */
const RESOLUTION = 20;

const NANOSECONDS = 1e9;

/** How much later than asked for the event loop gets to its work. Seconds. */
export const watchEventLoopDelay = () => {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  const toSeconds = (nanoseconds: number): number => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION / 1000);
  return {
    /** The delays since the last call. */
    read: () => {
      const delays = {
        median: toSeconds(histogram.percentile(50)),
        percentile99: toSeconds(histogram.percentile(99)),
        longest: toSeconds(histogram.max),
      };
      histogram.reset();
      return delays;
    },
    stop: (): void => {
      histogram.disable();
    },
  };
};
