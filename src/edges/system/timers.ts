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
