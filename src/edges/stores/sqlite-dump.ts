import type { Dump, Key, NewDocument } from '../../engine/sandbox/store.ts';
import { parseOwnJson } from '../../kernel/json.ts';
import { NO_PAUSE, type Pause, type Steps } from '../../kernel/time-slices.ts';
import type { Codec } from './codec.ts';
import { deepFreeze } from './kept-json.ts';
import { toSortedRecord } from './order-of-values.ts';
import { type Space, type SqlitePartition, positionOf, rowsOf } from './sqlite-partition.ts';
import type { SqliteStatements } from './sqlite-statements.ts';
import { fromStorable } from './storable-text.ts';

interface DumpParts {
  readonly sql: Pick<SqliteStatements, 'nextDocument' | 'someKeys' | 'contentIds' | 'content'>;
  readonly codec: Codec;
}

export interface DumpsParts extends DumpParts {
  /** Runs work when the sandbox is free. */
  readonly read: <T>(sandbox: string, work: () => Promise<T>) => Promise<T>;
  readonly find: (sandbox: string) => SqlitePartition | undefined;
}

/** Dumps in slices, between which other work on the sandbox may read. */
export interface Dumps {
  readonly dump: (sandbox: string, pause?: Pause) => Promise<Dump>;
  readonly areRunning: () => boolean;
  /** Runs work that writes to a sandbox, after its dump in progress. */
  readonly after: <T>(sandbox: string, work: () => Promise<T>) => Promise<T>;
}

export const createDumps = ({ read, find, ...reading }: DumpsParts): Dumps => {
  const inProgress = new Map<string, Promise<unknown>>();

  const inSlices = async (sandbox: string, pause: Pause): Promise<Dump> => {
    let steps: Steps<Dump> | undefined;
    // oxlint-disable-next-line typescript/require-await -- an error in a step is a rejection
    const slice = async (): Promise<{ readonly dump: Dump } | { readonly turn: Promise<void> }> => {
      steps ??= dumpPartition(reading, find(sandbox));
      for (;;) {
        const step = steps.next();
        if (step.done === true) return { dump: step.value };
        const turn = pause();
        if (turn !== undefined) return { turn };
      }
    };
    for (;;) {
      const result = await read(sandbox, slice);
      if ('dump' in result) return result.dump;
      await result.turn;
    }
  };

  const after: Dumps['after'] = async (sandbox, work) => {
    for (let dump; (dump = inProgress.get(sandbox)) !== undefined;) await dump;
    return work();
  };

  return {
    dump: (sandbox, pause = NO_PAUSE) =>
      after(sandbox, () => {
        const dump = inSlices(sandbox, pause);
        const end = (): void => {
          inProgress.delete(sandbox);
        };
        inProgress.set(sandbox, dump.then(end, end));
        return dump;
      }),
    areRunning: () => inProgress.size > 0,
    after,
  };
};

/** In steps: a sandbox may hold thousands of documents. Nothing may be written to it meanwhile. */
export function* dumpPartition({ sql, codec }: DumpParts, partition: SqlitePartition | undefined): Steps<Dump> {
  if (partition === undefined) return { collections: {}, positions: {}, contents: {} };
  const used = [...partition.spaces].filter(([, { last }]) => last > 0);
  const collections: [string, NewDocument[]][] = [];
  for (const [name, space] of used) collections.push([name, yield* dumpSpace({ sql, codec }, space)]);
  const contents: [string, Uint8Array][] = [];
  for (const { id } of sql.contentIds.all(partition.number) as unknown as { id: string }[]) {
    const { bytes } = sql.content.get(partition.number, id) as { bytes: Uint8Array };
    contents.push([fromStorable(id), codec.decodeContent(bytes, partition.number, id)]);
    yield;
  }
  return {
    collections: toSortedRecord(collections),
    positions: toSortedRecord(used.map(([collection, { last }]) => [collection, last])),
    contents: toSortedRecord(contents),
  };
}

/** A document as stored in the file. */
export interface Row {
  readonly row: number;
  readonly id: string;
  readonly body: string | Uint8Array;
}

interface KeyRow {
  readonly text: string;
  readonly row: number;
}

function* dumpSpace({ sql, codec }: DumpParts, space: Space): Steps<NewDocument[]> {
  const keys = new Map<number, Key[]>();
  for (const [name, list] of [...space.lists].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let last: KeyRow | undefined = { text: '', row: 0 };
    while (last !== undefined) {
      const some = sql.someKeys.all(list, last.text, last.row) as unknown as KeyRow[];
      for (const { row, text } of some) {
        const key = { name, text: codec.decodeKey(name, text) };
        const of = keys.get(row);
        if (of === undefined) keys.set(row, [key]);
        else of.push(key);
      }
      last = some.at(-1);
      yield;
    }
  }
  const documents: NewDocument[] = [];
  const [first, last] = rowsOf(space);
  for (let from = first; ;) {
    const found = sql.nextDocument.get(from, last) as unknown as Row | undefined;
    if (found === undefined) return documents;
    const { row, id, body } = found;
    documents.push({
      id: fromStorable(id),
      position: positionOf(row),
      value: deepFreeze(parseOwnJson(codec.decodeBody(body, row, id))),
      keys: keys.get(row) ?? [],
    });
    from = row + 1;
    yield;
  }
}
