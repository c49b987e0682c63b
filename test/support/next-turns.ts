/** Lets promises and answers come that need so many turns of the event loop. */
export const turns = async (count = 5): Promise<void> => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};
