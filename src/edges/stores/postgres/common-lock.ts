import { StoreError } from '../../../engine/sandbox/store.ts';
import { type Pause, runWith } from '../../../kernel/time-slices.ts';
import { fromStorable, toStorable } from '../storable-text.ts';
import type { Postgres } from './open-postgres.ts';
import type { PostgresClient } from './postgres-client.ts';
import type { ContentSource } from '../recording-transaction.ts';
import { type SandboxCopy, type WriteSet, createSandboxCopy, createWriteSet, isEmpty } from '../sandbox-copy.ts';
import { type Row, bring } from './bring-rows.ts';
import { type Statement, statement } from './statement.ts';
import type { TableName } from './table-name.ts';
import { toPages } from './write-set.ts';

/** What belongs to no sandbox, locked by this process in the database. */
export interface CommonLock {
  readonly partition: string;
  readonly client: PostgresClient;
  copy: SandboxCopy;
  writes: WriteSet;
  readonly source: ContentSource;
  /** All contents were replaced under the lock. */
  isReplaced: boolean;
  /** Its transaction must be rolled back, and its copy forgotten. */
  isBroken: boolean;
}

/**
 * `idle_in_transaction_session_timeout` frees the lock of a process that was stopped: its later commit fails.
 * `lock_timeout` is longer, so that those who wait outlast it.
 */
const BEGIN = statement(
  "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '10s'; SET LOCAL idle_in_transaction_session_timeout = '5s'",
);
const COMMIT = statement('COMMIT');
const ROLLBACK = statement('ROLLBACK');

/** Removed rows stay for so many versions, so that copies that are no older learn of the removal. */
const REMEMBERED = 1000;

interface Head {
  readonly version: number;
  readonly epoch: number;
  /** Copies of an older version have to be read anew: rows removed since then are gone. */
  readonly floor: number;
}

interface LockPartitionParts {
  readonly known: SandboxCopy | undefined;
  readonly now: () => number;
  /** Of the work that brings a copy up to date. */
  readonly pause: Pause;
  /** Keeps the lock while the database is asked nothing; returns how to end that. */
  readonly stayAlive: (client: PostgresClient) => () => void;
}

/** Locks a partition and brings its copy up to date: one round trip, a second one for a copy that cannot be continued. */
export const lockPartition = async (
  { table, checkOut }: Pick<Postgres, 'table' | 'checkOut'>,
  partition: string,
  { known, now, pause, stayAlive }: LockPartitionParts,
): Promise<CommonLock> => {
  const client = await checkOut();
  try {
    const stored = toStorable(partition);
    const select = headOf(table, stored);
    const version = known?.version ?? 0;
    const [, locked, news] = await client.pipelined([BEGIN, select, newRows(table, stored, version)]);
    let [head] = locked.rows;
    let { rows } = news;
    if (head === undefined) {
      // Another process may have added it, and written to it, since the first look.
      const [, added, others] = await client.pipelined([
        newPartition(table, stored, now()),
        select,
        newRows(table, stored, 0),
      ]);
      [head] = added.rows;
      ({ rows } = others);
    }
    if (head === undefined) throw new StoreError(`${partition} could not be locked`);
    let copy = known;
    if (copy?.epoch !== head.epoch || version < head.floor || version > head.version) {
      copy = createSandboxCopy(head.epoch);
      if (known !== undefined) [{ rows }] = await client.pipelined([newRows(table, stored, 0)]);
    }
    if (copy !== known || head.version !== version) await runWith(pause, bring(copy, rows)).finally(stayAlive(client));
    copy.version = head.version;
    return toLock(table, client, partition, copy);
  } catch (error) {
    client.release();
    throw error;
  }
};

const toLock = (table: TableName, client: PostgresClient, partition: string, copy: SandboxCopy): CommonLock => ({
  partition,
  client,
  copy,
  writes: createWriteSet(),
  source: contentsOf(table, client, toStorable(partition)),
  isReplaced: false,
  isBroken: false,
});

/** What is left to await after {@link unlock}: the commit, of what must not be lost. */
interface Unlocked {
  readonly isDurable: boolean;
  readonly committed: Promise<void>;
}

/** Writes all that has changed and unlocks: one round trip, several for many documents. */
export const unlock = ({ table }: Pick<Postgres, 'table'>, lock: CommonLock, now: () => number): Unlocked => {
  const { partition, client, copy, writes } = lock;
  if (lock.isBroken) return { isDurable: false, committed: end(client, [ROLLBACK]) };
  const isDurable = lock.isReplaced || !isEmpty(writes);
  if (!isDurable) return { isDurable, committed: end(client, [ROLLBACK]) };
  const version = copy.version + 1;
  const rest = [
    ...(version % REMEMBERED === 0 ? forgetRemoved(table, toStorable(partition), version - REMEMBERED) : []),
    newHead(table, toStorable(partition), { version, epoch: copy.epoch }, now()),
    COMMIT,
  ];
  copy.version = version;
  return { isDurable, committed: end(client, rest, toPages(table, partition, writes, copy, version)) };
};

