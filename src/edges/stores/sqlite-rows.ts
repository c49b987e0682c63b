import type { DatabaseSync } from 'node:sqlite';
import { type Dump, type Key, type NewDocument, StoreError } from '../../engine/sandbox/store.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { NO_PAUSE, type Pause } from '../../kernel/time-slices.ts';
import type { NextTurn } from '../../kernel/timers.ts';
import { createTurns } from '../../kernel/turns.ts';
import type { Codec } from './codec.ts';
import { type Notes, type Persistence, toNotes } from './persistence.ts';
import { LOG } from './open-sqlite.ts';
import { LEFT, fromStorable, toStorable } from './storable-text.ts';

/** Rows that one step reads or removes: a fraction of a slice. */
const ROWS = 16;

/** Bytes of contents whose log is moved to the data file in a turn of its own. */
const LARGE = 1_048_576;

/** The row of a sandbox in each table has its number, so that all its data can be exchanged at once. */
export const createSqliteRows = ({
  db,
  codec,
  nextTurn,
  checkFile,
  pauses,
  noticing,
}: {
  readonly db: DatabaseSync;
  readonly codec: Codec;
  readonly nextTurn: NextTurn | undefined;
  /** Throws if the file is not there any more. */
  readonly checkFile: () => void;
  /** Of long writes. */
  readonly pauses: () => Pause;
  /** Makes the errors of SQLite known. */
  readonly noticing: <T>(work: () => T | Promise<T>) => Promise<T>;
}) => {
  const sql = prepare(db);
  /** Runs work that writes to the file, when nothing else does. */
  const inTurn = createTurns();
  let numbers = new Map<string, number>();
  /** Numbers of data to be removed: that of no sandbox, or of one that was replaced. */
  const left = new Set((sql.leftSandboxes.all(LEFT) as unknown as { number: number }[]).map(({ number }) => number));

  const findNumber = (sandbox: string): number | undefined => {
    const known = numbers.get(sandbox);
    if (known !== undefined) return known;
    const found = sql.findSandbox.get(toStorable(sandbox)) as { number: number } | undefined;
    if (found !== undefined) numbers.set(sandbox, found.number);
    return found?.number;
  };

  const addNumber = (sandbox: string): number => {
    const number = Number(sql.addSandbox.run(toStorable(sandbox)).lastInsertRowid);
    numbers.set(sandbox, number);
    return number;
  };

  /** Commits, and moves the log to the data file in a turn of its own: the writing of a large content takes two turns. */
  const commitLarge = (next: NextTurn): void => {
    db.exec('PRAGMA wal_autocheckpoint = 0;');
    const moveLog = async (): Promise<void> => {
      await new Promise<void>(next);
      try {
        db.exec('PRAGMA wal_checkpoint(PASSIVE);');
      } finally {
        db.exec(LOG);
      }
    };
    try {
      sql.commit.run();
    } finally {
      // A full disk is noticed by the next write; the log remains valid.
      inTurn(moveLog).catch(() => undefined);
    }
  };

  /** One transaction; in turns of the event loop, if it takes long. */
  const write = (steps: () => Generator<number, void>, pause = NO_PAUSE): Promise<void> =>
    inTurn(() => noticing(() => writeNow(steps, pause)));

  const writeNow = async (steps: () => Generator<number, void>, pause: Pause): Promise<void> => {
    if (!db.isOpen) throw new StoreError('the store is closed');
    checkFile();
    let bytes = 0;
    try {
      sql.begin.run();
      for (const size of steps()) {
        bytes += size;
        const turn = pause();
        if (turn !== undefined) await turn;
      }
      // Further steps would have been committed individually.
      if (!db.isTransaction) throw new StoreError('the transaction was rolled back before its end');
      if (bytes > LARGE && nextTurn !== undefined) commitLarge(nextTurn);
      else sql.commit.run();
    } catch (error) {
      // SQLite itself rolls back when the disk is full.
      if (db.isTransaction) sql.rollback.run();
      numbers = new Map();
      throw error;
    }
  };

  /** Yields how many bytes were written. */
  function* writing(number: number, { documents, positions, contents }: Notes): Generator<number, void> {
    for (const [name, some] of documents) {
      const collection = toStorable(name);
      for (const [id, document] of some) {
        const named = toStorable(id);
        if (document === undefined) sql.removeDocument.run(number, collection, named);
        else {
          const { position, value, keys } = document;
          const text = stringifyJson([value, keys]);
          const body = codec.encode(text, placeOf(number, collection, named, position));
          sql.putDocument.run(number, collection, named, position, body);
          yield text.length;
        }
      }
    }
    for (const [collection, last] of positions) sql.putPosition.run(number, toStorable(collection), last);
    for (const [id, bytes] of contents) {
      const named = toStorable(id);
      if (bytes === undefined) sql.removeContent.run(number, named);
      else {
        sql.putContent.run(number, named, codec.encode(bytes, placeOfContent(number, named)));
        yield bytes.byteLength;
      }
    }
  }

  const load: Persistence['load'] = async (sandbox, pause) => {
    const number = findNumber(sandbox);
    if (number === undefined) return { collections: {}, positions: {}, contents: new Map() };
    const collections = new Map<string, NewDocument[]>();
    for (let last = { collection: '', id: '' }; ;) {
      const some = sql.someDocuments.all(number, last.collection, last.id) as unknown as DocumentRow[];
      for (const { collection, id, position, body } of some) {
        const text = codec.decode(body, placeOf(number, collection, id, position));
        const [value, keys] = parseOwnJson(String(text)) as unknown as [unknown, readonly Key[]];
        getOrInsert(collections, fromStorable(collection), (): NewDocument[] => []).push({
          id: fromStorable(id),
          position,
          value,
          keys,
        });
      }
      const end = some.at(-1);
      if (end === undefined) break;
      last = end;
      await pause();
    }
    for (const documents of collections.values()) documents.sort((a, b) => a.position - b.position);
    const positions = sql.positions.all(number) as unknown as { collection: string; last: number }[];
    const contents = sql.contents.all(number) as unknown as { id: string; size: number }[];
    return {
      collections: Object.fromEntries(collections),
      positions: Object.fromEntries(positions.map(({ collection, last }) => [fromStorable(collection), last])),
      contents: new Map(contents.map(({ id, size }) => [fromStorable(id), size - codec.overhead])),
    };
  };

  /** A transaction for each slice: others write between them. */
  const inSlices = async (steps: Generator<number, void>, pause: Pause): Promise<void> => {
    for (;;) {
      const slice: { isLast?: boolean; turn?: Promise<void> | undefined } = {};
      await write(function* some() {
        while (slice.turn === undefined) {
          const step = steps.next();
          if (step.done === true) {
            slice.isLast = true;
            return;
          }
          yield step.value;
          slice.turn = pause();
        }
      });
      if (slice.isLast === true) return;
      await slice.turn;
    }
  };

  function* removingLeft(): Generator<number, void> {
    for (const number of left) {
      while (sql.removeDocuments.run(number).changes > 0) yield 0;
      while (sql.removeFirstContent.run(number).changes > 0) yield 0;
      sql.removePositions.run(number);
      sql.removeSandbox.run(number);
      left.delete(number);
    }
  }

  /** Removes data that no sandbox has any more. */
  const tidy = async (pause: Pause): Promise<void> => {
    if (left.size === 0) return;
    const before = [...left];
    try {
      await inSlices(removingLeft(), pause);
    } catch (error) {
      // On a full disk the next removal or the next start does it.
      for (const number of before) left.add(number);
      if (!(error instanceof StoreError)) throw error;
    }
  };

  /** Writes data that no sandbox has yet, and returns its number. */
  const fill = async (dump: Dump, pause: Pause): Promise<number> => {
    let number = 0;
    function* filling(): Generator<number, void> {
      ({ number } = sql.nextNumber.get() as { number: number });
      left.add(number);
      sql.addNumbered.run(number, LEFT + String(number));
      yield* writing(number, toNotes(dump));
    }
    await inSlices(filling(), pause);
    return number;
  };

  const exchange = async (sandbox: string, number: number | undefined): Promise<void> => {
    let former: number | undefined;
    await write(function* exchanging() {
      former = findNumber(sandbox);
      if (former !== undefined) sql.nameSandbox.run(LEFT + String(former), former);
      yield 0;
      if (number !== undefined) sql.nameSandbox.run(toStorable(sandbox), number);
    });
    // Not before the commit: what is left is removed.
    numbers.delete(sandbox);
    if (former !== undefined) left.add(former);
    if (number !== undefined) left.delete(number);
  };

  function* flushing(all: ReadonlyMap<string, Notes>): Generator<number, void> {
    for (const [sandbox, notes] of all) yield* writing(findNumber(sandbox) ?? addNumber(sandbox), notes);
  }

  const persistence: Pick<Persistence, 'load' | 'flush' | 'readContent' | 'replace'> = {
    load: (sandbox, pause) => noticing(() => load(sandbox, pause)),
    flush: async (notes) => {
      await write(() => flushing(notes), pauses());
      return [];
    },
    readContent: (sandbox, id) =>
      noticing(() => {
        const number = findNumber(sandbox);
        if (number === undefined) return undefined;
        const found = sql.content.get(number, toStorable(id)) as { bytes: Uint8Array } | undefined;
        return found && (codec.decode(found.bytes, placeOfContent(number, toStorable(id))) as Uint8Array);
      }),
    replace: async (sandbox, { dump }, pause, inTurnOfSandbox) => {
      try {
        const number = dump && (await fill(dump, pause));
        await inTurnOfSandbox(() => exchange(sandbox, number));
      } finally {
        await tidy(pause);
      }
    },
  };
  return { ...persistence, tidy, inTurn };
};

