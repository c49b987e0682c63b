export type Places = ReturnType<typeof createPlaces>;

/** Limits how many of something a key has at the same time, such as the streams of a sandbox. */
export const createPlaces = (limit: number) => {
  const taken = new Map<string, number>();
  return {
    limit,
    /** Takes a place; undefined if there is none. What it returns gives the place back, once; further calls do nothing. */
    take: (key: string): (() => void) | undefined => {
      const count = taken.get(key) ?? 0;
      if (count >= limit) return undefined;
      taken.set(key, count + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (taken.get(key) ?? 1) - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
      };
    },
    usedBy: (key: string): number => taken.get(key) ?? 0,
  };
};
