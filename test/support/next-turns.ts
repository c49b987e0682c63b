import type { After } from '../../src/kernel/timers.ts';

/** Timers that go off in the next turn of the event loop, whatever their delay. */
export const afterATurn: After = (_milliseconds, task) => {
  const timer = setImmediate(task);
  return {
    cancel: () => {
      clearImmediate(timer);
    },
  };
};

/** Lets promises and answers come that need so many turns of the event loop. */
export const turns = async (count = 5): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};
