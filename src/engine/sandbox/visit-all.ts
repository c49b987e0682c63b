import type { Collection } from './collection.ts';
import type { PageQuery, Reading } from './unit-of-work.ts';

/** Documents that are read at once: a store may have to parse them. */
const PART = 50;

/** JSON that is parsed at once, in bytes: a fraction of a slice. */
const PART_BYTES = 131_072;

/**
 * Calls `visit` with all documents of a collection, or those with all of the keys, one after the other. Other requests
 * are served in between, and documents that were visited need not stay in memory.
 */
export const visitAll = async <T>(
  reading: Pick<Reading, 'page' | 'pause'>,
  collection: Collection<T>,
  query: Pick<PageQuery, 'keys' | 'descending'>,
  visit: (value: T) => Promise<void> | void,
): Promise<void> => {
  for (let offset = 0; ;) {
    const { values, total } = await reading.page(collection, {
      ...query,
      page: 0,
      offset,
      size: PART,
      bytes: PART_BYTES,
    });
    for (const value of values) {
      const work = visit(value);
      if (work !== undefined) await work;
      const turn = reading.pause();
      if (turn !== undefined) await turn;
    }
    offset += values.length;
    if (offset >= total || values.length === 0) return;
  }
};
