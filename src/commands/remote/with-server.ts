import type { Input } from '../command-line/input.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { printable } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readServer } from './read-server.ts';
import { RemoteError } from './remote-error.ts';
import { type ServerAccess, createServerAccess } from './server-access.ts';

/** Calls the server that a command names, and prints why it refuses. */
export const withServer = async (
  input: Input,
  terminal: Terminal,
  run: (server: ServerAccess, print: (line: string) => void) => Promise<void>,
): Promise<number> => {
  const server = createServerAccess(readServer(input, terminal.env));
  try {
    await run(server, (line) => {
      terminal.print(printable(line));
    });
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    terminal.complain(printable(`vatmock: ${error.message}`));
    return EXIT.failed;
  } finally {
    await server.close();
  }
};
