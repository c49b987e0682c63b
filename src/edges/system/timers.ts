import { setImmediate } from 'node:timers';

/** System timers, for real time only: such as shutdown. */
export const after = (milliseconds: number, task: () => void): { readonly cancel: () => void } => {
  const timer = setTimeout(task, milliseconds);
  timer.unref();
  return {
    cancel: () => {
      clearTimeout(timer);
    },
  };
};

/** Calls a task in the next turn of the event loop. */
export const nextTurn = (task: () => void): void => {
  setImmediate(task);
};
