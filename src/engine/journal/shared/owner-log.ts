import type { JournalEntry } from '../journal-entry.ts';
import type { RingLimits } from '../ring.ts';
import type { PlacedRecord } from './journal-record.ts';

/** A record of an owner, as this process knows it. */
export interface LogItem extends PlacedRecord {
  readonly origin: string;
  readonly number: number;
  /** Its place in the sequence of its owner; undefined while only this process knows it. */
  readonly seq: number | undefined;
  readonly weight: number;
}

/** What all records up to `seq` amount to. */
export interface LogBase {
  readonly seq: number;
  /** Exchanges before it were removed. */
  readonly forgottenAt: number;
  /** The number of the last one of each origin; absent in bases that the releases before wrote. */
  readonly arrived?: Readonly<Record<string, number>>;
  /** JSON of whoever folds. */
  readonly state: unknown;
}

/**
 * The newest records of one owner, those of all processes together, in the order of their positions: of a sequence in
 * which a slow process wrote late, that is the order in which they happened.
 */
export interface OwnerLog {
  /** Whether everything that the table had at the first look has arrived: that is history to this process. */
  readonly isOpen: () => boolean;
  readonly open: () => void;
  /** The last number of the sequence that has arrived. */
  readonly known: () => number;
  /** Adds a record of this process, which the table does not have yet. */
  readonly add: (item: Omit<LogItem, 'seq'>) => void;
  /** Adds a record of the table; undefined if it is known. */
  readonly arrive: (seq: number, item: Omit<LogItem, 'seq'>) => LogItem | undefined;
  /** The record that this process added under a number. */
  readonly ownOf: (number: number) => LogItem | undefined;
  /** Whether the records of an origin up to a number have arrived, or were given up. */
  readonly hasArrived: (origin: string, number: number) => boolean;
  /** No longer waits for the records of an origin up to a number. */
  readonly giveUp: (origin: string, number: number) => void;
  /** The numbers up to which records were given up, of the origins whose records have not arrived. */
  readonly lost: () => ReadonlyMap<string, number>;
  readonly base: () => LogBase | undefined;
  /** `drops` is the number up to which records are no longer needed. */
  readonly rebase: (base: LogBase, drops: number) => void;
  /** In the order of their positions. Includes some from before the base, which it contains. */
  readonly items: () => readonly LogItem[];
  /** Differs when items appeared or vanished elsewhere than at the end. */
  readonly revision: () => number;
  /** Exchanges up to this position were removed. */
  readonly forgottenAt: () => number;
  /** The newest exchanges that were neither removed nor undone, oldest first. */
  readonly exchanges: () => readonly JournalEntry[];
  readonly weight: () => number;
}

export interface OwnerLogParts {
  readonly origin: string;
  readonly limits: RingLimits;
}

/** By position; equal ones, of processes that did not know of each other, by their origins. */
export const inOrder = (a: LogItem, b: LogItem): number =>
  a.position - b.position || (a.origin === b.origin ? a.number - b.number : a.origin < b.origin ? -1 : 1);

export const createOwnerLog = ({ origin, limits }: OwnerLogParts): OwnerLog => {
  let items: LogItem[] = [];
  let base: LogBase | undefined;
  let known = 0;
  let isOpen = false;
  let revision = 0;
  let weight = 0;
  let forgottenAt = 0;
  let visible: readonly JournalEntry[] | undefined;
  const arrived = new Map<string, number>();
  const excused = new Map<string, number>();

  const note = ({ position, record }: PlacedRecord): void => {
    visible = undefined;
    if (record.kind === 'forgotten') forgottenAt = Math.max(forgottenAt, position);
    // What was concluded from the undone ones is wrong.
    if (record.kind === 'undone') revision++;
  };

  const put = (item: LogItem): void => {
    note(item);
    weight += item.weight;
    const last = items.at(-1);
    if (last === undefined || inOrder(last, item) < 0) {
      items.push(item);
      return;
    }
    const index = items.findLastIndex((other) => inOrder(other, item) < 0) + 1;
    items.splice(index, 0, item);
    revision++;
  };

  const ownOf = (number: number): LogItem | undefined =>
    items.findLast((item) => item.origin === origin && item.number === number);

  return {
    isOpen: () => isOpen,
    open: () => {
      isOpen = true;
    },
    known: () => known,
    add: (item) => {
      put({ ...item, seq: undefined });
    },
    arrive: (seq, item) => {
      if (seq <= known) return undefined;
      known = seq;
      // Written again, because the process did not learn that it was written.
      if (item.number <= (arrived.get(item.origin) ?? 0)) return undefined;
      arrived.set(item.origin, item.number);
      const own = item.origin === origin ? ownOf(item.number) : undefined;
      const placed: LogItem = { ...(own ?? item), seq };
      if (own === undefined) put(placed);
      else items[items.lastIndexOf(own)] = placed;
      return placed;
    },
    ownOf,
    hasArrived: (of, number) => of === origin || Math.max(arrived.get(of) ?? 0, excused.get(of) ?? 0) >= number,
    giveUp: (of, number) => {
      excused.set(of, Math.max(excused.get(of) ?? 0, number));
    },
    lost: () => new Map([...excused].filter(([of, number]) => number > (arrived.get(of) ?? 0))),
    base: () => base,
    rebase: (next, drops) => {
      base = next;
      forgottenAt = Math.max(forgottenAt, next.forgottenAt);
      known = Math.max(known, next.seq);
      for (const [of, number] of Object.entries(next.arrived ?? {}))
        arrived.set(of, Math.max(arrived.get(of) ?? 0, number));
      items = items.filter(({ seq }) => seq === undefined || seq > drops);
      weight = items.reduce((sum, item) => sum + item.weight, 0);
      visible = undefined;
      revision++;
    },
    items: () => items,
    revision: () => revision,
    forgottenAt: () => forgottenAt,
    exchanges: () => (visible ??= visibleOf(items, forgottenAt, limits)),
    weight: () => weight,
  };
};

/** The spans of positions that were undone, each from after its first to before its last. */
export const undoneIn = (items: readonly LogItem[]): readonly (readonly [after: number, until: number])[] =>
  items.flatMap(({ position, record }) => (record.kind === 'undone' ? [[record.after, position] as const] : []));

const visibleOf = (items: readonly LogItem[], forgottenAt: number, limits: RingLimits): readonly JournalEntry[] => {
  const undone = undoneIn(items);
  const entries: JournalEntry[] = [];
  let weight = 0;
  for (let index = items.length - 1; index >= 0 && entries.length < limits.entries; index--) {
    const item = items[index];
    if (item === undefined || item.position <= forgottenAt) break;
    const { position, record } = item;
    if (record.kind !== 'exchange' || undone.some(([after, until]) => position > after && position < until)) continue;
    weight += record.entry.weight;
    if (weight > limits.bytes && entries.length > 0) break;
    entries.push(record.entry);
  }
  return entries.reverse();
};
