import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { secureRandom } from '../../../src/edges/system/secure-random.ts';
import { type Dump, SECRET_KEY } from '../../../src/engine/sandbox/store.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { insert, key } from './backend.ts';

/** The tables of the first release. */
const tables = (body: 'TEXT' | 'BLOB'): string => `
  CREATE TABLE sandboxes (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE spaces (number INTEGER PRIMARY KEY, sandbox INTEGER NOT NULL, collection TEXT NOT NULL,
    last INTEGER NOT NULL DEFAULT 0, UNIQUE (sandbox, collection)) STRICT;
  CREATE TABLE lists (number INTEGER PRIMARY KEY, space INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE (space, name)) STRICT;
  CREATE TABLE documents (row INTEGER PRIMARY KEY, space INTEGER NOT NULL, id TEXT NOT NULL, body ${body} NOT NULL,
    UNIQUE (space, id)) STRICT;
  CREATE TABLE keys (list INTEGER NOT NULL, text TEXT NOT NULL, row INTEGER NOT NULL,
    PRIMARY KEY (list, text, row)) STRICT, WITHOUT ROWID;
  CREATE TABLE contents (sandbox INTEGER NOT NULL, id TEXT NOT NULL, bytes BLOB NOT NULL, UNIQUE (sandbox, id)) STRICT;
  PRAGMA user_version = 1;
`;

const KEY = Buffer.alloc(32, 'key');

/** Nonce, ciphertext, tag. */
const sealing =
  (salt: Uint8Array) =>
  (purpose: string, value: string | Uint8Array, place: string): Buffer => {
    const derived = new Uint8Array(hkdfSync('sha256', KEY, salt, `vatmock ${purpose}`, 32));
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', derived, nonce).setAAD(Buffer.from(place));
    return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
  };

/** Two orders, of which the second was changed to have two keys, and a third that was removed; an upload. */
const writeFormat1 = (file: string, isEncrypted: boolean): void => {
  const db = new DatabaseSync(file);
  db.exec(tables(isEncrypted ? 'BLOB' : 'TEXT'));
  db.exec(`PRAGMA application_id = ${String(isEncrypted ? 0x7661_7465 : 0x7661_746d)}`);
  const salt = randomBytes(16);
  const seal = sealing(salt);
  if (isEncrypted) {
    db.exec('CREATE TABLE encryption (salt BLOB NOT NULL, proof BLOB NOT NULL) STRICT');
    const proof = new Uint8Array(hkdfSync('sha256', KEY, salt, 'vatmock proof', 32));
    db.prepare('INSERT INTO encryption VALUES (?, ?)').run(salt, proof);
  }
  db.exec(`INSERT INTO sandboxes VALUES (1, 'other'), (2, 'demo');
    INSERT INTO spaces VALUES (1, 1, 'orders', 0), (7, 2, 'orders', 3);
    INSERT INTO lists VALUES (4, 7, 'vin'), (5, 7, '${SECRET_KEY}');`);
  const row = (position: number): number => 7 * 2 ** 32 + position;
  const add = (position: number, id: string, json: string, age: number): void => {
    const members = JSON.stringify({ age });
    const body = isEncrypted
      ? Buffer.concat([
          Buffer.from(`${members}\0`),
          seal('values', json, `document ${String(row(position))} ${id} ${members}`),
        ])
      : json;
    db.prepare('INSERT INTO documents VALUES (?, 7, ?, ?)').run(row(position), id, body);
  };
  add(1, 'A', '{"n":9007199254740993}', 1);
  add(2, 'B', '{"age":2,"text":"\u00fc"}', 2);
  const secret = isEncrypted ? seal('key texts', 's3cret', SECRET_KEY).toString('base64url') : 's3cret';
  const addKey = db.prepare('INSERT INTO keys VALUES (?, ?, ?)');
  addKey.run(4, 'WVW', row(1));
  addKey.run(4, 'WVW', row(2));
  addKey.run(5, secret, row(2));
  const bytes = Buffer.from('a PDF');
  db.prepare("INSERT INTO contents VALUES (2, 'upload', ?)").run(
    isEncrypted ? seal('values', bytes, 'content 2 upload') : bytes,
  );
  db.close();
};

const EXPECTED: Dump = {
  collections: {
    orders: [
      { id: 'A', position: 1, value: { n: 9007199254740993n }, keys: [key('vin', 'WVW')] },
      { id: 'B', position: 2, value: { age: 2, text: '\u00fc' }, keys: [key('vin', 'WVW'), key(SECRET_KEY, 's3cret')] },
    ],
  },
  positions: { orders: 3 },
  contents: { upload: new Uint8Array(Buffer.from('a PDF')) },
};

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder({});
});
afterEach(() => folder.remove());

const byName = (dump: Dump): Dump => ({
  ...dump,
  collections: Object.fromEntries(
    Object.entries(dump.collections).map(([name, documents]) => [
      name,
      documents.map((one) => ({ ...one, keys: one.keys.toSorted((a, b) => (a.name < b.name ? -1 : 1)) })),
    ]),
  ),
});

test.each([false, true])('a file of the first release is converted as a whole (encrypted: %s)', async (isEncrypted) => {
  const file = folder.file('data.db');
  writeFormat1(file, isEncrypted);
  const encryption = isEncrypted ? { key: KEY, random: secureRandom } : undefined;
  for (const time of ['converted', 'opened again']) {
    const store = createSqliteStore(file, { encryption });
    const dump = await store.dump('demo');
    expect([time, byName(dump)]).toEqual([time, byName(EXPECTED)]);
    expect(await store.read('demo', (reader) => reader.find('orders', key(SECRET_KEY, 's3cret')))).toHaveLength(1);
    await store.close();
  }
  const store = createSqliteStore(file, { encryption });
  await store.transact('demo', (transaction) => insert(transaction, 'orders', 'C'));
  expect((await store.dump('demo')).positions).toEqual({ orders: 4 });
  await store.close();
});

test('a file of the first release with a wrong key, or that is damaged, is left as it is', () => {
  const file = folder.file('data.db');
  writeFormat1(file, true);
  const open = (word: Buffer) => () => createSqliteStore(file, { encryption: { key: word, random: secureRandom } });
  const before = readFileSync(file);
  expect(open(Buffer.alloc(32))).toThrow('is encrypted with another key');
  expect(readFileSync(file).equals(before)).toBe(true);
  const tampering = new DatabaseSync(file);
  tampering.exec("UPDATE documents SET body = zeroblob(64) WHERE id = 'B'");
  tampering.close();
  expect(open(KEY)).toThrow('changed by another program');
  const db = new DatabaseSync(file);
  expect(db.prepare('SELECT count(*) AS count FROM keys').get()).toEqual({ count: 3 });
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  db.close();
});
