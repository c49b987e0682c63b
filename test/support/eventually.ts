/** Tries so often, a little later each time: for what another thread or the machine does in its own time. */
const ATTEMPTS = 100;
const PAUSE = 20;

/** Waits until something that nobody announces has come to be. */
export const eventually = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await isSo()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE);
    });
  }
  throw new Error(`it did not come to be: ${isSo.toString()}`);
};
