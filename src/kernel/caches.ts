import { LRUCache } from 'lru-cache';

interface Cache<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly set: (key: Key, value: Value) => unknown;
}

/** The cached value; computed and cached on first use. Like `Map.prototype.getOrInsertComputed`, which Node.js 24 lacks. */
export const getOrInsert = <Key, Value>(
  cache: Cache<Key, Value>,
  key: Key,
  compute: (key: Key) => NoInfer<Value>,
): Value => {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const value = compute(key);
  cache.set(key, value);
  return value;
};

/** Caches a value per object, created on first use and garbage-collected with the object. */
export const memoize = <Key extends object, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const made = new WeakMap<Key, Value>();
  return (key) => getOrInsert(made, key, make);
};

/** Calls a function with its first call only; later calls return the same result. */
export const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

/**
 * Keeps the `most` entries that were used last. Its memory grows with its entries: the library's own `max` would reserve it
 * for all of them at once, which takes milliseconds for each of the caches of a server.
 */
export const createBoundedCache = <Value extends object | number | string>(most: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
