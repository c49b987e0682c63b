export interface Timer {
  readonly cancel: () => void;
}

/** Runs a task after a delay in milliseconds of real time, unless cancelled. */
export type After = (milliseconds: number, task: () => void) => Timer;

/** Calls a task in a later turn of the event loop, after pending input and output. */
export type NextTurn = (task: () => void) => void;

/** Repeats work, each time so many milliseconds after it has ended. */
export const repeat = (after: After, milliseconds: number, work: () => Promise<unknown>): Timer => {
  let isClosed = false;
  let timer: Timer;
  const wind = (): void => {
    if (!isClosed) timer = after(milliseconds, () => void work().finally(wind));
  };
  wind();
  return {
    cancel: () => {
      isClosed = true;
      timer.cancel();
    },
  };
};
