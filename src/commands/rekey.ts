import type { Command, Input } from './command-line/command.ts';
import { ConfigError, checkEncryptionKey } from '../config/config.ts';
import { dataFileIn } from '../edges/stores/data-files.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import { StoreError } from '../engine/sandbox/store.ts';
import { EXIT } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

const PRESENT = 'VATMOCK_ENCRYPTION_KEY';
const NEW = 'VATMOCK_NEW_ENCRYPTION_KEY';

/** Encrypts a data folder, changes its key or removes the encryption. */
const run = async (input: Input, terminal: Terminal): Promise<number> => {
  const [folder, ...others] = input.words;
  if (folder === undefined || others.length > 0) throw new UsageError('rekey takes the name of one folder');
  const from = readKey(terminal, PRESENT);
  const to = readKey(terminal, NEW);
  const decrypts = input.isSet('decrypt');
  if (decrypts === (to !== undefined))
    throw new UsageError(
      decrypts ? `--decrypt and ${NEW} exclude each other` : `set ${NEW} to the new key (openssl rand -base64 32)`,
    );
  const file = dataFileIn(folder);
  // Loads SQLite.
  const { rekeySqlite } = await import('../edges/stores/rekey-sqlite.ts');
  try {
    rekeySqlite(file, { from, to });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    terminal.complain(`vatmock: ${error.message}`);
    return EXIT.failed;
  }
  terminal.print(
    to === undefined
      ? `${file} is not encrypted any more: start the server without ${PRESENT}`
      : `${file} is encrypted with the key of ${NEW}: start the server with it in ${PRESENT}`,
  );
  return EXIT.ok;
};

const readKey = ({ env }: Terminal, name: string) => {
  try {
    const key = checkEncryptionKey(env[name], name);
    return key && { key, random: secureRandom };
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
};

export const command: Command = {
  about: `Encrypts the data folder of a stopped server, or changes its key. Keys come from the environment: VATMOCK_ENCRYPTION_KEY is the
present one (unset it if the folder is not encrypted), VATMOCK_NEW_ENCRYPTION_KEY the new one.

  export VATMOCK_NEW_ENCRYPTION_KEY=$(openssl rand -base64 32)
  vatmock rekey /var/lib/vatmock
  export VATMOCK_ENCRYPTION_KEY=$VATMOCK_NEW_ENCRYPTION_KEY
  vatmock serve --data /var/lib/vatmock

The data is written to a new file, which replaces the former one when it is complete; the disk needs space for two more copies
meanwhile. The former file is deleted, but not overwritten. Backups keep the key that they were made with.`,
  flags: { decrypt: { help: 'Remove the encryption instead.' } },
  notes: `Exit codes: 0 success, 1 the folder cannot be opened with the present key, is in use or cannot be written, 2 invalid command
line or key.`,
  wordChoices: 'files',
  run,
};
