import { LRUCache } from 'lru-cache';

/**
 * Keeps the `most` entries that were used last. Its memory grows with its entries: the library's own `max` would reserve it
 * for all of them at once, which takes milliseconds for each of the caches of a server.
 */
export const createBoundedCache = <Value extends object | number>(most: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
