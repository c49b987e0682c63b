import type { Command } from './command-line/command.ts';
import { SERVER_FLAGS, readServerFlags } from './remote/server-flags.ts';
import { open, rm } from 'node:fs/promises';
import type { Input } from './command-line/input.ts';
import { RemoteError } from './remote/remote-error.ts';
import { createServerAccess } from './remote/server-access.ts';
import { EXIT } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

/** The file contains secrets. */
const MODE = 0o600;

/** Saves all data of a running server in a file. */
const run = async (input: Input, terminal: Terminal): Promise<number> => {
  const [file, ...others] = input.words;
  if (file === undefined || others.length > 0) throw new UsageError('backup takes the name of one file');
  const server = createServerAccess(readServerFlags(input));
  let isCreated = false;
  try {
    const answer = await server.call('GET', '/backup');
    const target = await open(file, 'wx', MODE);
    isCreated = true;
    try {
      await target.writeFile(answer.body);
      await target.sync();
    } finally {
      await target.close();
    }
    terminal.print(`${file} contains all data of ${server.url}`);
    return EXIT.ok;
  } catch (error) {
    // Half a backup is none.
    if (isCreated) await rm(file, { force: true });
    const reason = explain(error, file);
    if (reason === undefined) throw error;
    terminal.complain(`vatmock: ${reason}`);
    return EXIT.failed;
  } finally {
    await server.close();
  }
};

/** Undefined for an internal error. */
const explain = (error: unknown, file: string): string | undefined => {
  if (error instanceof RemoteError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return `${file} exists: choose another name`;
  return code === undefined ? undefined : `${file} could not be written (${message})`;
};

export const backup: Command = {
  about: `Saves all data of a running server that was started with --data, while it goes on serving requests. FILE must not exist
yet; only you can read it, since it contains secrets.

  vatmock backup vatmock-backup.db
  VATMOCK_TOKEN=$ADMIN_TOKEN vatmock backup vatmock-backup.db --url https://stub.example

To restore it, stop the server, put the file into its data folder as vatmock.db, remove vatmock.db-wal, and start it again.`,
  flags: { ...SERVER_FLAGS },
  notes: `Exit codes: 0 success, 1 the file cannot be written, or the server refuses or is unreachable, 2 invalid command line.`,
  run,
};
