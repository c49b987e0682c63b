import { type HomeDatabase, homeOf } from '../../../src/edges/stores/home-database.ts';
import { Reader, fillPartition } from '../../../src/edges/stores/transaction.ts';
import type { NotedDocument } from '../../../src/edges/stores/persistence.ts';
import type { Dump, NewDocument } from '../../../src/engine/sandbox/store.ts';
import { getOrInsert } from '../../../src/kernel/caches.ts';
import { NO_PAUSE } from '../../../src/kernel/time-slices.ts';

/** Sends a question to the database: it is done at once, later, or never, and its answer may be lost. */
export type Ask = <T>(work: () => T) => Promise<T>;

interface Home {
  owner: string | undefined;
  term: number;
  version: number;
}

interface Rows {
  readonly documents: Map<string, Map<string, NotedDocument>>;
  readonly positions: Map<string, number>;
  readonly contents: Map<string, Uint8Array>;
}

/** Milliseconds. */
const LEASE = 5000;

/** The database of several servers, as plainly as can be: what PostgreSQL does in a statement or a transaction is one step. */
export const createFakeHomeDatabase = (now: () => number) => {
  const homes = new Map<string, Home>();
  const servers = new Map<string, { readonly url: string; expiresAt: number }>();
  const rows = new Map<string, Rows>();
  const live = new Map<string, Map<string, string | undefined>>();

  const rowsOf = (sandbox: string): Rows =>
    getOrInsert(rows, sandbox, () => ({ documents: new Map(), positions: new Map(), contents: new Map() }));
  const lives = (id: string | undefined): boolean => id !== undefined && (servers.get(id)?.expiresAt ?? 0) > now();
  const otherOwner = (home: string, own: string) => {
    const owner = homes.get(home)?.owner;
    return owner === undefined || owner === own || !lives(owner)
      ? undefined
      : { id: owner, url: servers.get(owner)!.url };
  };
  const isHeld = (home: string, own: string, term: number): boolean => {
    const found = homes.get(home);
    return found?.owner === own && found.term === term;
  };
  const documentsIn = (sandbox: string): Pick<Dump, 'collections' | 'positions'> => ({
    collections: Object.fromEntries(
      [...rowsOf(sandbox).documents].map(([name, documents]) => [
        name,
        [...documents].map(([id, one]): NewDocument => ({ id, ...one })).sort((a, b) => a.position - b.position),
      ]),
    ),
    positions: Object.fromEntries(rowsOf(sandbox).positions),
  });

  return {
    beat: (id: string, url: string): void => {
      servers.set(id, { url, expiresAt: now() + LEASE });
    },
    /** As the server `own` sees it. */
    seenBy: (own: string, ask: Ask): HomeDatabase => ({
      name: 'the database',
      claim: (home, gone) =>
        ask((): Awaited<ReturnType<HomeDatabase['claim']>> => {
          const found = homes.get(home);
          const isFree = found?.owner === undefined || [own, gone].includes(found.owner) || !lives(found.owner);
          const term = isFree ? (found?.term ?? 0) + 1 : undefined;
          if (term !== undefined) homes.set(home, { owner: own, term, version: found?.version ?? 0 });
          const states = [...(live.get(home) ?? [])].map(([name, text]) => ({ name, text }));
          return { term, live: { states, pieces: [] }, owner: otherOwner(home, own) };
        }),
      ownerOf: (home) => ask(() => otherOwner(home, own)),
      release: (released) => {
        const all = [...released];
        return ask(() => {
          for (const [home, term] of all) {
            const found = homes.get(home);
            if (found?.owner === own && term === found.term) found.owner = undefined;
          }
        });
      },
      load: (sandbox) =>
        ask(() => ({
          ...documentsIn(sandbox),
          contents: new Map([...rowsOf(sandbox).contents].map(([id, { byteLength }]) => [id, byteLength])),
        })),
      readContent: (sandbox, id) => ask(() => rowsOf(sandbox).contents.get(id)),
      write: ({ fences, notes, live: texts }) =>
        ask(() => {
          const held = new Set(fences.filter(({ home, term }) => isHeld(home, own, term)).map(({ home }) => home));
          for (const home of held) homes.get(home)!.version += 1;
          for (const [sandbox, { documents, positions, contents }] of notes) {
            if (!held.has(homeOf(sandbox))) continue;
            const own = rowsOf(sandbox);
            for (const [collection, noted] of documents) {
              const table = getOrInsert(own.documents, collection, () => new Map<string, NotedDocument>());
              for (const [id, document] of noted)
                if (document === undefined) table.delete(id);
                else table.set(id, document);
            }
            for (const [collection, last] of positions) own.positions.set(collection, last);
            for (const [id, bytes] of contents)
              if (bytes === undefined) own.contents.delete(id);
              else own.contents.set(id, bytes);
          }
          for (const [home, { states }] of texts)
            if (held.has(home))
              for (const { name, text } of states) getOrInsert(live, home, () => new Map()).set(name, text);
          return held;
        }),
      replace: (sandbox, { home, term }, dump) =>
        ask(() => {
          if (!isHeld(home, own, term)) return false;
          rows.delete(sandbox);
          const { documents, positions, contents } = rowsOf(sandbox);
          for (const [name, all] of Object.entries(dump?.collections ?? {}))
            documents.set(name, new Map(all.map(({ id, ...document }) => [id, document])));
          for (const [name, last] of Object.entries(dump?.positions ?? {})) positions.set(name, last);
          for (const [id, bytes] of Object.entries(dump?.contents ?? {})) contents.set(id, bytes);
          return true;
        }),
      forget: (sandbox) => ask(() => void live.delete(sandbox)),
      readCommon: async (partition, work) => {
        return work(new Reader(await fillPartition(await ask(() => documentsIn(partition)), [], NO_PAUSE)));
      },
      peek: (sandbox, collection, id) => ask(() => rowsOf(sandbox).documents.get(collection)?.get(id)?.value),
      versionOf: (sandbox) => ask(() => homes.get(sandbox)?.version ?? 0),
      usedAt: () => ask(() => new Map()),
      dueSandboxes: () => ask(() => []),
      check: () => Promise.resolve(undefined),
      close: () => Promise.resolve(),
    }),
  };
};
