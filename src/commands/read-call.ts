import { packageVersion } from '../edges/files/package-files.ts';
import type { Command } from './command-line/command.ts';
import { type Input, toInput } from './command-line/input.ts';
import { formatProgramHelp } from './command-line/program-help.ts';
import { COMMANDS } from './commands.ts';
import type { Terminal } from './terminal/terminal.ts';

interface ReadCall {
  readonly name: string;
  readonly input: Input;
  readonly run: Command['run'];
}

/**
 * Reads the command line. A single word is read without the parser, which would take longer to load than `--help` takes
 * in all.
 *
 * @returns undefined if the command line requested help or the version, which is printed
 * @throws UsageError for an invalid command line
 */
export const readCall = async (argv: readonly string[], { env, print }: Terminal): Promise<ReadCall | undefined> => {
  const [name = 'help', ...rest] = argv;
  const called = COMMANDS.find((command) => command.name === (name === 'help' ? rest[0] : name));
  const command = await called?.load();
  if (rest.length === 0) {
    if (called !== undefined && command !== undefined)
      return { name, input: toInput({ declaration: { ...called, ...command }, env }), run: command.run };
    const text = ['help', '--help', '-h'].includes(name)
      ? formatProgramHelp(COMMANDS)
      : ['--version', '-v'].includes(name)
        ? packageVersion()
        : undefined;
    if (text !== undefined) {
      print(text);
      return undefined;
    }
  }
  const { parseCommandLine } = await import('./command-line/parse-command-line.ts');
  // The others are known by their names alone: their options would load all of the server.
  const declarations = COMMANDS.map((each) => ({ flags: {}, ...each, ...(each === called ? command : undefined) }));
  const parsed = parseCommandLine(argv, declarations, env, { version: packageVersion(), print });
  return parsed && command && { ...parsed, run: command.run };
};
