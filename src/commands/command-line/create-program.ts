import { Command } from 'commander';
import { type Call, addCommand } from './to-command.ts';
import type { CommandDeclaration } from './declaration.ts';
import { HELP, formatProgramHelp } from './program-help.ts';
import { toUsageError, unknownCommand } from './to-usage-error.ts';

/** Maximum columns of help: very wide lines are hard to read, and a file has no column count. */
const WIDEST = 120;
const WITHOUT_TERMINAL = 100;

export interface Output {
  readonly version: string;
  readonly print: (text: string) => void;
}

/** The parser of the whole command line. Prints help and version itself; throws a UsageError on invalid input. */
export const createProgram = (
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
