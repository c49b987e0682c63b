import { type Assumed, type Collection, type Key, type Reading, readWhole } from '../../engine/sdk.ts';
import type { Schemas } from './behaviour.ts';

/** Query parameters of a list. Assumptions: pagination-shape, pagination-limits, pagination-sort. */
export interface ListParameters {
  readonly page?: number;
  readonly size?: number;
  /** `field,asc` or `field,desc`. */
  readonly sort?: string;
}

/** Fields in the order of age, which is the store's own order. */
const AGE_FIELDS = new Set(['createdAt', 'submittedAt']);

/** All other fields that lists are sorted by. */
export const SORT_FIELDS: readonly string[] = [
  ...['updatedAt', 'purchaseDate', 'externalOrderId', 'companyName', 'email', 'lastAttemptAt', 'attempts'],
];

/** One page of the documents with all keys that pass `isListed`, as the API shows them. */
export const pageOf = async <T, Shown>(
  work: Reading,
  collection: Collection<T>,
  keys: readonly Key[],
  query: ListParameters,
  show: (value: T) => Shown,
  isListed?: (value: T) => boolean,
): Promise<{ data: Shown[]; pagination: Schemas['Pagination'] }> => {
  const { page, from, size, sort } = readList(query, work.assumed);
  const [field = '', direction] = sort.split(',');
  const sorted = { keys, sortBy: AGE_FIELDS.has(field) ? undefined : field, descending: direction !== 'asc' };
  const { values, total } =
    isListed === undefined
      ? work.page(collection, { ...sorted, page: from, size })
      : slicePage((await readWhole(work, collection, sorted)).filter(isListed), from, size);
  return {
    data: values.map(show),
    pagination: { page, size, totalElements: total, totalPages: Math.ceil(total / size) },
  };
};

/** Paginates in memory: for filters without a key. */
const slicePage = <T>(values: readonly T[], page: number, size: number) => ({
  values: values.slice(page * size, (page + 1) * size),
  total: values.length,
});

/** Maximum page size, if a larger one is not refused. */
export const MAX_SIZE = 100;

/** Parses the list parameters; clients count `page` by the assumption, `from` counts from 0. */
export const readList = ({ page, size = 20, sort = 'createdAt,desc' }: ListParameters, assumed: Assumed) => {
  const first = assumed.has('pagination-shape=from-one') ? 1 : 0;
  const shown = page ?? first;
  const most = assumed.has('pagination-limits=clamped') ? MAX_SIZE : Infinity;
  return { page: shown, from: shown - first, size: Math.min(size, most), sort };
};
