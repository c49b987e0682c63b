/** What was written behind a command. */
export interface Input {
  /** The last value of each option on the command line. */
  readonly given: Readonly<Record<string, string>>;
  /** The last value of an option, else that of its environment variable; an empty variable counts as absent. */
  readonly text: (name: string) => string | undefined;
  /** All its values on the command line. */
  readonly texts: (name: string) => readonly string[];
  readonly isSet: (name: string) => boolean;
  readonly words: readonly string[];
  /** The command line of another program after `--`; undefined without the hyphens. */
  readonly program: readonly string[] | undefined;
}
