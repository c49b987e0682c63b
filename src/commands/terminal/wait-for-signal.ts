import { constants } from 'node:os';

/**
 * A second signal ends the process immediately, as users who press Ctrl-C twice expect. The kernel would not end the
 * first process of a container by a signal, so it exits, with the code that shells show for the signal.
 */
export const waitForSignal = (): Promise<string> =>
  new Promise((resolve) => {
    let isStopping = false;
    for (const name of ['SIGINT', 'SIGTERM'] as const)
      process.on(name, () => {
        if (isStopping) process.exit(128 + constants.signals[name]);
        isStopping = true;
        resolve(name);
      });
  });
