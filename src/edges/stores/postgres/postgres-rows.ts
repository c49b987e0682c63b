import { type LiveTexts, NOTHING_LIVE } from '../../../engine/sandbox/shared-access.ts';
import type { Dump, Key, NewDocument } from '../../../engine/sandbox/store.ts';
import { createBoundedCache } from '../../../kernel/caches.ts';
import { getOrInsert } from '../../../kernel/get-or-insert.ts';
import { parseOwnJson } from '../../../kernel/json.ts';
import type { Pause } from '../../../kernel/time-slices.ts';
import type { Kept, Notes, Persistence } from '../persistence.ts';
import { fromStorable, toStorable } from '../storable-text.ts';
import type { Homes } from './homes.ts';
import type { Postgres } from './open-postgres.ts';
import { type Pipeline, type Statement, statement } from './pipeline.ts';
import {
  homeOf,
  type DocumentRow,
  type Fence,
  toDocumentRow,
  toPositionRows,
  toLiveRows,
  writeRows,
} from './write-rows.ts';

interface PostgresRowsParts {
  readonly database: Postgres;
  /** Id of this server. */
  readonly owner: string;
  readonly homes: Pick<Homes, 'claim' | 'termOf' | 'lose'>;
  /** What is live of a sandbox and not written yet. */
  readonly saveLive: (home: string) => LiveTexts;
  /** When a sandbox was last used here, in wall-clock milliseconds. */
  readonly usedAt: (home: string) => number | undefined;
  /** Another server has, or may have, taken over. */
  readonly lost: (home: string, error: unknown) => void;
}

/** Documents that one statement writes: to serialize them takes a few milliseconds, in which nobody else is served. */
const PAGE = 500;

/** Sandboxes of which it is known which use was written last. */
const REMEMBERED = 10_000;

/** Milliseconds after which a use is written although nothing has changed. */
const USED = 30_000;

const BEGIN = statement('BEGIN ISOLATION LEVEL READ COMMITTED');
const COMMIT = statement('COMMIT');

/** Sandboxes as rows, of which only their home reads and writes any. */
export const createPostgresRows = (
  parts: PostgresRowsParts,
): Pick<Persistence, 'load' | 'flush' | 'readContent' | 'prepare'> => {
  const { database, owner, homes, saveLive, usedAt, lost } = parts;
  const { table } = database;
  const written = createBoundedCache<number>(REMEMBERED);

  const writeFenced = async (
    pipelined: Pipeline,
    fences: readonly Fence[],
    page: Page,
  ): Promise<ReadonlySet<string>> => {
    const [{ rows }] = await pipelined([writeRows(table, owner, fences, page)]);
    return new Set(rows.map(({ id }) => fromStorable(id)));
  };

  /** Several pages are one transaction, whose first statement locks the rows of the homes. */
  const writeAll = (fences: readonly Fence[], pages: readonly Page[], contents: readonly ContentNote[]) =>
    pages.length === 1 && contents.length === 0
      ? writeFenced(database.pipelined, fences, pages[0] ?? NOTHING)
      : database.withClient(async ({ pipelined }) => {
          await pipelined([BEGIN]);
          let held: ReadonlySet<string> = new Set();
          for (const page of pages) held = await writeFenced(pipelined, fences, page);
          const own = contents.filter(({ sandbox }) => held.has(homeOf(sandbox)));
          await pipelined([...own.map((content) => toContentStatement(table, content)), COMMIT]);
          return held;
        });

  return {
    load: async (sandbox): Promise<Kept> => {
      const home = homeOf(sandbox);
      const term = await homes.claim(home);
      const stored = toStorable(sandbox);
      const [documents, positions, contents] = await database.pipelined([
        statement<DocumentOfTable>(
          `SELECT collection, id, position, value, keys FROM ${table('documents')}
            WHERE sandbox = $1 ORDER BY collection, position`,
          [stored],
        ),
        statement<{ readonly collection: string; readonly last: number }>(
          `SELECT collection, last FROM ${table('positions')} WHERE sandbox = $1`,
          [stored],
        ),
        statement<{ readonly id: string; readonly size: number }>(
          `SELECT id, octet_length(bytes) AS size FROM ${table('contents')} WHERE sandbox = $1`,
          [stored],
        ),
      ]);
      return {
        collections: toCollections(documents.rows),
        positions: Object.fromEntries(positions.rows.map(({ collection, last }) => [fromStorable(collection), last])),
        contents: new Map(contents.rows.map(({ id, size }) => [fromStorable(id), size])),
        isStill: () => homes.termOf(home) === term,
      };
    },
    flush: async (noted) => {
      const fences = new Map<string, Fence>();
      const documents: DocumentRow[] = [];
      const positions: Page['positions'][number][] = [];
      const states: Page['states'][number][] = [];
      const pieces: Page['pieces'][number][] = [];
      const contents: ContentNote[] = [];
      const failed: string[] = [];
      for (const [sandbox, notes] of noted) {
        const home = homeOf(sandbox);
        const term = homes.termOf(home);
        if (term === undefined) {
          failed.push(sandbox);
          continue;
        }
        const live = fences.has(home) ? NOTHING_LIVE : saveLive(home);
        const hasNoNews = isNothing(notes) && live.states.length === 0 && live.pieces.length === 0;
        const used = usedAt(home);
        if (hasNoNews && (used ?? 0) - (written.get(home) ?? 0) < USED) continue;
        if (used !== undefined) written.set(home, used);
        const due = notes.due === undefined ? fences.get(home)?.due : toDue(notes.due);
        fences.set(home, { home, term, used, due });
        for (const [collection, ids] of notes.documents)
          for (const [id, document] of ids) documents.push(toDocumentRow(sandbox, collection, id, document));
        positions.push(...toPositionRows(sandbox, notes.positions));
        const rows = toLiveRows(home, live);
        states.push(...rows.states);
        pieces.push(...rows.pieces);
        for (const [id, bytes] of notes.contents) contents.push({ sandbox, id, bytes });
      }
      if (fences.size === 0) return failed;
      const sorted = [...fences.values()].sort((one, other) => (one.home < other.home ? -1 : 1));
      try {
        const held = await writeAll(sorted, toPages(documents, { positions, states, pieces }), contents);
        for (const home of fences.keys()) if (!held.has(home)) lost(home, undefined);
        for (const sandbox of noted.keys())
          if (fences.has(homeOf(sandbox)) && !held.has(homeOf(sandbox))) failed.push(sandbox);
        return failed;
      } catch (error) {
        // It may yet be written: the next claim has another term, which keeps it out or has it in what is loaded.
        for (const home of fences.keys()) lost(home, error);
        throw error;
      }
    },
    readContent: async (sandbox, id) => {
      const [{ rows }] = await database.pipelined([
        statement<{ readonly bytes: Uint8Array }>(
          `SELECT bytes FROM ${table('contents')} WHERE sandbox = $1 AND id = $2`,
          [toStorable(sandbox), toStorable(id)],
        ),
      ]);
      const [row] = rows;
      return row && new Uint8Array(row.bytes);
    },
    prepare: (dump, pause) =>
      Promise.resolve({
        exchange: async (sandbox, due) => {
          const home = homeOf(sandbox);
          const term = await homes.claim(home);
          const stored = toStorable(sandbox);
          await database.withClient(async ({ pipelined }) => {
            await pipelined([BEGIN]);
            const held = await writeFenced(pipelined, [{ home, term, due: toDue(due) }], NOTHING);
            if (!held.has(home)) {
              lost(home, undefined);
              throw new Error(`the home of ${home} is another server`);
            }
            await pipelined(
              ['documents', 'positions', 'contents'].map((name) =>
                statement(`DELETE FROM ${table(name)} WHERE sandbox = $1`, [stored]),
              ),
            );
            if (dump !== undefined) await fill(pipelined, sandbox, { home, term }, dump, pause);
            await pipelined([COMMIT]);
          });
        },
        tidy: () => Promise.resolve(),
      }),
  };

  async function fill(
    pipelined: Pipeline,
    sandbox: string,
    fence: Fence,
    { collections, positions, contents }: Dump,
    pause: Pause,
  ): Promise<void> {
    const places = toPositionRows(sandbox, new Map(Object.entries(positions)));
    const documents = Object.entries(collections).flatMap(([collection, all]) =>
      all.map((document) => ({ collection, document })),
    );
    for (let from = 0; from === 0 || from < documents.length; from += PAGE) {
      const rows = documents
        .slice(from, from + PAGE)
        .map(({ collection, document }) => toDocumentRow(sandbox, collection, document.id, document));
      await writeFenced(pipelined, [fence], { ...NOTHING, documents: rows, positions: from === 0 ? places : [] });
      await pause();
    }
    for (const [id, bytes] of Object.entries(contents))
      await pipelined([toContentStatement(table, { sandbox, id, bytes })]);
  }
};

