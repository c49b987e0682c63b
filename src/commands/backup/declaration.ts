import type { CommandDetails } from '../command-line/declaration.ts';
import { SERVER_FLAGS } from '../remote/server-flags.ts';

export const BACKUP: CommandDetails = {
  about: `Saves all data of a running server that was started with --data, while it goes on serving requests. FILE must not exist
yet; only you can read it, since it contains secrets.

  vatmock backup vatmock-backup.db
  VATMOCK_TOKEN=$ADMIN_TOKEN vatmock backup vatmock-backup.db --url https://stub.example

To restore it, stop the server, put the file into its data folder as vatmock.db, remove vatmock.db-wal, and start it again.`,
  flags: { ...SERVER_FLAGS },
  notes: `Exit codes: 0 success, 1 the file cannot be written, or the server refuses or is unreachable, 2 invalid command line.`,
};
