/** The newest values by key, as many as there is room for. */
export interface Recent<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
  readonly isEmpty: () => boolean;
}

export const createRecent = <Value>(most: number): Recent<Value> => {
  // A Map remembers the order in which its keys came.
  const values = new Map<string, Value>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => {
      values.delete(key);
      values.set(key, value);
      if (values.size > most) dropOldest(values);
    },
    delete: (key) => {
      values.delete(key);
    },
    isEmpty: () => values.size === 0,
  };
};

export const dropOldest = (values: Map<string, unknown>): void => {
  const oldest = values.keys().next();
  if (oldest.done !== true) values.delete(oldest.value);
};
