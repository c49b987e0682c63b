import type { JournalLimits } from '../journal.ts';
import type { StoredBase } from './journal-table.ts';
import type { LogBase, LogItem, OwnerLog } from './owner-log.ts';

/** What the records of an owner amount to, which remains when they are deleted. */
export type Fold = (owner: string, until: readonly LogItem[]) => unknown;

/** What the records that are no longer shown amount to; undefined if an earlier fold contains them. */
export const foldLog = (
  log: OwnerLog,
  limits: JournalLimits,
  fold: (until: readonly LogItem[]) => unknown,
): LogBase | undefined => {
  const former = log.base();
  const seq = seqToFold(log.items(), limits);
  if (seq <= (former?.seq ?? 0)) return undefined;
  const until = log.items().filter((item) => item.seq !== undefined && item.seq <= seq);
  return { seq, forgottenAt: log.forgottenAt(), arrived: arrivedIn(former?.arrived, until), state: fold(until) };
};

export const toLogBase = ({ seq, text }: StoredBase): LogBase => ({
  seq,
  ...(JSON.parse(text) as Omit<LogBase, 'seq'>),
});

export const toStoredBase = ({ seq, ...base }: LogBase): StoredBase => ({ seq, text: JSON.stringify(base) });

/** The number up to which records are no longer shown. */
const seqToFold = (items: readonly LogItem[], { own }: JournalLimits): number => {
  const stored = items.flatMap(({ seq, weight, record }) =>
    seq === undefined ? [] : [{ seq, weight, isExchange: record.kind === 'exchange' }],
  );
  stored.sort((a, b) => b.seq - a.seq);
  let exchanges = 0;
  let bytes = 0;
  for (const { seq, weight, isExchange } of stored) {
    bytes += weight;
    if (isExchange) exchanges++;
    if (exchanges > own.entries || bytes > own.bytes) return seq;
  }
  return 0;
};

/** Processes remembered in a base, those that wrote last: more than run at a time. */
const MOST_ORIGINS = 20;

/** The number of the last record of each origin. */
const arrivedIn = (former: LogBase['arrived'], items: readonly LogItem[]): Readonly<Record<string, number>> => {
  const arrived = new Map(Object.entries(former ?? {}));
  for (const { origin, number } of items) {
    const last = Math.max(number, arrived.get(origin) ?? 0);
    arrived.delete(origin);
    arrived.set(origin, last);
  }
  return Object.fromEntries([...arrived].slice(-MOST_ORIGINS));
};