/** Nobody changes the copy before it has ended: others wait for the lock. */
const end = async (
  client: PostgresClient,
  statements: readonly Statement[],
  pages: Iterable<readonly Statement[]> = [],
): Promise<void> => {
  try {
    let latest: readonly Statement[] | undefined;
    for (const page of pages) {
      if (latest !== undefined) await client.pipelined(latest);
      latest = page;
    }
    await client.pipelined([...(latest ?? []), ...statements]);
  } finally {
    client.release();
  }
};

const headOf = (table: TableName, stored: string) =>
  statement<Head>(`SELECT version, epoch, floor FROM ${table('sandboxes')} WHERE id = $1 FOR UPDATE`, [stored]);

/** Two processes that add the same partition wait for each other here. */
const newPartition = (table: TableName, stored: string, now: number): Statement => ({
  text: `INSERT INTO ${table('sandboxes')} (id, version, epoch, floor, used_at) VALUES ($1, 0, $2::bigint, 0, $3) ON CONFLICT DO NOTHING`,
  values: [stored, Math.floor(now), now],
});

/** All rows of later versions, in the order in which they can be brought in. */
const newRows = (table: TableName, stored: string, version: number): Statement<Row> => ({
  text: `SELECT 'document' AS kind, collection, id, position, version, value, keys, NULL::int AS size
      FROM ${table('documents')} WHERE sandbox = $1 AND version > $2 ${version === 0 ? 'AND value IS NOT NULL' : ''}
    UNION ALL SELECT 'position', collection, NULL, last, version, NULL, NULL, NULL
      FROM ${table('positions')} WHERE sandbox = $1 AND version > $2
    UNION ALL SELECT 'content', NULL, id, NULL, version, NULL, NULL, octet_length(bytes)
      FROM ${table('contents')} WHERE sandbox = $1 AND version > $2`,
  values: [stored, version],
});

const newHead = (
  table: TableName,
  stored: string,
  { version, epoch }: Pick<Head, 'version' | 'epoch'>,
  now: number,
): Statement => ({
  text: `UPDATE ${table('sandboxes')} SET version = $2, epoch = $3, used_at = $4 WHERE id = $1`,
  values: [stored, version, epoch, now],
});

const forgetRemoved = (table: TableName, stored: string, floor: number): Statement[] => [
  {
    text: `DELETE FROM ${table('documents')} WHERE sandbox = $1 AND version <= $2 AND value IS NULL`,
    values: [stored, floor],
  },
  {
    text: `DELETE FROM ${table('contents')} WHERE sandbox = $1 AND version <= $2 AND bytes IS NULL`,
    values: [stored, floor],
  },
  { text: `UPDATE ${table('sandboxes')} SET floor = $2 WHERE id = $1`, values: [stored, floor] },
];

/** Empties a partition under its lock. A new epoch: copies of other processes have to be read anew. */
export const emptyPartition = async (table: TableName, lock: CommonLock, now: () => number): Promise<void> => {
  const stored = toStorable(lock.partition);
  await lock.client.pipelined(
    ['documents', 'positions', 'contents'].map((name) =>
      statement(`DELETE FROM ${table(name)} WHERE sandbox = $1`, [stored]),
    ),
  );
  const { version, epoch } = lock.copy;
  lock.copy = { ...createSandboxCopy(Math.max(epoch + 1, Math.floor(now()))), version };
  lock.writes = createWriteSet();
  lock.isReplaced = true;
};

const contentsOf = (table: TableName, client: PostgresClient, stored: string): ContentSource => ({
  read: async (id) => {
    const [
      {
        rows: [row],
      },
    ] = await client.pipelined([
      statement<{ readonly bytes: Uint8Array | null }>(
        `SELECT bytes FROM ${table('contents')} WHERE sandbox = $1 AND id = $2`,
        [stored, toStorable(id)],
      ),
    ]);
    const bytes = row?.bytes ?? null;
    return bytes === null ? undefined : new Uint8Array(bytes);
  },
  readAll: async () => {
    const [{ rows }] = await client.pipelined([
      statement<{ readonly id: string; readonly bytes: Uint8Array }>(
        `SELECT id, bytes FROM ${table('contents')} WHERE sandbox = $1 AND bytes IS NOT NULL`,
        [stored],
      ),
    ]);
    return new Map(rows.map(({ id, bytes }) => [fromStorable(id), new Uint8Array(bytes)]));
  },
});
