/** Gives back a place, once; further calls do nothing. */
export type LeavePlace = () => void;

/** Limits how many of something a key has at the same time, such as the streams of a sandbox. */
export interface Places {
  readonly limit: number;
  /** Takes a place; undefined if there is none. */
  readonly take: (key: string) => LeavePlace | undefined;
  readonly usedBy: (key: string) => number;
}

export const createPlaces = (limit: number): Places => {
  const taken = new Map<string, number>();
  return {
    limit,
    take: (key) => {
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
    usedBy: (key) => taken.get(key) ?? 0,
  };
};

/** Runs a task in a place; throws what `refuse` returns if there is none. */
export const inPlace = async <T>(
  places: Places,
  key: string,
  { task, refuse }: { readonly task: () => Promise<T>; readonly refuse: (limit: number) => Error },
): Promise<T> => {
  const leave = places.take(key);
  if (leave === undefined) throw refuse(places.limit);
  try {
    return await task();
  } finally {
    leave();
  }
};
