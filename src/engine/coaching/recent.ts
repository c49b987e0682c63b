/** Values by key: at least the newer half of as many as there is room for, and never more. */
export interface Recent<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
  readonly isEmpty: () => boolean;
}

/**
 * Two generations: when the young one is half of the room it becomes the old one, and the former old one is gone. To
 * take out the oldest value of one Map each time would be a walk past all that were taken out before.
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
  };
};
