import path from 'node:path';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { secureRandom } from '../../../src/edges/system/secure-random.ts';
import { StoreError } from '../../../src/engine/sandbox/store.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { SANDBOX, insert, key } from './backend.ts';
import type { Encryption } from '../../../src/edges/stores/codec.ts';

let folder: TempFolder;
let file: string;
beforeEach(async () => {
  folder = await createTempFolder({});
  file = folder.file('data.db');
});
afterEach(() => folder.remove());

const toEncryption = (word: string): Encryption => ({
  key: Buffer.alloc(32, word),
  random: secureRandom,
});

const fill = async (encryption?: Encryption): Promise<void> => {
  const store = createSqliteStore(file, { encryption });
  await store.transact(SANDBOX, async (transaction) => {
    for (let n = 0; n < 200; n++)
      await insert(transaction, 'orders', String(n), {
        value: { text: 'x'.repeat(100) },
        keys: [key('vin', String(n))],
      });
  });
  await store.close();
};

/** Every file of the folder by its content. */
const checksums = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const at = path.join(entry.parentPath, entry.name);
        return [at, createHash('sha256').update(readFileSync(at)).digest('hex')];
      }),
  );

/** What somebody reads who starts a server on it, which must leave everything as it is. */
const refusal = (at: string, encryption?: Encryption): string => {
  const before = checksums();
  let message = '';
  try {
    void createSqliteStore(at, { encryption }).close();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    message = (error as StoreError).message;
  }
  expect(checksums()).toEqual(before);
  return message;
};

/** Changes the closed file. */
const change = (sql: string): void => {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
};

/** A folder as a server leaves it that is killed after these statements: they are in the log alone. */
const killedAfter = (statements: string): string => {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; ${statements}`);
  const left = folder.file('left');
  mkdirSync(left);
  for (const name of readdirSync(folder.path).filter((each) => each.startsWith('data.db')))
    cpSync(folder.file(name), path.join(left, name));
  db.close();
  return path.join(left, 'data.db');
};

test('a file of a newer version that was killed keeps its log', async () => {
  await fill();
  const left = killedAfter('CREATE TABLE newer (a); PRAGMA user_version = 3;');
  expect(readdirSync(path.dirname(left)).toSorted()).toEqual(['data.db', 'data.db-wal']);
  expect(refusal(left)).toMatch(/was written by a newer vatmock \(format 3; this one knows 2\): update/);
});

test('a file that is damaged and was not closed keeps its log', async () => {
  await fill();
  const left = killedAfter("INSERT INTO sandboxes (id) VALUES ('new');");
  truncateSync(left, 20_000);
  expect(refusal(left)).toMatch(/is damaged or not a vatmock data file \(.*\): restore a backup/);
});

test('an encrypted file that was not closed keeps its log if the key is wrong', async () => {
  await fill(toEncryption('right'));
  const left = killedAfter("INSERT INTO sandboxes (id) VALUES ('new');");
  expect(refusal(left, toEncryption('wrong'))).toMatch(/is encrypted with another key/);
  expect(refusal(left)).toMatch(/is encrypted: set VATMOCK_ENCRYPTION_KEY/);
  expect(readdirSync(path.dirname(left))).toContain('data.db-wal');
});

test('a file that is not encrypted is refused with a key', async () => {
  await fill();
  expect(refusal(file, toEncryption('right'))).toMatch(
    /is not encrypted, but VATMOCK_ENCRYPTION_KEY is set: choose a new folder with --data, or unset the variable/,
  );
});

test('equal values are encrypted differently each time', async () => {
  const store = createSqliteStore(file, { encryption: toEncryption('right') });
  await store.transact(SANDBOX, async (transaction) => {
    for (const id of ['A', 'B']) await insert(transaction, 'endpoints', id, { value: 'equal' });
  });
  await store.close();
  const db = new DatabaseSync(file);
  const [one, other] = db.prepare('SELECT body FROM documents').all() as { body: Uint8Array }[];
  db.close();
  // Their tags differ in any case, as their places do.
  expect(one!.body.subarray(0, -16)).not.toEqual(other!.body.subarray(0, -16));
});

test.each([
  ['a changed body', `UPDATE documents SET body = zeroblob(64) WHERE id = '1'`],
  ['a cut body', `UPDATE documents SET body = x'00' WHERE id = '1'`],
  ['the body of another document', `UPDATE documents SET body = (SELECT body FROM documents WHERE id = '2')`],
  ['another id', `UPDATE documents SET id = 'Z' WHERE id = '1'`],
])('of an encrypted file, %s is rejected', async (_name, sql) => {
  const encryption = toEncryption('right');
  await fill(encryption);
  change(sql);
  const store = createSqliteStore(file, { encryption });
  const dump = store.read(SANDBOX, (reader) => reader.dump());
  await expect(dump).rejects.toThrow(/changed by another program: restore a backup/);
  await store.close();
});

test('the log of this version that was killed is read', async () => {
  await fill();
  const left = killedAfter('UPDATE documents SET body = \'[{"text":"last"},[]]\' WHERE id = \'7\';');
  const store = createSqliteStore(left);
  expect(await store.read(SANDBOX, (reader) => reader.get('orders', '7'))).toEqual({ text: 'last' });
  await store.close();
  expect(readdirSync(path.dirname(left))).toEqual(['data.db']);
});

test.each(['sandboxes', 'documents', 'contents'])('a file without its table %s is called damaged', async (table) => {
  await fill();
  change(`DROP TABLE ${table}`);
  expect(refusal(file)).toContain(`it lacks the table ${table}`);
});

test.each([
  ['DROP TABLE encryption', 'it lacks the table encryption'],
  ['DELETE FROM encryption', 'it lacks the salt of its key'],
])('an encrypted file after %s is called damaged', async (statement, message) => {
  await fill(toEncryption('right'));
  change(statement);
  expect(refusal(file, toEncryption('right'))).toContain(message);
});

test.each([16, 100, 4096])('the first %i bytes of a file are called damaged', async (bytes) => {
  await fill();
  writeFileSync(file, readFileSync(file).subarray(0, bytes));
  expect(refusal(file)).toMatch(/is damaged or not a vatmock data file \(.*\): restore a backup/);
});
