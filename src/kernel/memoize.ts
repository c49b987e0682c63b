import { getOrInsert } from './get-or-insert.ts';

/** Caches a value per object, created on first use and garbage-collected with the object. */
export const memoize = <Key extends object, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const made = new WeakMap<Key, Value>();
  return (key) => getOrInsert(made, key, make);
};
