import { packageVersion } from '../edges/files/package-files.ts';
import type { Command, Input } from './command-line/command.ts';
import { parseCommandLine } from './command-line/parse-command-line.ts';
import { COMMANDS } from './commands.ts';
import type { Terminal } from './terminal/terminal.ts';

/**
 * Reads the command line.
 *
 * @returns undefined if the command line requested help or the version, which is printed
 * @throws UsageError for an invalid command line
 */
export const readCall = async (
  argv: readonly string[],
  { env, print }: Pick<Terminal, 'env' | 'print'>,
): Promise<{ readonly name: string; readonly input: Input; readonly run: Command['run'] } | undefined> => {
  const wanted = argv[0] === 'help' ? argv[1] : argv[0];
  const called = COMMANDS.find(({ name }) => name === wanted);
  const command = await called?.load();
  // The others are known by their names alone: their options would load all of the server.
  const declarations = COMMANDS.map((each) => ({ flags: {}, ...each, ...(each === called ? command : undefined) }));
  const parsed = parseCommandLine(argv, declarations, env, { version: packageVersion(), print });
  return parsed && command && { ...parsed, run: command.run };
};
