/** A bounded map: it always keeps at least the newer half of its capacity. */
export interface Recent<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
  readonly isEmpty: () => boolean;
  /** Older ones first. */
  readonly entries: () => readonly (readonly [key: string, value: Value])[];
}

/**
 * Uses two generations: when the young one reaches half the capacity, it becomes the old one, and the previous old one
 * is dropped. Evicting the oldest entry of a single Map each time would iterate past all entries deleted before.
 */
export const createRecent = <Value>(most: number): Recent<Value> => {
  const half = Math.max(1, Math.floor(most / 2));
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set: (key, value) => {
      if (young.size >= half && !young.has(key)) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
    delete: (key) => {
      young.delete(key);
      old.delete(key);
    },
    isEmpty: () => young.size === 0 && old.size === 0,
    entries: () => [...[...old].filter(([key]) => !young.has(key)), ...young],
  };
};
