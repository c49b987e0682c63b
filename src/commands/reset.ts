import type { Input } from './command-line/input.ts';
import { withServer } from './remote/with-server.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

/** Resets a sandbox to its fixtures. */
export const reset = async (input: Input, terminal: Terminal): Promise<number> => {
  const [word] = input.words;
  if (word !== undefined)
    throw new UsageError(`reset takes no argument: --sandbox names another sandbox than your own`);
  return withServer(input, terminal, async (server, print) => {
    await (await server.call('POST', '/reset')).body.dump();
    print('The sandbox is in its initial state.');
  });
};
