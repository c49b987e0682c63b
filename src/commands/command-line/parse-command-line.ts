import { CommanderError, Command } from 'commander';
import type { CommandDeclaration, Input } from './command.ts';
import { HELP, formatProgramHelp } from './help.ts';
import { type Call, addCommand } from './to-command.ts';
import { toUsageError, unknownCommand } from './to-usage-error.ts';

interface ParsedCall {
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

/** Maximum columns of help: very wide lines are hard to read, and a file has no column count. */
const WIDEST = 120;
const WITHOUT_TERMINAL = 100;

interface Output {
  readonly version: string;
  readonly print: (text: string) => void;
}

/** The parser of the whole command line. Prints help and version itself; throws a UsageError on invalid input. */
const createProgram = (
  declarations: readonly CommandDeclaration[],
  { version, print }: Output,
  call: Call,
): Command => {
  const program = new Command('vatmock')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => {
        print(text.trimEnd());
      },
      outputError: () => undefined,
      getOutHelpWidth: () => (process.stdout.isTTY ? Math.min(process.stdout.columns, WIDEST) : WITHOUT_TERMINAL),
    })
    .configureHelp({ formatHelp: () => formatProgramHelp(declarations) })
    .exitOverride((error) => {
      throw toUsageError(error, program);
    });
  for (const declaration of declarations) addCommand(program, declaration, call);
  addCommand(program, HELP, { ...call, onCall: (_name, { words: [name] }) => helpOn(program, name) });
  return program;
};

const helpOn = (program: Command, name: string | undefined): void => {
  const command = name === undefined || name === 'help' ? program : program.commands.find((one) => one.name() === name);
  if (command === undefined) throw unknownCommand(name ?? '', program);
  command.outputHelp();
};
