import { getOrInsert } from '../../../kernel/get-or-insert.ts';
import type { After } from '../../../kernel/timers.ts';
import { type JournalLimits, JOURNAL_LIMITS } from '../journal.ts';
import type { EntryForm } from './entry-text.ts';
import type { JournalMarks } from './journal-marks.ts';
import { type JournalRecord, fromRecordText, toRecordText } from './journal-record.ts';
import type { JournalTable, OwnerNews, RecordedRow, Unfolded } from './journal-table.ts';
import { type Fold, foldLog, toLogBase, toStoredBase } from './log-fold.ts';
import { type LogItem, type OwnerLog, createOwnerLog } from './owner-log.ts';
import type { Positions } from './positions.ts';
import { type WriteLag, createWriteBehind } from './write-behind.ts';

/**
 * What the processes of a server tell each other of organizations, through one table. It is written behind and polled:
 * notifications of the database would not work through a pooler that shares connections between transactions.
 */
export interface JournalFeed {
  /** Returns what was made for the next position. `recordedOf` is what recordings keep of it. */
  readonly append: <R extends JournalRecord>(
    owner: string,
    make: (position: number) => R,
    recordedOf?: (record: R, position: number) => readonly RecordedRow[],
  ) => R;
  /** The position of the last record that this process knows. */
  readonly position: () => number;
  readonly logOf: (owner: string) => OwnerLog;
  /**
   * Brings in what all processes recorded until now. Rejects if the database cannot be read.
   */
  readonly catchUp: (owners: readonly string[]) => Promise<void>;
  /**
   * Writes at once what no marks tell of, such as a request that was refused before it had a sandbox: whoever has its
   * response may look for it elsewhere. A database that is away does not keep the response back.
   */
  readonly showUnmarked: () => Promise<void>;
  /** Brings in news of an owner several times a second. Returns a function that ends it. */
  readonly watch: (owner: string) => () => void;
  /** Called with each record as it arrives from the table, in the order of the sequence of its owner. */
  readonly listen: (hear: (arrival: Arrival) => void) => void;
  readonly drop: (owner: string) => void;
  readonly lag: () => WriteLag;
  readonly close: () => Promise<void>;
}

export type Arrival =
  | {
      readonly kind: 'record';
      readonly owner: string;
      readonly item: LogItem & { readonly seq: number };
      readonly isOwn: boolean;
      /** From before this process followed the owner. */
      readonly isHistory: boolean;
    }
  /** The owner was dropped by another process. */
  | { readonly kind: 'dropped'; readonly owner: string };

export interface JournalFeedParts {
  readonly table: JournalTable;
  /** Names this process, and no other one. */
  readonly origin: string;
  readonly positions: Positions;
  readonly marks: JournalMarks;
  /** Brings in the marks of an owner, which its home has. */
  readonly refreshMarks: (owner: string) => Promise<unknown>;
  /** Whether the marks of an owner will be stored with what is under way; those of others wait for its next commit. */
  readonly isMarked: (owner: string) => boolean;
  /** Whether other processes may be reading. */
  readonly hasOthers: () => boolean;
  readonly form: EntryForm;
  readonly after: After;
  readonly failed: (error: unknown) => void;
  /** Called when records are given up because the database does not take them. */
  readonly dropping: () => void;
  readonly limits?: JournalLimits;
}

/** Milliseconds between two polls. */
const POLL = 200;
/** Milliseconds between two looks for records that others still have to write, and how many looks. */
const LOOK = 20;
const MOST_LOOKS = 15;
/** Records are folded when there are so many times as many as are shown. */
const UNFOLDED = 2;

const NOTE_WEIGHT = 512;

export interface FoldableFeed extends JournalFeed {
  readonly foldBy: (fold: Fold) => void;
}

