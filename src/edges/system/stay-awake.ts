/** Often enough not to matter, seldom enough not to cost. */
const TURN = 60_000;

/** Keeps the process running while it waits for nothing but time: our timers alone do not. Returns how to end that. */
export const stayAwake = (): (() => void) => {
  const timer = setInterval(() => undefined, TURN);
  return () => {
    clearInterval(timer);
  };
};
