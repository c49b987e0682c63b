import { readCall } from './read-call.ts';
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
    if (!(error instanceof UsageError)) throw error;
    const command = error.command ?? name;
    const help = command === undefined ? 'vatmock --help' : `vatmock ${command} --help`;
    terminal.complain(`vatmock: ${error.message}\nTry "${help}".`);
    return EXIT.usage;
  }
};
