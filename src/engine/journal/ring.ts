import type { JournalEntry } from './journal-entry.ts';

/** The newest entries, limited by number and size: the oldest are evicted. */
export interface Ring {
  readonly add: (entry: JournalEntry) => void;
  readonly dropOldest: () => void;
  /** Removes the entries after a position. */
  readonly dropAfter: (position: number) => void;
  readonly newestFirst: () => JournalEntry[];
  /** The entries after a position, oldest first. */
  readonly after: (position: number) => readonly JournalEntry[];
  /** Position of the oldest entry; Infinity if there is none. */
  readonly oldest: () => number;
  /** Position of the newest entry; 0 if there is none. */
  readonly newest: () => number;
  /** Approximate size in bytes. */
  readonly weight: () => number;
  readonly clear: () => void;
}

export interface RingLimits {
  readonly entries: number;
  readonly bytes: number;
}

export const createRing = ({ entries: most, bytes }: RingLimits): Ring => {
  let entries: (JournalEntry | undefined)[] = [];
  /** Index of the oldest entry. Entries before it are evicted; `shift` would move all others each time. */
  let oldest = 0;
  let weight = 0;

  const count = (): number => entries.length - oldest;

  const dropOldest = (): void => {
    if (count() === 0) return;
    weight -= entries[oldest]?.weight ?? 0;
    entries[oldest++] = undefined;
    if (oldest <= most) return;
    entries = entries.slice(oldest);
    oldest = 0;
  };

  return {
    add: (entry) => {
      entries.push(entry);
      weight += entry.weight;
      // The newest entry stays, however large it is.
      while (count() > most || (weight > bytes && count() > 1)) dropOldest();
    },
    dropOldest,
    dropAfter: (position) => {
      while ((entries.at(-1)?.position ?? position) > position) weight -= entries.pop()?.weight ?? 0;
    },
    after: (position) => {
      let from = entries.length;
      while (from > oldest && (entries[from - 1]?.position ?? 0) > position) from--;
      return entries.slice(from).filter((entry) => entry !== undefined);
    },
    oldest: () => entries[oldest]?.position ?? Infinity,
    newest: () => entries.at(-1)?.position ?? 0,
    newestFirst: () => entries.filter((entry) => entry !== undefined).reverse(),
    weight: () => weight,
    clear: () => {
      entries = [];
      oldest = 0;
      weight = 0;
    },
  };
};
