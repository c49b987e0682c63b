export interface Timer {
  readonly cancel: () => void;
}

/** Runs a task after a delay in milliseconds of real time, unless cancelled. */
export type After = (milliseconds: number, task: () => void) => Timer;

/** Calls a task in a later turn of the event loop, after pending input and output. */
export type NextTurn = (task: () => void) => void;

/**
 * Repeats work, each time so many milliseconds after it has ended. Work under way finds out by `isStopped` that it is not
 * repeated any more.
 */
export const repeat = (
  after: After,
  milliseconds: number,
  work: (isStopped: () => boolean) => Promise<unknown>,
): Timer => {
  let isStopped = false;
  let timer: Timer;
  const wind = (): void => {
    if (!isStopped) timer = after(milliseconds, () => void work(() => isStopped).finally(wind));
  };
  wind();
  return {
    cancel: () => {
      isStopped = true;
      timer.cancel();
    },
  };
};
