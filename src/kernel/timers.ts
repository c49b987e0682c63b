export interface Timer {
  readonly cancel: () => void;
}

/** Runs a task after a delay in milliseconds of real time, unless cancelled. */
export type After = (milliseconds: number, task: () => void) => Timer;

/** Calls a task in a later turn of the event loop, after pending input and output. */
export type NextTurn = (task: () => void) => void;
