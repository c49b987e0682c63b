import type { Collection } from './collection.ts';
import type { PageQuery, Reading } from './unit-of-work.ts';

/** Documents that are read at once: a store may have to parse them. */
const PART = 50;

/** All documents of a collection, or those with all of the keys. Other requests are served in between. */
export const readWhole = async <T>(
  reading: Pick<Reading, 'page' | 'pause'>,
  collection: Collection<T>,
  query: Pick<PageQuery, 'keys' | 'sortBy' | 'descending'> = {},
): Promise<T[]> => {
  // By age only: to sort by a member, a store sorts all documents for each part.
  const size = query.sortBy === undefined ? PART : Number.MAX_SAFE_INTEGER;
  const found: T[] = [];
  for (let page = 0; ; page++) {
    const { values, total } = await reading.page(collection, { ...query, page, size });
    for (const value of values) found.push(value);
    if (found.length >= total) return found;
    await reading.pause();
  }
};
