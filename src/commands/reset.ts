import { remote } from './remote/remote.ts';
import { UsageError } from './terminal/exit-codes.ts';

/** Resets a sandbox to its fixtures. */
export const run = remote(({ words: [word] }) => {
  if (word !== undefined)
    throw new UsageError(`reset takes no argument: --sandbox names another sandbox than your own`);
  return async (server, print) => {
    await (await server.call('POST', '/reset')).body.dump();
    print('The sandbox is in its initial state.');
  };
});
