import type { TakeBackup } from '../../../control/backups.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED } from '../behaviour/usual-outcomes.ts';

/** Streams a copy of all data. */
export const showBackup = (take: TakeBackup) =>
  defineBehaviours({
    takeBackup: async () => ({
      status: 200,
      headers: { ...NOT_STORED, 'content-disposition': 'attachment; filename="vatmock-backup.db"' },
      live: { mediaType: 'application/vnd.sqlite3', pieces: await take() },
    }),
  });
