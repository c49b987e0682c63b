/**
 * A counting semaphore whose slots are given to waiting owners in turn, and to each owner in the order in which it asked. An owner may hold at most
 * the given share of the slots that are free, in addition to one: the more are held, the fewer each may hold, so that a
 * few owners never take all of them (dynamic threshold).
 */
export const createSemaphore = (count: number, share: number) => {
  let free = count;
  const held = new Map<string, number>();
  /** In round-robin order. */
  const waiting = new Map<string, (() => void)[]>();

  const mayTake = (owner: string): boolean => free > 0 && (held.get(owner) ?? 0) < Math.max(1, free * share);

  const take = (owner: string): void => {
    free -= 1;
    held.set(owner, (held.get(owner) ?? 0) + 1);
  };

  /** Gives a slot to the first waiting owner that may have one; false if there is none. */
  const admitNext = (): boolean => {
    if (free === 0) return false;
    for (const [owner, line] of waiting) {
      if (!mayTake(owner)) continue;
      const next = line.shift();
      // Moves the owner to the end of the order, or removes it if it waits for no more.
      waiting.delete(owner);
      if (line.length > 0) waiting.set(owner, line);
      if (next === undefined) continue;
      take(owner);
      next();
      return true;
    }
    return false;
  };

  return {
    acquire: (owner: string): Promise<void> => {
      const line = waiting.get(owner);
      if (line === undefined && mayTake(owner)) {
        take(owner);
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        if (line === undefined) waiting.set(owner, [resolve]);
        else line.push(resolve);
      });
    },
    release: (owner: string) => {
      free += 1;
      const left = (held.get(owner) ?? 0) - 1;
      if (left > 0) held.set(owner, left);
      else held.delete(owner);
      while (admitNext());
    },
    heldBy: (owner: string): number => held.get(owner) ?? 0,
  };
};
