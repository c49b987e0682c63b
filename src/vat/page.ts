import type { Collection } from '../engine/sandbox/collection.ts';
import type { Key } from '../engine/sandbox/store.ts';
import type { Reading } from '../engine/sandbox/unit-of-work.ts';
import type { Schemas } from './behaviour.ts';

/** Query parameters of a list. Assumptions: pagination-shape, pagination-limits, pagination-sort. */
export interface ListParameters {
  readonly page?: number;
  readonly size?: number;
  /** `field,asc` or `field,desc`. */
  readonly sort?: string;
}

/** Fields that grow with the age of a document: sorting by them is what the store does anyway. */
const BY_AGE = new Set(['createdAt', 'submittedAt']);

/** A page of documents that have all keys, as the API shows them. */
export const pageOf = async <T, Shown>(
  work: Reading,
  collection: Collection<T>,
  keys: readonly Key[],
  { page = 0, size = 20, sort = 'createdAt,desc' }: ListParameters,
  show: (value: T) => Shown,
): Promise<{ data: Shown[]; pagination: Schemas['Pagination'] }> => {
  const [field = '', direction] = sort.split(',');
  const sortBy = BY_AGE.has(field) ? undefined : field;
  const { values, total } = await work.page(collection, { keys, sortBy, descending: direction !== 'asc', page, size });
  return {
    data: values.map(show),
    pagination: { page, size, totalElements: total, totalPages: Math.ceil(total / size) },
  };
};
