import { ConfigError } from '../kernel/config-error.ts';
import { packageVersion } from '../edges/files/package-files.ts';
import { toInput } from './command-line/command.ts';
import { formatProgramHelp } from './command-line/help.ts';
import { COMMANDS } from './commands.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { escapeControls } from './terminal/printable.ts';
import { type Terminal, processTerminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

/** Runs the requested command and returns the exit code. */
export const runCommand = async (argv: readonly string[], given: Terminal = processTerminal()): Promise<number> => {
  const terminal: Terminal = {
    ...given,
    print: (line) => {
      given.print(escapeControls(line));
    },
    complain: (line) => {
      given.complain(escapeControls(line));
    },
  };
  let name: string | undefined;
  try {
    const call = await readCall(argv, terminal);
    if (call === undefined) return EXIT.ok;
    ({ name } = call);
    return await call.run(call.input, terminal);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ConfigError)) throw error;
    const command = (error instanceof UsageError ? error.command : undefined) ?? name;
    const help = command === undefined ? 'vatmock --help' : `vatmock ${command} --help`;
    terminal.complain(`vatmock: ${error.message}\nTry "${help}".`);
    return EXIT.usage;
  }
};

/** Undefined if the command line requested help or the version, which is printed. */
const readCall = async (argv: readonly string[], { env, print }: Terminal) => {
  const [name = 'help', ...rest] = argv;
  // A single word is read without the parser, which takes longer to load than `--help` takes in all.
  const text = ['help', '--help', '-h'].includes(name)
    ? formatProgramHelp(COMMANDS)
    : ['--version', '-v'].includes(name)
      ? packageVersion()
      : undefined;
  if (text !== undefined && rest.length === 0) {
    print(text);
    return undefined;
  }
  const called = COMMANDS.find((command) => command.name === (name === 'help' ? rest[0] : name));
  const command = (await called?.load())?.command;
  if (called !== undefined && command !== undefined && argv.length === 1)
    return { name, input: toInput({ declaration: { ...called, ...command }, env }), run: command.run };
  // The others are known by their names alone: their options would load all of the server.
  const declarations = COMMANDS.map((each) => ({ flags: {}, ...each, ...(each === called ? command : undefined) }));
  const { parseCommandLine } = await import('./command-line/parse-command-line.ts');
  const parsed = parseCommandLine(argv, declarations, env, { version: packageVersion(), print });
  return parsed && command && { ...parsed, run: command.run };
};
