import { CommanderError } from 'commander';
import type { CommandDeclaration } from './declaration.ts';
import { type Output, createProgram } from './create-program.ts';
import type { Input } from './input.ts';

export interface ParsedCall {
  readonly name: string;
  readonly input: Input;
}

/**
 * Parses the command line into a command with its input.
 *
 * @returns undefined if the command line requested help or the version, which is printed
 * @throws UsageError for an invalid command line
 */
export const parseCommandLine = (
  argv: readonly string[],
  declarations: readonly CommandDeclaration[],
  env: Readonly<Record<string, string | undefined>>,
  output: Output,
): ParsedCall | undefined => {
  let called: ParsedCall | undefined;
  const onCall = (name: string, input: Input): void => {
    called = { name, input };
  };
  try {
    createProgram(declarations, output, { argv, env, onCall }).parse(argv.length === 0 ? ['help'] : argv, {
      from: 'user',
    });
  } catch (error) {
    // Help or version was requested and has been printed.
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
  }
  return called;
};
