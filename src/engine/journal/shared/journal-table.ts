/**
 * The journal that several processes share, as a table with one sequence for each owner. An owner is an organization;
 * its name is empty for exchanges without one.
 */
export interface JournalTable {
  /**
   * Appends rows in their order, as one transaction: they get the next numbers of the sequences of their owners, and
   * become visible in the order of these numbers. Returns how much of each owner has not been folded yet. Recordings that
   * are full or have ended take no calls.
   */
  readonly append: (rows: readonly JournalRow[]) => Promise<readonly Unfolded[]>;
  /** The last numbers of the sequences; an owner without one is missing. */
  readonly heads: (owners: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** What owners have after a number, the oldest first; possibly not all of it. */
  readonly since: (known: ReadonlyMap<string, number>) => Promise<readonly OwnerNews[]>;
  /**
   * Stores what all rows up to a number amount to, and deletes those that an earlier fold contains. No effect if it is
   * not the newest fold.
   */
  readonly fold: (owner: string, base: StoredBase) => Promise<void>;
  readonly drop: (owner: string) => Promise<void>;
}

export interface JournalRow {
  readonly owner: string;
  /** The process that made it; together with `number` unique. */
  readonly origin: string;
  /** Ascending for one origin. A row that arrives twice has the same one. */
  readonly number: number;
  readonly isExchange: boolean;
  /** Approximate size in bytes. */
  readonly weight: number;
  readonly text: string;
  /** What recordings keep of it, which is stored with it or not at all. */
  readonly recorded?: readonly RecordedRow[];
}

/** A call in a recording, of the record that it is stored with. */
export interface RecordedRow {
  readonly recording: string;
  /** Counted from 1 by each process: a gap tells of calls that were lost. */
  readonly nth: number;
  /** What it counts for in the limits of recordings. */
  readonly bytes: number;
  readonly text: string;
}

export interface StoredRow extends Omit<JournalRow, 'owner' | 'isExchange' | 'recorded'> {
  /** Its place in the sequence of its owner. */
  readonly seq: number;
}

/** What the rows up to `seq` amount to. */
export interface StoredBase {
  readonly seq: number;
  readonly text: string;
}

export interface OwnerNews {
  readonly owner: string;
  /** The last number of its sequence. */
  readonly head: number;
  /** If it contains rows that the asker did not know. */
  readonly base: StoredBase | undefined;
  readonly rows: readonly StoredRow[];
}

export interface Unfolded {
  readonly owner: string;
  readonly exchanges: number;
  readonly bytes: number;
}