type Page = Parameters<typeof writeRows>[3];

const NOTHING: Page = { documents: [], positions: [], states: [], pieces: [] };

interface ContentNote {
  readonly sandbox: string;
  readonly id: string;
  readonly bytes: Uint8Array | undefined;
}

interface DocumentOfTable {
  readonly collection: string;
  readonly id: string;
  readonly position: number;
  readonly value: string;
  readonly keys: string;
}

const toDue = (due: number | undefined): number | null | undefined => (due === Infinity ? null : due);

const isNothing = ({ documents, contents }: Notes): boolean => documents.size === 0 && contents.size === 0;

const toPages = (documents: readonly DocumentRow[], others: Omit<Page, 'documents'>): readonly Page[] => {
  const pages: Page[] = [{ ...others, documents: documents.slice(0, PAGE) }];
  for (let from = PAGE; from < documents.length; from += PAGE)
    pages.push({ ...NOTHING, documents: documents.slice(from, from + PAGE) });
  return pages;
};

const toContentStatement = (table: Postgres['table'], { sandbox, id, bytes }: ContentNote): Statement =>
  bytes === undefined
    ? statement(`DELETE FROM ${table('contents')} WHERE sandbox = $1 AND id = $2`, [
        toStorable(sandbox),
        toStorable(id),
      ])
    : statement(
        `INSERT INTO ${table('contents')} (sandbox, id, bytes) VALUES ($1, $2, $3)
          ON CONFLICT (sandbox, id) DO UPDATE SET bytes = excluded.bytes`,
        [toStorable(sandbox), toStorable(id), bytes],
      );

const toCollections = (rows: readonly DocumentOfTable[]): Readonly<Record<string, readonly NewDocument[]>> => {
  const collections = new Map<string, NewDocument[]>();
  for (const { collection, id, position, value, keys } of rows)
    getOrInsert(collections, fromStorable(collection), (): NewDocument[] => []).push({
      id: fromStorable(id),
      position,
      value: parseOwnJson(value),
      keys: parseOwnJson(keys) as unknown as readonly Key[],
    });
  return Object.fromEntries(collections);
};
