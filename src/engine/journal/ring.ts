import type { JournalEntry } from './journal-entry.ts';

/** A ring buffer of the newest entries, limited by number and size: the oldest are evicted. */
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

/** Optimized for adding, which is far more frequent than lookups: entries are never moved. */
export const createRing = ({ entries: most, bytes }: RingLimits): Ring => {
  let slots: (JournalEntry | undefined)[] = [];
  let oldest = 0;
  let count = 0;
  let weight = 0;

  const dropOldest = (): void => {
    if (count === 0) return;
    weight -= slots[oldest]?.weight ?? 0;
    slots[oldest] = undefined;
    oldest = (oldest + 1) % most;
    count--;
  };

  return {
    add: (entry) => {
      if (count === most) dropOldest();
      slots[(oldest + count) % most] = entry;
      count++;
      weight += entry.weight;
      // The newest entry stays, however large it is.
      while (weight > bytes && count > 1) dropOldest();
    },
    dropOldest,
    newestFirst: () => {
      const found: JournalEntry[] = [];
      for (let i = count - 1; i >= 0; i--) {
        const entry = slots[(oldest + i) % most];
        if (entry !== undefined) found.push(entry);
      }
      return found;
    },
    weight: () => weight,
    clear: () => {
      slots = [];
      oldest = count = weight = 0;
    },
  };
};
