/** Does something after so many milliseconds of real time, unless it is cancelled. */
export type After = (milliseconds: number, task: () => void) => { readonly cancel: () => void };
