import type { CommandDetails } from '../command-line/declaration.ts';

export const REKEY: CommandDetails = {
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
};
