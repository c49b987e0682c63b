/** Runs a task after a delay in milliseconds of real time, unless cancelled. */
export type After = (milliseconds: number, task: () => void) => { readonly cancel: () => void };
