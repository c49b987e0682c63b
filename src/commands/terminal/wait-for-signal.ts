/** A second signal ends the process immediately, as users who press Ctrl-C twice expect. */
export const waitForSignal = (): Promise<string> =>
  new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const stop = (signal: string): void => {
      for (const name of signals) process.off(name, stop);
      resolve(signal);
    };
    for (const name of signals) process.on(name, stop);
  });
