import type { Command, Flags, Input } from '../command-line/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { printable } from '../terminal/printable.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { RemoteError } from './remote-error.ts';
import type { ServerAccess } from './server-access.ts';
import { readServer } from './server-flags.ts';

type Work<Result> = (server: ServerAccess, print: (...lines: readonly string[]) => void) => Promise<Result>;

/** What a command does with the server; one that can end with another exit code than 0 resolves with it. */
export type Task = Work<number> | Work<void>;

interface Details extends Omit<Command, 'run' | 'flags'> {
  readonly flags?: Flags;
  /** Prints why the server refuses; by default, its message. */
  readonly complain?: (error: RemoteError, terminal: Terminal, input: Input) => void;
}

/** A command that calls a running server. `read` reads its command line before anything is called. */
export const remote = (
  { flags = {}, notes = USUAL_NOTES, complain = complainPlainly, ...details }: Details,
  read: (input: Input, terminal: Terminal) => Task | Promise<Task>,
): Command => ({
  ...details,
  flags,
  callsServer: true,
  notes,
  run: async (input, terminal) => {
    const task = await read(input, terminal);
    const options = readServer(input, terminal.env);
    // With its HTTP client, which no help needs.
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
  },
});

const USUAL_NOTES = 'Exit codes: 0 success, 1 the server refuses or is unreachable, 2 invalid command line.';

const complainPlainly = ({ message }: RemoteError, { complain }: Terminal): void => {
  complain(printable(`vatmock: ${message}`));
};
