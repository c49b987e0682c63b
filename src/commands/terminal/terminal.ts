import { constants } from 'node:os';
import { after, systemClock } from '../../edges/system/time.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { After } from '../../kernel/timers.ts';

/** Input and output of a command: those of the process, or a test double. */
export interface Terminal {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly after: After;
  /** Resolves when the user stops the command, with the signal. */
  readonly whenStopped: () => Promise<string>;
}

export const processTerminal = (): Terminal => ({
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  env: process.env,
  clock: systemClock,
  after,
  whenStopped: waitForSignal,
});

/**
 * A second signal ends the process immediately, as users who press Ctrl-C twice expect. The kernel would not end the
 * first process of a container by a signal, so it exits, with the code that shells show for the signal.
 */
const waitForSignal = (): Promise<string> =>
  new Promise((resolve) => {
    let isStopping = false;
    for (const name of ['SIGINT', 'SIGTERM'] as const)
      process.on(name, () => {
        if (isStopping) process.exit(128 + constants.signals[name]);
        isStopping = true;
        resolve(name);
      });
  });
