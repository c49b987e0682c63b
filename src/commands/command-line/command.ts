import { type Setting, helpOf, placeholderOf, toKebab, variableOf } from '../../config/setting.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface Flag {
  /** Name of the value in the help; undefined for a switch. */
  readonly value?: string;
  readonly help: string;
  /** The option can be repeated. */
  readonly isRepeated?: true;
  /** Environment variable used if the option is absent. */
  readonly env?: string | undefined;
  /** The default as the help shows it. */
  readonly fallback?: string | undefined;
  /** Values for shell completion. */
  readonly choices?: readonly string[];
}

/** Keyed by name, without the hyphens. */
export type Flags = Readonly<Record<string, Flag>>;

/** A command as the list of commands shows it. */
export interface CommandSummary {
  readonly name: string;
  /** Arguments. */
  readonly words: string;
  readonly summary: string;
}

/** A command as the parser, its own help and shell completion see it, beyond its summary. */
interface CommandDetails {
  /** Usage after the command name in its own help, if more than the arguments. */
  readonly usage?: string;
  /** Help text above the options. Paragraphs are wrapped; lines that begin with a space stay as they are. */
  readonly about?: string;
  readonly flags: Flags;
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

export type CommandDeclaration = CommandSummary & CommandDetails;

export const USUAL_URL = 'http://127.0.0.1:4010';

/** Options of every command that calls a server: the help of the program shows them. */
export const SERVER_FLAGS: Flags = {
  url: { value: 'URL', help: 'the root URL of the server', env: 'VATMOCK_URL', fallback: USUAL_URL },
  sandbox: {
    value: 'ID',
    help: 'the sandbox; required with the operator’s token of a hosted server, otherwise only the caller’s own',
    env: 'VATMOCK_SANDBOX',
  },
};

/** Its own options, and those that it shares with others. */
export const flagsOf = ({ flags, callsServer }: Pick<CommandDetails, 'flags' | 'callsServer'>): Flags =>
  callsServer === true ? { ...flags, ...SERVER_FLAGS } : flags;

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

/** What a command takes, and what it does. Resolves with the exit code. */
export interface Command extends CommandDetails {
  readonly run: (input: Input, terminal: Terminal) => Promise<number>;
}

export interface ListedCommand extends CommandSummary {
  /** Loaded on demand: `--help` loads neither the options of commands nor the server's libraries. */
  readonly load: () => Promise<{ readonly command: Command }>;
}

/** A server setting as an option. */
export const toFlag = (name: string, setting: Setting): Flag => {
  const { fallback, choices } = setting;
  const flag = { value: placeholderOf(setting), help: helpOf(setting), env: variableOf(name), fallback };
  return choices === undefined ? flag : { ...flag, choices };
};

export const toFlags = (settings: Readonly<Record<string, Setting>>): Flags =>
  Object.fromEntries(
    Object.entries(settings)
      .filter(([, { isSecret }]) => isSecret !== true)
      .map(([name, setting]) => [toKebab(name), toFlag(name, setting)]),
  );
