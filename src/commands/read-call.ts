import { packageVersion } from '../edges/files/package-files.ts';
import type { CommandDeclaration } from './command-line/declaration.ts';
import { toInput } from './command-line/input.ts';
import type { ParsedCall } from './command-line/parse-command-line.ts';
import { formatProgramHelp } from './command-line/program-help.ts';
import { COMMANDS, declareAll } from './commands.ts';
import type { Terminal } from './terminal/terminal.ts';

/**
 * Reads the command line. A single word is read without the parser, which would take longer to load than `--help` takes
 * in all.
 *
 * @returns undefined if the command line requested help or the version, which is printed
 * @throws UsageError for an invalid command line
 */
export const readCall = async (argv: readonly string[], terminal: Terminal): Promise<ParsedCall | undefined> => {
  const [name = 'help', ...rest] = argv;
  const isAlone = rest.length === 0;
  if (isAlone && ['--version', '-v'].includes(name)) {
    terminal.print(packageVersion());
    return undefined;
  }
  const declaration = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.declare() : undefined;
  if (isAlone && declaration !== undefined) return { name, input: toInput({ declaration, env: terminal.env }) };
  const declarations = declaration === undefined ? await declareAll() : [declaration];
  if (isAlone && ['help', '--help', '-h'].includes(name)) {
    terminal.print(formatProgramHelp(declarations));
    return undefined;
  }
  return parse(argv, declarations, terminal);
};

const parse = async (
  argv: readonly string[],
  declarations: readonly CommandDeclaration[],
  { env, print }: Terminal,
): Promise<ParsedCall | undefined> => {
  const { parseCommandLine } = await import('./command-line/parse-command-line.ts');
  return parseCommandLine(argv, declarations, env, { version: packageVersion(), print });
};
