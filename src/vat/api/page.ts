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

/** One page of the documents with all keys that pass `isListed`, as the API shows them. */
export const pageOf = async <T, Shown>(
  work: Reading,
  collection: Collection<T>,
  keys: readonly Key[],
  query: ListParameters,
  show: (value: T) => Shown,
  isListed?: (value: T) => boolean,
): Promise<{ data: Shown[]; pagination: Schemas['Pagination'] }> => {
  const list = readList(query, work.assumed);
  const { page, from, size, sort } = list;
  const [field = '', direction] = sort.split(',');
  const sorted = { keys, sortBy: AGE_FIELDS.has(field) ? undefined : field, descending: direction !== 'asc' };
  if (isListed !== undefined)
    return slicePage((await readWhole(work, collection, sorted)).filter(isListed), list, show);
  const { values, total } = work.page(collection, { ...sorted, page: from, size });
  return toPage({ page, size }, values.map(show), total);
};

const toPage = <Shown>(
  { page, size }: { readonly page: number; readonly size: number },
  data: Shown[],
  total: number,
) => ({
  data,
  pagination: { page, size, totalElements: total, totalPages: Math.ceil(total / size) },
});

/** Paginates in memory, in the order of the values: for filters without a key. */
export const slicePage = <T, Shown>(
  values: readonly T[],
  { from, ...list }: ReturnType<typeof readList>,
  show: (value: T) => Shown,
) => toPage(list, values.slice(from * list.size, (from + 1) * list.size).map(show), values.length);

/** Parses the list parameters; clients count `page` by the assumption, `from` counts from 0. */
export const readList = ({ page, size = 20, sort = 'createdAt,desc' }: ListParameters, assumed: Assumed) => {
  const first = assumed.has('pagination-shape=from-one') ? 1 : 0;
  const shown = page ?? first;
  return { page: shown, from: shown - first, size, sort };
};
