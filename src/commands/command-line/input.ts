import type { CommandDeclaration } from './declaration.ts';

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

interface Read {
  readonly declaration: CommandDeclaration;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly texts?: Readonly<Record<string, readonly string[]>>;
  readonly switches?: ReadonlySet<string>;
  readonly words?: readonly string[];
  readonly program?: readonly string[] | undefined;
}

export const toInput = ({ declaration, env, texts = {}, switches, words = [], program }: Read): Input => {
  const given = Object.fromEntries(Object.entries(texts).map(([name, values]) => [name, values.at(-1) ?? '']));
  return {
    given,
    texts: (name) => texts[name] ?? [],
    text: (name) => {
      const variable = declaration.flags[name]?.env;
      const fallback = variable === undefined ? undefined : env[variable];
      return given[name] ?? (fallback === '' ? undefined : fallback);
    },
    isSet: (name) => switches?.has(name) === true,
    words,
    program,
  };
};
