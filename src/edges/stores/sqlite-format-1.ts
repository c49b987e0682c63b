import { createSecretKey } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type Key, SECRET_KEY } from '../../engine/sandbox/store.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { type Codec, type Encryption, deriveKey, open } from './codec.ts';
import { schemaOf } from './sqlite-schema.ts';
import { placeOf, placeOfContent } from './sqlite-rows.ts';
import { fromStorable } from './storable-text.ts';

/** A document's row number had the number of its collection, and in its lower half its position there. */
const POSITIONS = 2 ** 32;

interface Space {
  readonly number: number;
  readonly sandbox: number;
  readonly collection: string;
  readonly last: number;
}

/**
 * Converts a file of format 1, in which documents were also sought: keys had rows of their own, and an encrypted document began with
 * the members that lists are sorted by. Must run within a transaction.
 */
export const convertFormat1 = (db: DatabaseSync, codec: Codec, encryption: Encryption | undefined): void => {
  db.exec('ALTER TABLE documents RENAME TO former_documents; ALTER TABLE contents RENAME TO former_contents;');
  db.exec(schemaOf(encryption !== undefined));
  const former = readerOf(db, encryption);
  const add = db.prepare('INSERT INTO documents (sandbox, collection, id, position, body) VALUES (?, ?, ?, ?, ?)');
  const addLast = db.prepare('INSERT INTO positions (sandbox, collection, last) VALUES (?, ?, ?)');
  const documents = db.prepare('SELECT row, id, body FROM former_documents WHERE row BETWEEN ? AND ? ORDER BY row');
  for (const space of db.prepare('SELECT number, sandbox, collection, last FROM spaces').all() as unknown as Space[]) {
    const { number, sandbox, collection } = space;
    const keys = keysOf(db, space, former.readKey);
    let last = space.last;
    const rows = documents.iterate(number * POSITIONS + 1, (number + 1) * POSITIONS - 1);
    for (const { row, id, body } of rows as Iterable<{ row: number; id: string; body: string | Uint8Array }>) {
      const position = row % POSITIONS;
      const text = `[${former.readBody(body, row, id)},${stringifyJson(keys.get(row) ?? [])}]`;
      add.run(sandbox, collection, id, position, codec.encodeText(text, placeOf(sandbox, collection, id, position)));
      last = Math.max(last, position);
    }
    addLast.run(sandbox, collection, last);
  }
  const addContent = db.prepare('INSERT INTO contents (sandbox, id, bytes) VALUES (?, ?, ?)');
  const contents = db.prepare('SELECT sandbox, id, bytes FROM former_contents').iterate();
  for (const { sandbox, id, bytes } of contents as Iterable<{ sandbox: number; id: string; bytes: Uint8Array }>)
    addContent.run(sandbox, id, codec.encodeBytes(former.readContent(bytes, sandbox, id), placeOfContent(sandbox, id)));
  db.exec(
    'DROP TABLE former_documents; DROP TABLE former_contents; DROP TABLE keys; DROP TABLE lists; DROP TABLE spaces;',
  );
};

const keysOf = (
  db: DatabaseSync,
  { number }: Space,
  readKey: (key: Key) => Key,
): ReadonlyMap<number, readonly Key[]> => {
  const keys = new Map<number, Key[]>();
  const found = db
    .prepare('SELECT k.row, l.name, k.text FROM keys k JOIN lists l ON l.number = k.list WHERE l.space = ?')
    .iterate(number);
  for (const { row, name, text } of found as Iterable<{ row: number; name: string; text: string }>) {
    const key = readKey({ name: fromStorable(name), text });
    const all = keys.get(row);
    if (all === undefined) keys.set(row, [key]);
    else all.push(key);
  }
  return keys;
};

const readerOf = (db: DatabaseSync, encryption: Encryption | undefined) => {
  if (encryption === undefined)
    return {
      readBody: (body: string | Uint8Array) => body as string,
      readContent: (bytes: Uint8Array) => bytes,
      readKey: ({ name, text }: Key): Key => ({ name, text: fromStorable(text) }),
    };
  const { salt } = db.prepare('SELECT salt FROM encryption').get() as { salt: Uint8Array };
  const keyFor = (purpose: string) => createSecretKey(deriveKey(encryption.key, salt, purpose));
  const [values, texts] = [keyFor('values'), keyFor('key texts')];
  return {
    readBody: (body: string | Uint8Array, row: number, id: string): string => {
      const bytes = Buffer.from(body as Uint8Array);
      const end = bytes.indexOf(0);
      const members = bytes.toString('utf8', 0, end);
      return open(values, bytes.subarray(end + 1), `document ${String(row)} ${id} ${members}`).toString('utf8');
    },
    readContent: (bytes: Uint8Array, sandbox: number, id: string): Uint8Array =>
      open(values, bytes, `content ${String(sandbox)} ${id}`),
    readKey: ({ name, text }: Key): Key => ({
      name,
      text: fromStorable(
        name === SECRET_KEY ? open(texts, Buffer.from(text, 'base64url'), SECRET_KEY).toString('utf8') : text,
      ),
    }),
  };
};
