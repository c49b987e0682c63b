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
