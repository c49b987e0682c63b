export interface RingLimits {
  readonly items: number;
  readonly weight: number;
}

/** `position` increases with every item; `weight` is in bytes or characters. */
interface Positioned {
  readonly position: number;
  readonly weight: number;
}

export type Ring<Item extends Positioned> = ReturnType<typeof createRing<Item>>;

/** The newest items, limited by number and weight: the oldest are evicted. */
export const createRing = <Item extends Positioned>(limits: RingLimits) => {
  let items: (Item | undefined)[] = [];
  /** Index of the oldest item. Items before it are evicted; `shift` would move all others each time. */
  let oldest = 0;
  let weight = 0;

  const count = (): number => items.length - oldest;

  const dropOldest = (): void => {
    if (count() === 0) return;
    weight -= items[oldest]?.weight ?? 0;
    items[oldest++] = undefined;
    if (oldest <= limits.items) return;
    items = items.slice(oldest);
    oldest = 0;
  };

  return {
    add: (item: Item): void => {
      items.push(item);
      weight += item.weight;
      // The newest item stays, however large it is.
      while (count() > limits.items || (weight > limits.weight && count() > 1)) dropOldest();
    },
    /** By a tenth, at least by one item. Returns the difference in weight. */
    shorten: (): number => {
      const before = weight;
      do dropOldest();
      while (weight > before * 0.9);
      return before - weight;
    },
    /** Removes the items after a position. */
    dropAfter: (position: number): void => {
      while ((items.at(-1)?.position ?? position) > position) weight -= items.pop()?.weight ?? 0;
    },
    /** The items after a position, oldest first. */
    after: (position: number): readonly Item[] => {
      let from = items.length;
      while (from > oldest && (items[from - 1]?.position ?? 0) > position) from--;
      return items.slice(from).filter((item) => item !== undefined);
    },
    /** Position of the oldest item; Infinity if there is none. */
    oldest: (): number => items[oldest]?.position ?? Infinity,
    /** Position of the newest item; 0 if there is none. */
    newest: (): number => items.at(-1)?.position ?? 0,
    weight: () => weight,
  };
};
