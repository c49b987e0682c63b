import { readFileSync, readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { secureRandom } from '../../../src/edges/system/secure-random.ts';
import { type Dump, type Store, StoreError } from '../../../src/engine/sandbox/store.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { SANDBOX, insert, key } from './backend.ts';
import type { Encryption } from '../../../src/edges/stores/codec.ts';

const keyOf = (text: string): Encryption => ({
  key: Buffer.alloc(32, text),
  random: secureRandom,
});
const ONE = keyOf('one key');
const OTHER = keyOf('another');

let folder: TempFolder;
let file: string;
const opened: Store[] = [];
const closeAll = async (): Promise<void> => {
  for (const store of opened.splice(0)) await store.close();
};
beforeEach(async () => {
  folder = await createTempFolder({});
  file = folder.file('vatmock.db');
});
afterEach(async () => {
  await closeAll();
  await folder.remove();
});

const open = (encryption?: Encryption): Store => {
  const store = createSqliteStore(file, { encryption });
  opened.push(store);
  return store;
};

const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    return (error as Error).message;
  }
  throw new Error('it was not refused');
};

const SECRETS = ['whsec_in-a-document', '01SECRETOFALINK', 'bytes-of-an-upload'];

const fill = (store: Store): Promise<void> =>
  store.transact(SANDBOX, async (transaction) => {
    const [inDocument = '', inKey = '', inContent = ''] = SECRETS;
    for (const id of ['A', 'B']) await insert(transaction, 'endpoints', id, { value: { id, secret: inDocument } });
    await insert(transaction, 'invitations', 'I', {
      value: { secret: inKey },
      keys: [key('secret', inKey), key('seller', 'S')],
    });
    transaction.putContent('upload', Buffer.from(inContent));
    transaction.update('endpoints', 'B', { id: 'B', secret: `${inDocument}-2` });
  });

const dump = (store: Store): Promise<Dump> => store.read(SANDBOX, (reader) => reader.dump());

/** Changes the closed file. */
const tamper = (sql: string): void => {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
};

test('equal values are encrypted differently each time', async () => {
  await open(ONE).transact(SANDBOX, async (transaction) => {
    for (const id of ['A', 'B']) await insert(transaction, 'endpoints', id, { value: 'equal' });
  });
  await closeAll();
  const db = new DatabaseSync(file);
  const [one, other] = db.prepare('SELECT body FROM documents').all();
  db.close();
  expect(one?.['body']).not.toEqual(other?.['body']);
});

test.each([
  ['without its key', ONE, undefined, /is encrypted: set VATMOCK_ENCRYPTION_KEY to its key/],
  ['with another key', ONE, OTHER, /is encrypted with another key than that of VATMOCK_ENCRYPTION_KEY: set/],
  [
    'with a key, though it is not encrypted',
    undefined,
    ONE,
    /is not encrypted, but VATMOCK_ENCRYPTION_KEY is set: choose a new folder with --data, or unset the variable/,
  ],
])('a file opened %s is refused and left as it is', async (_name, first, second, message) => {
  await fill(open(first));
  await closeAll();
  const before = readFileSync(file);
  expect(refusal(() => open(second))).toMatch(message);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(folder.path)).toEqual(['vatmock.db']);
});

test.each([
  ['a changed body', `UPDATE documents SET body = zeroblob(64) WHERE id = 'A'`],
  ['a cut body', `UPDATE documents SET body = x'00' WHERE id = 'A'`],
  ['the body of another document', `UPDATE documents SET body = (SELECT body FROM documents WHERE id = 'B')`],
  ['another id', `UPDATE documents SET id = 'Z' WHERE id = 'I'`],
])('%s is rejected', async (_name, sql) => {
  await fill(open(ONE));
  await closeAll();
  tamper(sql);
  const store = open(ONE);
  await expect(dump(store)).rejects.toThrow(/changed by another program: restore a backup/);
});
