import type { Collection } from './collection.ts';
import type { PageQuery, Reading } from './unit-of-work.ts';

/** Documents that are read at once. */
const PART = 50;

/**
 * Calls `visit` with all documents of a collection, or those with all of the keys, one after the other, until it
 * `isEnough`. Other requests are served in between.
 */
export const visitAll = async <T>(
  reading: Pick<Reading, 'page' | 'pause'>,
  collection: Collection<T>,
  { isEnough, ...query }: Pick<PageQuery, 'keys' | 'descending'> & { readonly isEnough?: () => boolean },
  visit: (value: T) => Promise<void> | void,
): Promise<void> => {
  for (let page = 0; ; page++) {
    const { values, total } = reading.page(collection, { ...query, page, size: PART });
    for (const value of values) {
      const work = visit(value);
      if (work !== undefined) await work;
      if (isEnough?.() === true) return;
      const turn = reading.pause();
      if (turn !== undefined) await turn;
    }
    if ((page + 1) * PART >= total) return;
  }
};

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
