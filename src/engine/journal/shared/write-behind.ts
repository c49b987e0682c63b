import type { After } from '../../../kernel/timers.ts';
import type { JournalRow } from './journal-table.ts';

/** Writes rows in batches, after the response that they are about. */
export interface WriteBehind {
  readonly add: (row: JournalRow) => void;
  /** Writes at once; resolves when everything that was added before is written, and rejects if it is not. */
  readonly flush: () => Promise<void>;
  readonly lag: () => WriteLag;
  /** Writes what is left, and nothing more. */
  readonly close: () => Promise<void>;
}

/** What waits to be written, and what was given up. */
export interface WriteLag {
  readonly waiting: number;
  readonly bytes: number;
  readonly dropped: number;
}

export interface WriteBehindParts {
  readonly write: (rows: readonly JournalRow[]) => Promise<void>;
  readonly after: After;
  /** Called when rows are given up for the first time since a batch was written. */
  readonly dropping: () => void;
  readonly limits?: WriteBehindLimits;
}

export interface WriteBehindLimits {
  /** Milliseconds that a row waits for others. */
  readonly delay: number;
  /** Milliseconds after a failed write. */
  readonly retryDelay: number;
  readonly batchRows: number;
  readonly batchBytes: number;
  /** Beyond it the oldest rows are given up: a database that is away must not cost the process its memory. */
  readonly bytes: number;
}

const MEBIBYTE = 1_048_576;

export const WRITE_BEHIND_LIMITS: WriteBehindLimits = {
  delay: 50,
  retryDelay: 1000,
  batchRows: 2000,
  batchBytes: 4 * MEBIBYTE,
  bytes: 32 * MEBIBYTE,
};

const sizeOf = (row: JournalRow | undefined): number =>
  (row?.recorded ?? []).reduce((sum, { text }) => sum + text.length, row?.weight ?? 0);

export const createWriteBehind = (parts: WriteBehindParts): WriteBehind => {
  const { write, after, dropping, limits = WRITE_BEHIND_LIMITS } = parts;
  let waiting: JournalRow[] = [];
  let bytes = 0;
  let dropped = 0;
  let isDropping = false;
  let isClosed = false;
  let timer: { readonly cancel: () => void } | undefined;
  let writing: Promise<void> | undefined;

  const dropOldest = (): void => {
    let count = 0;
    for (; bytes > limits.bytes && count < waiting.length - 1; count++) bytes -= sizeOf(waiting[count]);
    if (count === 0) return;
    waiting = waiting.slice(count);
    dropped += count;
    if (!isDropping) dropping();
    isDropping = true;
  };

  const takeBatch = (): readonly JournalRow[] => {
    let count = 0;
    for (let size = 0; count < waiting.length && count < limits.batchRows; count++) {
      size += sizeOf(waiting[count]);
      if (count > 0 && size > limits.batchBytes) break;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    for (const row of batch) bytes -= sizeOf(row);
    return batch;
  };

  const writeBatch = async (): Promise<void> => {
    const batch = takeBatch();
    try {
      await write(batch);
      isDropping = false;
    } catch (error) {
      // Whether the database has them is unknown: what it gets twice has the same numbers.
      waiting = [...batch, ...waiting];
      for (const row of batch) bytes += sizeOf(row);
      dropOldest();
      throw error;
    }
  };

  /** Never concurrently: the rows of an owner stay in their order. */
  const writeNext = (): Promise<void> => {
    timer?.cancel();
    timer = undefined;
    writing = writeBatch()
      .finally(() => {
        writing = undefined;
      })
      .then(
        () => {
          if (waiting.length > 0) schedule(limits.delay);
        },
        (error: unknown) => {
          schedule(limits.retryDelay);
          throw error;
        },
      );
    return writing;
  };

  const schedule = (delay: number): void => {
    if (isClosed) return;
    timer ??= after(delay, () => {
      timer = undefined;
      if (writing === undefined && waiting.length > 0) writeNext().catch(() => undefined);
    });
  };

  const flush = async (): Promise<void> => {
    const last = waiting.at(-1);
    if (writing !== undefined) await writing;
    // Batches that others write meanwhile count.
    while (last !== undefined && waiting.includes(last)) await (writing ?? writeNext());
  };

  return {
    add: (row) => {
      if (isClosed) return;
      waiting.push(row);
      bytes += sizeOf(row);
      if (bytes > limits.bytes) dropOldest();
      if (writing === undefined) schedule(limits.delay);
    },
    flush,
    lag: () => ({ waiting: waiting.length, bytes, dropped }),
    close: async () => {
      isClosed = true;
      await flush().catch(() => undefined);
      timer?.cancel();
    },
  };
};
