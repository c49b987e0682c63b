import type { Input, Run } from '../command-line/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { printable } from '../terminal/lines.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { RemoteError } from './remote-error.ts';
import type { ServerAccess } from './server-access.ts';
import { readServer } from './server-flags.ts';

type Work<Result> = (server: ServerAccess, print: (...lines: readonly string[]) => void) => Promise<Result>;

/** What a command does with the server; one that can end with another exit code than 0 resolves with it. */
export type Task = Work<number> | Work<void>;

/**
 * A command that calls a running server. `read` reads its command line before anything is called; `complain` prints why the
 * server refuses, by default with its message.
 */
export const remote =
  (
    read: (input: Input, terminal: Terminal) => Task | Promise<Task>,
    complain: (error: RemoteError, terminal: Terminal, input: Input) => void = complainPlainly,
  ): Run =>
  async (input, terminal) => {
    const task = await read(input, terminal);
    const options = readServer(input, terminal.env);
    const { createServerAccess } = await import('./server-access.ts');
    const server = createServerAccess(options);
    try {
      const code = await task(server, (...lines) => {
        for (const line of lines) terminal.print(printable(line));
      });
      return code ?? EXIT.ok;
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      complain(error, terminal, input);
      return EXIT.failed;
    } finally {
      await server.close();
    }
  };

const complainPlainly = ({ message }: RemoteError, { complain }: Terminal): void => {
  complain(printable(`vatmock: ${message}`));
};
