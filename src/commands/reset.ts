import type { Command } from './command-line/command.ts';
import { SERVER_FLAGS } from './remote/server-flags.ts';
import type { Input } from './command-line/input.ts';
import { withServer } from './remote/with-server.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

/** Resets a sandbox to its fixtures. */
const run = async (input: Input, terminal: Terminal): Promise<number> => {
  const [word] = input.words;
  if (word !== undefined)
    throw new UsageError(`reset takes no argument: --sandbox names another sandbox than your own`);
  return withServer(input, terminal, async (server, print) => {
    await (await server.call('POST', '/reset')).body.dump();
    print('The sandbox is in its initial state.');
  });
};

export const reset: Command = {
  about: `Restores the initial state of the sandbox: its fixtures, and a clock that follows the wall clock. Scenarios end, and the journal
is empty. Clients keep their secrets and tokens.`,
  flags: SERVER_FLAGS,
  notes: 'Exit codes: 0 success, 1 the server refuses or is unreachable, 2 invalid command line.',
  run,
};
