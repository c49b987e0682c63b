import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// Loaded into the server by `--import`: tells the suite how long the event loop was held, and what is left behind.

/** What the server says of itself. Times in milliseconds, sizes in bytes. */
export interface Gauge {
  /** Longest delay of the event loop since the last question, the machine's own pauses included. */
  readonly delay: number;
  /** Most CPU time between two turns of the event loop: what the server itself did, on a busy machine too. */
  readonly busiest: number;
  readonly heap: number;
  /** What keeps the process busy: timers, sockets and so on. */
  readonly resources: Readonly<Record<string, number>>;
}

const RESOLUTION = 5;
const MILLION = 1e6;

const cpuMilliseconds = (): number => {
  const { user, system } = typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage() : process.cpuUsage();
  return (user + system) / 1000;
};

const count = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  let last = cpuMilliseconds();
  let busiest = 0;
  setInterval(() => {
    const now = cpuMilliseconds();
    busiest = Math.max(busiest, now - last);
    last = now;
  }, RESOLUTION).unref();
  process.on('message', (question) => {
    globalThis.gc?.();
    const gauge: Gauge = {
      delay: delay.max / MILLION,
      busiest,
      heap: process.memoryUsage().heapUsed,
      resources: count(process.getActiveResourcesInfo()),
    };
    process.send?.({ question, gauge });
    // What the question itself took is not the server's.
    last = cpuMilliseconds();
    busiest = 0;
    delay.reset();
  });
  // The suite must not keep the server alive.
  process.channel?.unref();
}
