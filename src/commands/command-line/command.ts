import type { Terminal } from '../terminal/terminal.ts';
import type { CommandDetails, CommandSummary } from './declaration.ts';
import type { Input } from './input.ts';

/** What a command takes, and what it does. Resolves with the exit code. */
export interface Command extends CommandDetails {
  readonly run: (input: Input, terminal: Terminal) => Promise<number>;
}

export interface ListedCommand extends CommandSummary {
  /** Loaded on demand: `--help` loads neither the options of commands nor the server's libraries. */
  readonly load: () => Promise<Command>;
}
