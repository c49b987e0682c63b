import { open, rm } from 'node:fs/promises';
import { RemoteError } from './remote/remote-error.ts';
import { remote } from './remote/remote.ts';
import { UsageError } from './terminal/exit-codes.ts';

/** The file contains secrets. */
const MODE = 0o600;

/** Saves all data of a running server in a file. */
export const run = remote(({ words: [file, ...others] }) => {
  if (file === undefined || others.length > 0) throw new UsageError('backup takes the name of one file');
  return async (server, print) => {
    const { body } = await server.call('GET', '/backup');
    let isCreated = false;
    try {
      const target = await open(file, 'wx', MODE);
      isCreated = true;
      try {
        await target.writeFile(body);
        await target.sync();
      } finally {
        await target.close();
      }
    } catch (error) {
      // Half a backup is none.
      if (isCreated) await rm(file, { force: true });
      throw inWords(error, file);
    }
    print(`${file} contains all data of ${server.url}`);
  };
});

const inWords = (error: unknown, file: string): unknown => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof RemoteError || code === undefined) return error;
  return new RemoteError(
    code === 'EEXIST' ? `${file} exists: choose another name` : `${file} could not be written (${message})`,
  );
};
