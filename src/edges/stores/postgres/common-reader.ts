import type { NewDocument, Store } from '../../../engine/sandbox/store.ts';
import type { Pause } from '../../../kernel/time-slices.ts';
import type { Partition } from '../partition.ts';
import { toStorable } from '../storable-text.ts';
import { Reader, fillPartition } from '../transaction.ts';
import type { Postgres } from './open-postgres.ts';
import { statement } from './pipeline.ts';
import { type DocumentRow, toCollections, toDocument } from './rows.ts';

interface Seen {
  readonly version: number;
  readonly documents: ReadonlyMap<string, NewDocument>;
  readonly copy: Partition;
}

/** Of a document that is as it was, without the value; of a partition without any, without a collection. */
type Row = DocumentRow & { readonly version: number; readonly value: string | null };

/** Each read asks whether anything is new. What is not, is the same object as before. */
export const createCommonReader = (
  { pipelined, table }: Pick<Postgres, 'pipelined' | 'table'>,
  pauses: () => Pause,
): Store['read'] => {
  const seen = new Map<string, Seen>();

  const look = async (partition: string): Promise<Partition> => {
    const before = seen.get(partition);
    const version = before?.version ?? 0;
    const [rows] = await pipelined([
      statement<Row | { readonly version: number; readonly collection: null }>(
        `SELECT s.version, d.collection, d.id, d.position, CASE WHEN d.version > $2 THEN d.value END AS value, d.keys
          FROM ${table('sandboxes')} AS s LEFT JOIN ${table('documents')} AS d ON d.sandbox = s.id
          WHERE s.id = $1 AND s.version > $2 ORDER BY d.collection, d.position`,
        [toStorable(partition), version],
      ),
    ]);
    const [first] = rows;
    if (first === undefined) return before?.copy ?? fillPartition({ collections: {}, positions: {} }, [], pauses());
    const documents = new Map<string, NewDocument>();
    const all: [Row, NewDocument][] = [];
    for (const row of rows) {
      if (row.collection === null) continue;
      const place = `${row.collection}\n${row.id}`;
      const document = row.value === null ? before?.documents.get(place) : toDocument(row, row.value);
      if (document === undefined) throw new Error(`${partition} has lost ${place}`);
      documents.set(place, document);
      all.push([row, document]);
    }
    const copy = await fillPartition({ collections: toCollections(all), positions: {} }, [], pauses());
    // Another look may have come later and have ended before.
    if ((seen.get(partition)?.version ?? 0) < first.version)
      seen.set(partition, { version: first.version, documents, copy });
    return copy;
  };

  return async (partition, work) => {
    const reader = new Reader(await look(partition));
    try {
      return await work(reader);
    } finally {
      reader.end();
    }
  };
};
