import type { Collection } from './collection.ts';
import type { PageQuery, Reading } from './unit-of-work.ts';

/** Documents that are read at once: a store may have to parse them. */
const PART = 50;

/** JSON that is parsed at once, in bytes: a fraction of a slice. */
const PART_BYTES = 131_072;

/**
 * Calls `visit` with all documents of a collection, or those with all of the keys, one after the other, until it
 * `isEnough`. Other requests are served in between, and documents that were visited need not stay in memory.
 */
export const visitAll = async <T>(
  reading: Pick<Reading, 'page' | 'pause'>,
  collection: Collection<T>,
  { isEnough, ...query }: Pick<PageQuery, 'keys' | 'descending'> & { readonly isEnough?: () => boolean },
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
      if (isEnough?.() === true) return;
      const turn = reading.pause();
      if (turn !== undefined) await turn;
    }
    offset += values.length;
    if (offset >= total || values.length === 0) return;
  }
};