interface DocumentRow {
  readonly collection: string;
  readonly id: string;
  readonly position: number;
  readonly body: string | Uint8Array;
}

const placeOf = (sandbox: number, collection: string, id: string, position: number): string =>
  JSON.stringify(['document', sandbox, collection, id, position]);

const placeOfContent = (sandbox: number, id: string): string => JSON.stringify(['content', sandbox, id]);

const prepare = (db: DatabaseSync) => ({
  begin: db.prepare('BEGIN IMMEDIATE'),
  commit: db.prepare('COMMIT'),
  rollback: db.prepare('ROLLBACK'),

  addSandbox: db.prepare('INSERT INTO sandboxes (id) VALUES (?)'),
  addNumbered: db.prepare('INSERT INTO sandboxes (number, id) VALUES (?, ?)'),
  nextNumber: db.prepare('SELECT coalesce(max(number), 0) + 1 AS number FROM sandboxes'),
  findSandbox: db.prepare('SELECT number FROM sandboxes WHERE id = ?'),
  nameSandbox: db.prepare('UPDATE sandboxes SET id = ? WHERE number = ?'),
  removeSandbox: db.prepare('DELETE FROM sandboxes WHERE number = ?'),
  leftSandboxes: db.prepare('SELECT number FROM sandboxes WHERE instr(id, ?) = 1'),

  putDocument: db.prepare(`
    INSERT INTO documents (sandbox, collection, id, position, body) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (sandbox, collection, id) DO UPDATE SET position = excluded.position, body = excluded.body`),
  removeDocument: db.prepare('DELETE FROM documents WHERE sandbox = ? AND collection = ? AND id = ?'),
  someDocuments: db.prepare(`
    SELECT collection, id, position, body FROM documents WHERE sandbox = ? AND (collection, id) > (?, ?)
    ORDER BY collection, id LIMIT ${ROWS}`),
  removeDocuments: db.prepare(`
    DELETE FROM documents WHERE rowid IN (SELECT rowid FROM documents WHERE sandbox = ? LIMIT ${ROWS})`),

  putPosition: db.prepare('INSERT OR REPLACE INTO positions (sandbox, collection, last) VALUES (?, ?, ?)'),
  positions: db.prepare('SELECT collection, last FROM positions WHERE sandbox = ?'),
  removePositions: db.prepare('DELETE FROM positions WHERE sandbox = ?'),

  // Node 22 binds an empty byte array as NULL.
  putContent: db.prepare("INSERT OR REPLACE INTO contents (sandbox, id, bytes) VALUES (?, ?, coalesce(?, x''))"),
  removeContent: db.prepare('DELETE FROM contents WHERE sandbox = ? AND id = ?'),
  content: db.prepare('SELECT bytes FROM contents WHERE sandbox = ? AND id = ?'),
  contents: db.prepare('SELECT id, length(bytes) AS size FROM contents WHERE sandbox = ?'),
  removeFirstContent: db.prepare(`
    DELETE FROM contents WHERE rowid IN (SELECT rowid FROM contents WHERE sandbox = ? LIMIT 1)`),
});
