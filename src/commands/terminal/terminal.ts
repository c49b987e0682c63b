import { systemClock } from '../../edges/system/system-clock.ts';
import { after } from '../../edges/system/timers.ts';
import type { After } from '../../kernel/timers.ts';
import type { Clock } from '../../kernel/clock.ts';
import { waitForSignal } from './wait-for-signal.ts';

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
