import { ConfigError } from '../kernel/user-errors.ts';
import { packageVersion } from '../edges/files/package-files.ts';
import { formatProgramHelp } from './command-line/help.ts';
import { COMMANDS } from '../generated/commands.ts';
import { LOADERS } from './commands.ts';
import { EXIT, UsageError } from './terminal/exit-codes.ts';
import { escapeControls } from './terminal/lines.ts';
import { type Terminal, processTerminal } from './terminal/terminal.ts';

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
  const [first = 'help', second] = argv;
  const called = COMMANDS.find(({ name }) => name === (first === 'help' ? second : first));
  try {
    // A single word is read without the parser, which takes longer to load than `--help` takes in all.
    const said = argv.length < 2 ? programSays(first) : undefined;
    if (said !== undefined) {
      terminal.print(said);
      return EXIT.ok;
    }
    const { parseCommandLine } = await import('./command-line/parse-command-line.ts');
    const output = { version: packageVersion(), print: terminal.print };
    const call = parseCommandLine(argv, COMMANDS, terminal.env, output);
    if (call === undefined || called === undefined) return EXIT.ok;
    const { run } = await LOADERS[called.name]();
    return await run(call.input, terminal);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ConfigError)) {
      const { explainFailure } = await import('./terminal/explain-failure.ts');
      const reason = explainFailure(error);
      if (reason === undefined) throw error;
      terminal.complain(`vatmock: ${reason}`);
      return EXIT.failed;
    }
    const help = called === undefined ? 'vatmock --help' : `vatmock ${called.name} --help`;
    terminal.complain(`vatmock: ${error.message}\nTry "${help}".`);
    return EXIT.usage;
  }
};

/** The list of commands, or the version; undefined for any other word. */
const programSays = (word: string): string | undefined => {
  if (['help', '--help', '-h'].includes(word)) return formatProgramHelp(COMMANDS);
  return ['--version', '-v'].includes(word) ? packageVersion() : undefined;
};
