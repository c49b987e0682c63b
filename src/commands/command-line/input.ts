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
