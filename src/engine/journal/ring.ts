/** `position` increases with every item; `weight` is in bytes or characters. */
interface Positioned {
  readonly position: number;
  readonly weight: number;
}

export type Ring<Item extends Positioned> = ReturnType<typeof createRing<Item>>;

/** The newest items, limited by number and weight: the oldest are evicted. */
export const createRing = <Item extends Positioned>(limits: { readonly items: number; readonly weight: number }) => {
  const items: Item[] = [];
  let weight = 0;

  const dropOldest = (): void => {
    weight -= items.shift()?.weight ?? 0;
  };

  return {
    add: (item: Item): void => {
      items.push(item);
      weight += item.weight;
      // The newest item stays, however large it is.
      while (items.length > limits.items || (weight > limits.weight && items.length > 1)) dropOldest();
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
    after: (position: number): readonly Item[] =>
      items.slice(items.findLastIndex((item) => item.position <= position) + 1),
    /** Position of the oldest item; Infinity if there is none. */
    oldest: (): number => items[0]?.position ?? Infinity,
    /** Position of the newest item; 0 if there is none. */
    newest: (): number => items.at(-1)?.position ?? 0,
    weight: () => weight,
  };
};

/** Shortens the largest first, so that a busy one does not evict the items of all others. Returns the difference in weight. */
export const shortenLargest = (rings: readonly Pick<Ring<Positioned>, 'weight' | 'shorten'>[]): number =>
  rings.reduce((one, other) => (other.weight() > one.weight() ? other : one)).shorten();
