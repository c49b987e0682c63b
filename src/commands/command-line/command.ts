import { SERVER_FLAGS } from '../../generated/commands.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface Flag {
  /** Name of the value in the help; undefined for a switch. */
  readonly value?: string;
  readonly help: string;
  /** The option can be repeated. */
  readonly isRepeated?: true;
  /** Environment variable used if the option is absent. */
  readonly env?: string;
  /** The default as the help shows it. */
  readonly fallback?: string;
  /** All values, for shell completion and {@link Input.choice}. */
  readonly choices?: readonly string[];
}

/** A command as the parser, the help and shell completion see it (spec/commands.yaml). */
export interface CommandDeclaration {
  readonly name: string;
  /** Arguments. */
  readonly words: string;
  readonly summary: string;
  /** Usage after the command name in its own help, if more than the arguments. */
  readonly usage?: string;
  /** Help text above the options. Paragraphs are wrapped; lines that begin with a space stay as they are. */
  readonly about?: string;
  /** Keyed by name, without the hyphens. */
  readonly flags: Readonly<Record<string, Flag>>;
  /** The command also takes `SERVER_FLAGS`, and reads credentials from the environment. */
  readonly callsServer?: true;
  /** Help text below the options. */
  readonly notes?: string;
  /** Shell completion of arguments: these words, or files. */
  readonly wordChoices?: readonly string[] | 'files';
  /** The command takes the command line of another program after `--`. */
  readonly startsProgram?: true;
  /** Advice for an unknown option that resembles no known one. */
  readonly hint?: string;
}

/** Its own options, and those that it shares with others. */
export const flagsOf = ({ flags, callsServer }: CommandDeclaration): CommandDeclaration['flags'] =>
  callsServer === true ? { ...flags, ...SERVER_FLAGS } : flags;

/** Parsed arguments and options of a command. */
export interface Input {
  /** Last value of each option on the command line. */
  readonly given: Readonly<Record<string, string>>;
  /** Last value of an option, else that of its environment variable; an empty variable counts as absent. */
  readonly text: (name: string) => string | undefined;
  /** All values of an option on the command line. */
  readonly texts: (name: string) => readonly string[];
  /** The same for an option with choices; throws a UsageError for another text. */
  readonly choice: (name: string) => string | undefined;
  readonly isSet: (name: string) => boolean;
  readonly words: readonly string[];
  /** The command line of another program after `--`; undefined without `--`. */
  readonly program: readonly string[] | undefined;
}

/** What a command does. Resolves with the exit code. */
export type Run = (input: Input, terminal: Terminal) => Promise<number>;
