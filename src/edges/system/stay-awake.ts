/** Milliseconds: long enough to cost nothing; the exact value does not matter. */
const TIMER_INTERVAL = 60_000;

/**
 * Keeps the process running while it only waits for timers, since ours are unreferenced. Returns a function that ends
 * it.
 */
export const stayAwake = (): (() => void) => {
  const timer = setInterval(() => undefined, TIMER_INTERVAL);
  return () => {
    clearInterval(timer);
  };
};
