import { renameSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../../engine/sandbox/store.ts';
import type { Codec, Encryption } from './codec.ts';
import { openSqlite } from './open-sqlite.ts';
import { removeLeftBackUps } from './sqlite-backup.ts';
import { toStoreError } from './sqlite-errors.ts';
import { placeOf, placeOfContent } from './sqlite-rows.ts';

/** Undefined: not encrypted. */
export interface Rekeying {
  readonly from: Encryption | undefined;
  readonly to: Encryption | undefined;
}

/**
 * Writes the data under another key into a new file, which then replaces the former one: a crash leaves one of the two,
 * and no page of the new file ever held the former values.
 */
export const rekeySqlite = (file: string, { from, to }: Rekeying): void => {
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    throw new StoreError(`${file} does not exist: name the folder that the server gets with --data`);
  const fresh = `${file}.rekeyed`;
  const { db, codec } = openSqlite(file, { encryption: from });
  try {
    remove(fresh);
    removeLeftBackUps(file);
    const target = openSqlite(fresh, { encryption: to });
    target.db.close();
    addFunctions(db, codec, target.codec);
    db.prepare('ATTACH ? AS fresh').run(fresh);
    db.exec(COPY);
    db.close();
    renameSync(fresh, file);
  } catch (error) {
    if (db.isOpen) db.close();
    remove(fresh);
    throw toStoreError(error, fresh);
  }
};

const remove = (fresh: string): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(fresh + end, { force: true });
};

const addFunctions = (db: DatabaseSync, former: Codec, codec: Codec): void => {
  db.function('new_body', (body, sandbox, collection, id, position) => {
    const place = placeOf(Number(sandbox), String(collection), String(id), Number(position));
    return codec.encodeText(former.decodeText(body as string | Uint8Array, place), place);
  });
  db.function('new_content', (bytes, sandbox, id) => {
    const place = placeOfContent(Number(sandbox), String(id));
    return codec.encodeBytes(former.decodeBytes(bytes as Uint8Array, place), place);
  });
};

const COPY = `
  BEGIN;
  INSERT INTO fresh.sandboxes (number, id) SELECT number, id FROM main.sandboxes;
  INSERT INTO fresh.positions (sandbox, collection, last) SELECT sandbox, collection, last FROM main.positions;
  INSERT INTO fresh.documents (sandbox, collection, id, position, body)
    SELECT sandbox, collection, id, position, new_body(body, sandbox, collection, id, position) FROM main.documents;
  INSERT INTO fresh.contents (sandbox, id, bytes)
    SELECT sandbox, id, new_content(bytes, sandbox, id) FROM main.contents;
  COMMIT;
  DETACH fresh;
`;
