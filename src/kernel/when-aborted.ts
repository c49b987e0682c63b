/** Runs the task once, when the signal aborts or at once if it has. Returns a function that forgets the task. */
export const whenAborted = (signal: AbortSignal | undefined, task: () => void): (() => void) => {
  if (signal?.aborted === true) task();
  else signal?.addEventListener('abort', task, { once: true });
  return () => signal?.removeEventListener('abort', task);
};
