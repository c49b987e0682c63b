import { isMainThread } from 'node:worker_threads';
import { type Callback, watchCallbacks } from './watch-callbacks.ts';
import { type Turns, watchTurns } from './watch-turns.ts';

// Loaded into the server by `--import`: tells the suite how long the event loop was held, and what is left behind.

/** What the server says of itself. Times in milliseconds, sizes in bytes. */
export interface Gauge {
  /** What held the event loop longest since the last question: what one request can do to the others. */
  readonly callback: Callback;
  readonly turns: Turns;
  readonly heap: number;
  /** What keeps the process busy: timers, sockets and so on. */
  readonly resources: Readonly<Record<string, number>>;
}

const count = (names: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

if (isMainThread && process.send !== undefined) {
  const takeLongest = watchCallbacks();
  const takeTurns = watchTurns();
  process.on('message', (question) => {
    const callback = takeLongest();
    const turns = takeTurns();
    globalThis.gc?.();
    const gauge: Gauge = {
      callback,
      turns,
      heap: process.memoryUsage().heapUsed,
      resources: count(process.getActiveResourcesInfo()),
    };
    process.send?.({ question, gauge });
    // What the question itself took is not the server's.
    takeLongest();
    takeTurns();
  });
  // The suite must not keep the server alive.
  process.channel?.unref();
}
