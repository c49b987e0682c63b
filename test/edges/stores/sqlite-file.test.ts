import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { type Store, StoreError } from '../../../src/engine/sandbox/store.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { EVERYTHING, SANDBOX, insert, key, nextPosition } from './backend.ts';

let folder: TempFolder;
let file: string;
const opened: Store[] = [];
beforeEach(async () => {
  folder = await createTempFolder({});
  file = folder.file('data.db');
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await folder.remove();
});

const open = (at = file): Store => {
  const store = createSqliteStore(at);
  opened.push(store);
  return store;
};

/** What somebody reads who starts a server on it. */
const refusal = (at = file): string => {
  try {
    open(at);
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    return (error as Error).message;
  }
  throw new Error('it was opened');
};

const fill = (store: Store, count: number, text = 'x'): Promise<void> =>
  store.transact(SANDBOX, async (transaction) => {
    for (let n = 0; n < count; n++)
      await insert(transaction, 'orders', `${text}-${String(n)}`, { value: { text }, keys: [key('vin', String(n))] });
  });

const total = (store: Store): Promise<number> =>
  store.read(SANDBOX, (reader) => reader.list('orders', EVERYTHING).total);

/** Leaves a file behind that another change can be made to. */
const leaveFile = async (count = 1): Promise<void> => {
  const store = open();
  await fill(store, count);
  await store.close();
};

test('a transaction in progress does not keep another sandbox from reading', async () => {
  const store = open();
  await fill(store, 1);
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  const long = store.transact('other', async (transaction) => {
    await insert(transaction, 'orders', 'A', { value: {} });
    await held;
  });
  expect(await total(store)).toBe(1);
  end();
  await long;
});

test('a folder that is not there is made', async () => {
  const at = folder.file('deep/er/data.db');
  await fill(open(at), 1);
  expect(readdirSync(path.dirname(at))).toContain('data.db');
});

test('opening a file writes nothing to it, so that it also opens on a full disk', async () => {
  await leaveFile();
  const before = readFileSync(file);
  const store = open();
  expect(await total(store)).toBe(1);
  expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  await store.close();
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a closed store leaves one file', async () => {
  await leaveFile();
  expect(readdirSync(folder.path)).toEqual(['data.db']);
});

test('a file in use is refused, with the remedy, until it is given free', async () => {
  const store = open();
  expect(refusal()).toBe(
    `${file} is in use by another process: stop that server, or choose another folder with --data`,
  );
  await fill(store, 1);
  expect(refusal()).toContain('in use by another process');
  expect(await total(store)).toBe(1);
  await store.close();
  expect(await total(open())).toBe(1);
});