export const createJournalFeed = (parts: JournalFeedParts): FoldableFeed => {
  const { table, origin, positions, marks, form, after, limits = JOURNAL_LIMITS } = parts;
  const logs = new Map<string, OwnerLog>();
  const watched = new Map<string, number>();
  const hearers: ((arrival: Arrival) => void)[] = [];
  let numbers = 0;
  let isClosed = false;
  /** Records of which no other process learns before they are written. */
  let hasUnmarked = false;
  let fold: Fold = () => null;
  const folding = new Set<string>();

  const logOf = (owner: string): OwnerLog =>
    getOrInsert(logs, owner, () => createOwnerLog({ origin, limits: limits.own }));

  const tell = (arrival: Arrival): void => {
    for (const hear of hearers) hear(arrival);
  };

  const take = ({ owner, base, rows }: OwnerNews): void => {
    const log = logOf(owner);
    for (const { seq, origin: of, number, weight, text } of rows) {
      if (seq <= log.known()) continue;
      const own = of === origin ? log.ownOf(number) : undefined;
      const placed = own ?? { ...fromRecordText(text, form), origin: of, number, weight };
      positions.witness(placed.position);
      const item = log.arrive(seq, placed);
      if (item === undefined) continue;
      tell({ kind: 'record', owner, item: { ...item, seq }, isOwn: of === origin, isHistory: !log.isOpen() });
    }
    if (base !== undefined && (log.base()?.seq ?? 0) < base.seq && (rows.length === 0 || log.known() >= base.seq))
      log.rebase(toLogBase(base), -1);
  };

  /** The sequence of an owner ended elsewhere. */
  const lose = (owner: string): void => {
    logs.delete(owner);
    tell({ kind: 'dropped', owner });
  };

  const bringIn = async (owners: readonly string[]): Promise<void> => {
    let behind = owners;
    while (behind.length > 0) {
      const known = new Map(behind.map((owner) => [owner, logOf(owner).known()]));
      const news = await table.since(known);
      for (const one of news) {
        // Only what was known before the question: another answer may have been faster.
        if (one.head < (known.get(one.owner) ?? 0)) lose(one.owner);
        take(one);
      }
      behind = news.filter(({ owner, head, rows }) => rows.length > 0 && logOf(owner).known() < head).map(ownerIn);
      for (const { owner } of news) if (!behind.includes(owner)) logOf(owner).open();
    }
  };

  const missingOf = (owner: string): readonly (readonly [string, number])[] =>
    [...marks.of(owner)].filter(([of, number]) => !logOf(owner).hasArrived(of, number));

  const pauseFor = (milliseconds: number): Promise<void> => new Promise((resolve) => after(milliseconds, resolve));

  const catchUp: JournalFeed['catchUp'] = async (owners) => {
    for (const owner of owners) await parts.refreshMarks(owner);
    await awaitRecords(owners);
  };

  const awaitRecords = async (owners: readonly string[]): Promise<void> => {
    await writer.flush();
    await bringIn(owners);
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const behind = owners.filter((owner) => missingOf(owner).length > 0);
      if (behind.length === 0 || isClosed) return;
      await pauseFor(LOOK);
      await bringIn(behind);
    }
    // Their process was killed before it had written them.
    for (const owner of owners) for (const [of, number] of missingOf(owner)) logOf(owner).giveUp(of, number);
  };

  /** Keeps what the oldest records amount to, and deletes those that an earlier fold contains. */
  const foldOldest = async (owner: string): Promise<void> => {
    await awaitRecords([owner]);
    const log = logOf(owner);
    const former = log.base()?.seq ?? 0;
    const base = foldLog(log, limits, (until) => fold(owner, until));
    if (base === undefined) return;
    await table.fold(owner, toStoredBase(base));
    log.rebase(base, former);
  };

  const foldSoon = (unfolded: readonly Unfolded[]): void => {
    for (const { owner, exchanges, bytes } of unfolded) {
      if (exchanges <= UNFOLDED * limits.own.entries && bytes <= UNFOLDED * limits.own.bytes) continue;
      if (folding.has(owner) || isClosed) continue;
      folding.add(owner);
      foldOldest(owner)
        .catch(parts.failed)
        .finally(() => folding.delete(owner));
    }
  };

  /** Forgets whole logs, those that were used least recently first; the table has them. */
  const makeRoom = (): void => {
    let weight = 0;
    for (const log of logs.values()) weight += log.weight();
    for (const [owner, log] of logs) {
      if (weight <= limits.allBytes) return;
      if (watched.has(owner) || folding.has(owner)) continue;
      weight -= log.weight();
      logs.delete(owner);
    }
  };

  const writer = createWriteBehind({
    write: async (rows) => {
      const unfolded = await table.append(rows);
      foldSoon(unfolded);
      makeRoom();
      if (rows.some(({ owner }) => watched.has(owner))) poll();
    },
    after,
    dropping: parts.dropping,
  });

  let timer: { readonly cancel: () => void } | undefined;
  let polling: Promise<void> | undefined;

  const pollOnce = async (): Promise<void> => {
    const known = new Map([...watched.keys()].map((owner) => [owner, logs.get(owner)?.known() ?? 0]));
    const heads = await table.heads([...known.keys()]);
    for (const [owner, number] of known) if ((heads.get(owner) ?? 0) < number) lose(owner);
    await bringIn([...heads].filter(([owner, head]) => head > (logs.get(owner)?.known() ?? 0)).map(([owner]) => owner));
  };

  const poll = (): void => {
    timer?.cancel();
    timer = undefined;
    if (isClosed || watched.size === 0) return;
    // A database that is away is back for one of the next polls.
    polling ??= pollOnce()
      .catch(() => undefined)
      .finally(() => {
        polling = undefined;
        if (!isClosed && watched.size > 0) timer ??= after(POLL, poll);
      });
  };

  return {
    append: (owner, make, recordedOf) => {
      const log = logOf(owner);
      // The least recently used one is the first.
      logs.delete(owner);
      logs.set(owner, log);
      const position = positions.next();
      const record = make(position);
      const weight = record.kind === 'exchange' ? record.entry.weight : NOTE_WEIGHT;
      const item = { position, record, origin, number: ++numbers, weight };
      log.add(item);
      marks.note(owner, item.number);
      hasUnmarked ||= !parts.isMarked(owner);
      const isExchange = record.kind === 'exchange';
      const text = toRecordText(item, form);
      const recorded = recordedOf?.(record, position) ?? [];
      writer.add({
        ...{ owner, origin, number: item.number, isExchange, weight: Math.max(weight, text.length), text },
        ...(recorded.length === 0 ? {} : { recorded }),
      });
      return record;
    },
    position: positions.last,
    logOf,
    catchUp,
    showUnmarked: async () => {
      if (!hasUnmarked || !parts.hasOthers()) return;
      hasUnmarked = false;
      await writer.flush().catch(() => undefined);
    },
    watch: (owner) => {
      watched.set(owner, (watched.get(owner) ?? 0) + 1);
      poll();
      return () => {
        const left = (watched.get(owner) ?? 1) - 1;
        if (left === 0) watched.delete(owner);
        else watched.set(owner, left);
      };
    },
    listen: (hear) => {
      hearers.push(hear);
    },
    drop: (owner) => {
      logs.delete(owner);
      table.drop(owner).catch(parts.failed);
    },
    lag: writer.lag,
    foldBy: (by) => {
      fold = by;
    },
    close: async () => {
      await writer.close();
      isClosed = true;
      timer?.cancel();
      await polling;
    },
  };
};

const ownerIn = ({ owner }: OwnerNews): string => owner;
