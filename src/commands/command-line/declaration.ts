import { type Setting, helpOf } from '../../config/setting.ts';

/** An option of a command. */
export interface Flag {
  /** The name of its value in the help; undefined for a switch. */
  readonly value?: string;
  readonly help: string;
  /** It may be given more than once. */
  readonly isRepeated?: true;
  /** The environment variable that takes its place. */
  readonly env?: string | undefined;
  /** The default as the help shows it. */
  readonly fallback?: string | undefined;
  /** What the shell completes its value with. */
  readonly choices?: readonly string[];
}

/** By name, without the hyphens. */
export type Flags = Readonly<Record<string, Flag>>;

/** A command as the parser, the help and the completion of shells know it. What it does is loaded when it is called. */
export interface CommandDeclaration {
  readonly name: string;
  /** Its arguments as the list of commands shows them. */
  readonly words: string;
  /** What follows its name in its own help, if more than the arguments. */
  readonly usage?: string;
  readonly summary: string;
  /** Above the options. Paragraphs are wrapped; lines that begin with a space stay as they are. */
  readonly about?: string;
  readonly flags: Flags;
  /** Below the options. */
  readonly notes?: string;
  /** What the shell completes an argument with: these words, or files. */
  readonly wordChoices?: readonly string[] | 'files';
  /** What follows `--` is the command line of another program. */
  readonly startsProgram?: true;
  /** What to do about an unknown option that resembles no other. */
  readonly hint?: string;
}

/** A setting of the server as an option. */
export const toFlag = (setting: Setting): Flag => {
  const { value, env, fallback, choices } = setting;
  return { value, help: helpOf(setting), env, fallback, ...(choices === undefined ? {} : { choices }) };
};

export const toFlags = (settings: readonly Setting[]): Flags =>
  Object.fromEntries(settings.map((setting) => [setting.flag, toFlag(setting)]));