test.each([
  [7, 'a newer vatmock (format 7; this one knows 2): update, or choose another folder with --data'],
  [
    1,
    'an older vatmock (format 1; this one reads 2): choose another folder with --data, or keep the older vatmock for this one',
  ],
])('a file of format %i is refused and left as it is', async (format, by) => {
  await leaveFile();
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA user_version = ${String(format)}`);
  db.close();
  const before = readFileSync(file);
  expect(refusal()).toBe(`${file} was written by ${by}`);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a database of another program is refused and left as it is', () => {
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE documents (a TEXT)');
  db.close();
  const before = readFileSync(file);
  expect(refusal()).toBe(`${file} is not a vatmock data file: move it away, or choose another folder with --data`);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a file that is no database is refused and left as it is', () => {
  writeFileSync(file, 'Dear diary, '.repeat(1000));
  expect(refusal()).toMatch(
    /data\.db is damaged or not a vatmock data file \(file is not a database\): .* move it away/,
  );
  expect(readFileSync(file, 'utf8')).toMatch(/^Dear diary/);
});

test('a file of 0 bytes is refused, with the remedy, and left as it is', async () => {
  writeFileSync(file, '');
  const message = `${file} has 0 bytes, which a full disk or an interrupted copy leaves behind: restore a backup, or delete the file to start afresh`;
  expect([refusal(), refusal()]).toEqual([message, message]);
  expect(readdirSync(folder.path)).toEqual(['data.db']);
  rmSync(file);
  await fill(open(), 1);
});

test('a first start that fails leaves no file of 0 bytes behind', async () => {
  const exec = jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  });
  expect(refusal()).toMatch(/data\.db could not be written .* free some disk space/);
  exec.mockRestore();
  expect(readdirSync(folder.path)).toEqual([]);
  await fill(open(), 1);
});

test.each([
  ['cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['overwritten in the middle', (bytes: Buffer) => bytes.fill(0x5a, bytes.length / 2, bytes.length / 2 + 9000)],
])('a file that was %s is called damaged at the start and left as it is', async (_name, damage) => {
  await leaveFile(2000);
  const bytes = damage(readFileSync(file));
  writeFileSync(file, bytes);
  expect(refusal()).toMatch(/data\.db is damaged or not a vatmock data file \(.*\): restore a backup/);
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

const modeOf = (at: string): string => (statSync(at).mode & 0o777).toString(8);

test('only the user of the server can read a new folder and its files', async () => {
  const at = folder.file('new/data.db');
  await fill(open(at), 1);
  const names = readdirSync(path.dirname(at));
  expect(names).toContain('data.db-wal');
  expect(modeOf(path.dirname(at))).toBe('700');
  expect(names.map((name) => modeOf(folder.file(`new/${name}`)))).toEqual(names.map(() => '600'));
});

test('a folder and files that others could read are restricted, and the operator is told', async () => {
  const at = folder.file('old/data.db');
  await open(at).close();
  chmodSync(path.dirname(at), 0o755);
  chmodSync(at, 0o644);
  const told: string[] = [];
  const openAgain = () => {
    opened.push(createSqliteStore(at, { noticed: (message) => told.push(message) }));
  };
  openAgain();
  expect([modeOf(path.dirname(at)), modeOf(at)]).toEqual(['700', '600']);
  expect(told).toContain(`other users had access to ${path.dirname(at)} (mode 755): its mode is now 700`);
  expect(told).toContain(`other users had access to ${at} (mode 644): its mode is now 600`);
  await opened.pop()?.close();
  told.length = 0;
  openAgain();
  expect(told).toEqual([]);
});

test('a folder with files of others keeps its mode', () => {
  chmodSync(folder.path, 0o755);
  writeFileSync(folder.file('notes.txt'), '');
  open();
  expect(modeOf(folder.path)).toBe('755');
  expect(modeOf(file)).toBe('600');
});

test('a folder that the kernel does not let be made is refused at once', () => {
  // Node's own way never ends there.
  const at = process.platform === 'linux' ? '/proc/nothing-here/data.db' : path.join(file, 'x', 'data.db');
  expect(refusal(at)).toMatch(/cannot be created as a folder \(.*\): choose another folder with --data/);
});

test.each([
  [
    'a file where the folder should be',
    'data.db/data.db',
    /cannot be created as a folder \(.*\): choose another folder with --data/,
  ],
  ['a folder where the file should be', 'folder', /cannot be written \(.*\): make the folder and its files writable/],
])('%s is refused', (_name, at, message) => {
  writeFileSync(file, '');
  mkdirSync(folder.file('folder'));
  expect(refusal(folder.file(at))).toMatch(message);
});

/** As many pages as are in use now, so that the disk is full from here on. */
const withFullDisk = async (work: (store: Store, makeRoom: () => void) => Promise<void>): Promise<void> => {
  let pages = 200;
  const exec = Reflect.get<DatabaseSync, 'exec'>(DatabaseSync.prototype, 'exec');
  const spy = jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, text) {
    exec.call(this, `${text}; PRAGMA max_page_count = ${String(pages)}`);
  });
  await work(open(), () => {
    pages = 100_000;
  });
  spy.mockRestore();
};

test('a full disk fails the transaction that finds it full, and nothing else', async () => {
  await withFullDisk(async (store) => {
    await fill(store, 10);
    const large = 'y'.repeat(10_000);
    const tooMuch = fill(store, 500, large);
    await expect(tooMuch).rejects.toThrow(StoreError);
    await expect(fill(store, 500, large)).rejects.toThrow(
      /data\.db could not be written \(database or disk is full\): free some disk space; completed requests are stored/,
    );
    expect(await total(store)).toBe(10);
    expect(await store.read(SANDBOX, (reader) => reader.usage())).toMatchObject({ documents: 10 });
    await expect(fill(store, 500, large)).rejects.toMatchObject({ fault: 'full' });
    await fill(store, 5, 'small');
    expect(await total(store)).toBe(15);
    // The first transaction of a sandbox, too.
    const begin = (value: string) =>
      store.transact('new', (transaction) => insert(transaction, 'orders', 'A', { value }));
    await expect(begin('y'.repeat(3_000_000))).rejects.toThrow(StoreError);
    await begin('small');
  });
  for (const store of opened.splice(0)) await store.close();
  expect(await total(open())).toBe(15);
  expect(await opened[0]?.read('new', (reader) => reader.get('orders', 'A'))).toBe('small');
});

test('work that goes on after the disk was full does not slip in behind it', async () => {
  await withFullDisk(async (store) => {
    await fill(store, 10);
    const stubborn = store.transact(SANDBOX, async (transaction) => {
      await insert(transaction, 'orders', 'before');
      await insert(transaction, 'orders', 'large', { value: 'y'.repeat(3_000_000) }).catch(() => undefined);
      await insert(transaction, 'orders', 'after');
    });
    await expect(stubborn).rejects.toThrow(StoreError);
    expect(await total(store)).toBe(10);
    expect(await store.read(SANDBOX, (reader) => reader.get('orders', 'after'))).toBeUndefined();
    expect(await store.read(SANDBOX, (reader) => nextPosition(reader, 'orders'))).toBe(11);
  });
});

describe('whether it can be written', () => {
  test('it can', async () => {
    const store = open();
    expect(await store.check()).toBeUndefined();
    await fill(store, 1);
    expect(await store.check()).toBeUndefined();
    expect(await total(store)).toBe(1);
  });

  test('after a refused write a small one proves nothing, and one of a real amount leaves nothing', async () => {
    await withFullDisk(async (store, makeRoom) => {
      expect(await store.check()).toBeUndefined();
      await expect(fill(store, 500, 'y'.repeat(10_000))).rejects.toMatchObject({ fault: 'full' });
      expect(await store.check()).toBe('full');
      await fill(store, 5, 'small');
      expect(await store.check()).toBe('full');
      makeRoom();
      expect(await store.check()).toBeUndefined();
      expect(await total(store)).toBe(5);
    });
    await opened.pop()?.close();
    const db = new DatabaseSync(file);
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'room'").all()).toEqual([]);
    db.close();
  });

  test('a write that fails names the reason', async () => {
    const exec = Reflect.get<DatabaseSync, 'exec'>(DatabaseSync.prototype, 'exec');
    const spy = jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, text) {
      exec.call(this, text.includes('COMMIT') ? `${text}; PRAGMA query_only = 1` : text);
    });
    const store = open();
    expect(await store.check()).toBe('unwritable');
    spy.mockRestore();
  });
});
