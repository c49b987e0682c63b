import { packageVersion } from '../edges/files/package-files.ts';
import { toInput } from './command-line/input.ts';
import type { ParsedCall } from './command-line/parse-command-line.ts';
import { formatProgramHelp } from './command-line/program-help.ts';
import { COMMANDS, declare, declareAll } from './declarations.ts';
import type { Terminal } from './terminal/terminal.ts';

/**
 * Reads the command line. A single word is read without the parser, which would take longer to load than `--help` takes
 * in all.
 *
 * @returns undefined if the command line requested help or the version, which is printed
 * @throws UsageError for an invalid command line
 */
export const readCall = async (argv: readonly string[], { env, print }: Terminal): Promise<ParsedCall | undefined> => {
  const [name = 'help', ...rest] = argv;
  const called = COMMANDS.find((command) => command.name === name);
  if (rest.length === 0) {
    if (called !== undefined) return { name, input: toInput({ declaration: await declare(called), env }) };
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
  const declarations = called === undefined ? await declareAll() : [await declare(called)];
  return parseCommandLine(argv, declarations, env, { version: packageVersion(), print });
};
