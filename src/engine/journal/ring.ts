import type { JournalEntry } from './journal-entry.ts';

/** The newest entries, limited by number and size: the oldest are evicted. */
export interface Ring {
  readonly add: (entry: JournalEntry) => void;
  readonly dropOldest: () => void;
  readonly newestFirst: () => JournalEntry[];
  /** Approximate size in bytes. */
  readonly weight: () => number;
  readonly clear: () => void;
}

export interface RingLimits {
  readonly entries: number;
  readonly bytes: number;
}

export const createRing = ({ entries: most, bytes }: RingLimits): Ring => {
  let entries: JournalEntry[] = [];
  let weight = 0;

  const dropOldest = (): void => {
    weight -= entries.shift()?.weight ?? 0;
  };

  return {
    add: (entry) => {
      entries.push(entry);
      weight += entry.weight;
      // The newest entry stays, however large it is.
      while (entries.length > most || (weight > bytes && entries.length > 1)) dropOldest();
    },
    dropOldest,
    newestFirst: () => entries.toReversed(),
    weight: () => weight,
    clear: () => {
      entries = [];
      weight = 0;
    },
  };
};
