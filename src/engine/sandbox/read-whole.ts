import type { Collection } from './collection.ts';
import type { PageQuery, Reading } from './unit-of-work.ts';
import { visitAll } from './visit-all.ts';

/** All documents of a collection, or those with all of the keys. Other requests are served in between. */
export const readWhole = async <T>(
  reading: Pick<Reading, 'page' | 'pause'>,
  collection: Collection<T>,
  query: Pick<PageQuery, 'keys' | 'sortBy' | 'descending'> = {},
): Promise<T[]> => {
  const { sortBy, ...others } = query;
  const found: T[] = [];
  if (sortBy === undefined) {
    await visitAll(reading, collection, others, (value) => {
      found.push(value);
    });
    return found;
  }
  // At once: to sort by a member, a store sorts all documents for each part.
  const { values } = reading.page(collection, { ...query, page: 0, size: Number.MAX_SAFE_INTEGER });
  return [...values];
};
