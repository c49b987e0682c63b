import type { Dump, Key, NewDocument } from '../../../engine/sandbox/store.ts';
import { getOrInsert } from '../../../kernel/get-or-insert.ts';
import { parseOwnJson } from '../../../kernel/json.ts';
import type { Pause } from '../../../kernel/time-slices.ts';
import type { HomeDatabase } from '../home-database.ts';
import { readerOf, toCopy } from '../kept-store.ts';
import type { MemoryPartition } from '../memory-partition.ts';
import { fromStorable, toStorable } from '../storable-text.ts';
import type { Postgres } from './open-postgres.ts';
import { statement } from './pipeline.ts';

interface Seen {
  readonly version: number;
  readonly documents: ReadonlyMap<string, NewDocument>;
  readonly copy: MemoryPartition;
}

/** Of a document that is as it was, only the place. */
interface Row {
  readonly version: number;
  readonly collection: string | null;
  readonly id: string;
  readonly position: number;
  readonly value: string | null;
  readonly keys: string;
}

/** Each read asks whether anything is new. What is not, is the same object as before. */
export const createCommonReader = (
  { pipelined, table }: Pick<Postgres, 'pipelined' | 'table'>,
  pauses: () => Pause,
): HomeDatabase['readCommon'] => {
  const seen = new Map<string, Seen>();

  const look = async (partition: string): Promise<MemoryPartition> => {
    const before = seen.get(partition);
    const version = before?.version ?? 0;
    const [{ rows }] = await pipelined([
      statement<Row>(
        `SELECT s.version, d.collection, d.id, d.position, CASE WHEN d.version > $2 THEN d.value END AS value, d.keys
          FROM ${table('sandboxes')} AS s LEFT JOIN ${table('documents')} AS d ON d.sandbox = s.id
          WHERE s.id = $1 AND s.version > $2 ORDER BY d.collection, d.position`,
        [toStorable(partition), version],
      ),
    ]);
    const [first] = rows;
    if (first === undefined) return before?.copy ?? toCopy({ collections: {}, positions: {} }, [], pauses());
    const documents = new Map<string, NewDocument>();
    const collections = new Map<string, NewDocument[]>();
    for (const { collection, ...row } of rows) {
      if (collection === null) continue;
      const place = `${collection}\n${row.id}`;
      const document = row.value === null ? before?.documents.get(place) : toDocument(row, row.value);
      if (document === undefined) throw new Error(`${partition} has lost ${place}`);
      documents.set(place, document);
      getOrInsert(collections, fromStorable(collection), (): NewDocument[] => []).push(document);
    }
    const read: Pick<Dump, 'collections' | 'positions'> = {
      collections: Object.fromEntries(collections),
      positions: {},
    };
    const copy = await toCopy(read, [], pauses());
    // Another look may have come later and have ended before.
    if ((seen.get(partition)?.version ?? 0) < first.version)
      seen.set(partition, { version: first.version, documents, copy });
    return copy;
  };

  return async (partition, work) => {
    const copy = await look(partition);
    const reading = { isOver: false };
    try {
      return await work(readerOf(copy, reading));
    } finally {
      reading.isOver = true;
    }
  };
};

const toDocument = ({ id, position, keys }: Omit<Row, 'collection'>, value: string): NewDocument => ({
  id: fromStorable(id),
  position,
  value: parseOwnJson(value),
  keys: parseOwnJson(keys) as unknown as readonly Key[],
});
