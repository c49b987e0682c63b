/** The machine's timers, for what must happen in real time: shutting down. */
export const after = (milliseconds: number, task: () => void): { readonly cancel: () => void } => {
  const timer = setTimeout(task, milliseconds);
  timer.unref();
  return {
    cancel: () => {
      clearTimeout(timer);
    },
  };
};
