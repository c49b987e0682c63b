/** Lets everything happen that waits for nothing but its turn. */
export const settle = async (): Promise<void> => {
  for (let n = 0; n < 200; n++) await Promise.resolve();
};
