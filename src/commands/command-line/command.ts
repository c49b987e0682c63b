import type { Terminal } from '../terminal/terminal.ts';
import type { CommandDetails, CommandSummary } from './declaration.ts';

/** What a command takes, and what it does. Resolves with the exit code. */
export interface Command extends CommandDetails {
  readonly run: (input: Input, terminal: Terminal) => Promise<number>;
}

export interface ListedCommand extends CommandSummary {
  /** Loaded on demand: `--help` loads neither the options of commands nor the server's libraries. */
  readonly load: () => Promise<Command>;
}

/** Parsed arguments and options of a command. */
export interface Input {
  /** Last value of each option on the command line. */
  readonly given: Readonly<Record<string, string>>;
  /** Last value of an option, else that of its environment variable; an empty variable counts as absent. */
  readonly text: (name: string) => string | undefined;
  /** All values of an option on the command line. */
  readonly texts: (name: string) => readonly string[];
  readonly isSet: (name: string) => boolean;
  readonly words: readonly string[];
  /** The command line of another program after `--`; undefined without `--`. */
  readonly program: readonly string[] | undefined;
}
