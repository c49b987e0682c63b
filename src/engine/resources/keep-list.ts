import type { Validated } from '../exchange/exchange.ts';
import { textOf } from './keep-body.ts';
import type { KeptRecord } from './keep-records.ts';
import { valueIn } from './keep-shown.ts';
import type { ListShape, MemberPath } from './resource.ts';

type Query = Readonly<Record<string, unknown>>;

/** One page of a list. */
interface Listed {
  readonly items: readonly KeptRecord[];
  readonly total: number;
  readonly offset: number;
  readonly size: number;
}

const SEPARATORS = /[\s:]+/;

/** The fields to sort by, as `name`, `-name`, `name:desc` or `name,desc`. */
const toOrder = (
  sort: unknown,
  direction: unknown,
): readonly { readonly path: MemberPath; readonly sign: number }[] => {
  const order: { path: MemberPath; sign: number }[] = [];
  for (const part of (Array.isArray(sort) ? (sort as unknown[]) : String(sort).split(',')).map(String)) {
    const last = order.at(-1);
    const [field = '', way = direction] = part.replace(/^[-+]/, '').trim().split(SEPARATORS);
    if (/^(asc|desc)$/i.test(field) && last !== undefined) last.sign = /^desc$/i.test(field) ? -1 : 1;
    else order.push({ path: field.split('.'), sign: part.startsWith('-') || /^desc/i.test(String(way)) ? -1 : 1 });
  }
  return order;
};

/** Missing and null come before numbers, numbers before texts. */
const compare = (one: unknown, other: unknown): number => {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const rank = (value: unknown): number =>
    value === undefined || value === null ? 0 : typeof value === 'number' ? 1 : 2;
  if (rank(one) !== 2 || rank(other) !== 2) return rank(one) - rank(other);
  const [a, b] = [String(one), String(other)];
  return a < b ? -1 : Number(a > b);
};

const matches = (value: unknown, wanted: unknown): boolean => {
  const among = [wanted].flat().map(textOf);
  return [value].flat().some((each) => each !== undefined && among.includes(textOf(each)));
};

/** What a query selects of all records of a collection, which come in the order of their creation. */
export const selectPage = (records: readonly KeptRecord[], list: ListShape, query: Query): Listed => {
  const filters = list.filters.filter(({ parameter }) => query[parameter] !== undefined);
  const found = records.filter(({ body }) =>
    filters.every(({ parameter, member }) => matches(valueIn(body, member), query[parameter])),
  );
  const { sort, paging } = list;
  if (sort !== undefined && query[sort.parameter] !== undefined) {
    const order = toOrder(query[sort.parameter], sort.direction && query[sort.direction]);
    found.sort((one, other) => {
      for (const { path, sign } of order) {
        const difference = compare(valueIn(one.body, path), valueIn(other.body, path));
        if (difference !== 0) return sign * difference;
      }
      return one.number - other.number;
    });
  }
  const total = found.length;
  if (paging === undefined) return { items: found, total, offset: 0, size: total };
  const asked = query[paging.sizeParameter ?? ''] ?? paging.size;
  const size = Math.min(Math.max(Number(asked) || 0, paging.by === 'page' ? 1 : 0), paging.most);
  const offset = Math.max(0, offsetOf(found, paging, { from: query[paging.parameter], size }));
  return { items: found.slice(offset, offset + size), total, offset, size };
};

const offsetOf = (
  found: readonly KeptRecord[],
  { by, first }: NonNullable<ListShape['paging']>,
  { from, size }: { readonly from: unknown; readonly size: number },
): number => {
  if (from === undefined || from === '') return 0;
  if (by === 'page') return (Number(from) - first) * size;
  return by === 'offset' ? Number(from) : found.findIndex(({ id }) => id === textOf(from)) + 1;
};

type Target = ListShape['links'][number]['to'];

/** What surrounds the items of a page. */
export const surroundings = (listed: Listed, list: ListShape, { request }: Pick<Validated, 'request'>) => {
  const { items, total, offset, size } = listed;
  const { paging } = list;
  const hasNext = offset + items.length < total && items.length > 0;
  const pages = size === 0 ? 0 : Math.ceil(total / size);
  const page = (paging?.first ?? 1) + (size === 0 ? 0 : Math.floor(offset / size));
  const counts = { matches: total, pages, page, size, offset, shown: items.length };
  const offsets: Readonly<Partial<Record<Target, number>>> = {
    ...{ first: 0, self: offset, last: size === 0 ? 0 : Math.max(0, pages - 1) * size },
    ...(hasNext ? { next: offset + size } : {}),
    ...(offset > 0 ? { previous: Math.max(0, offset - size) } : {}),
  };

  /** What leads to a page, as the parameter takes it; undefined if there is no such page. */
  const valueFor = (to: Target): string | number | undefined => {
    if (to === 'start' || to === 'end') return items.at(to === 'start' ? 0 : -1)?.id;
    const start = offsets[to];
    if (start === undefined || paging === undefined) return undefined;
    if (paging.by === 'cursor') return to === 'next' ? items.at(-1)?.id : undefined;
    return paging.by === 'offset' ? start : paging.first + Math.floor(start / Math.max(1, size));
  };

  const urlOf = (to: Target): string | undefined => {
    const value = valueFor(to);
    const query = new URLSearchParams(request.query);
    if (paging !== undefined && value !== undefined) query.set(paging.parameter, String(value));
    else if (to !== 'self' && to !== 'first') return undefined;
    const text = query.toString();
    return `${request.origin}${request.path}${text === '' ? '' : `?${text}`}`;
  };

  const links = list.links.map(({ member, to, as }) => [member, as === 'url' ? urlOf(to) : valueFor(to)] as const);
  const related = (
    [
      ['next', 'next'],
      ['prev', 'previous'],
      ['first', 'first'],
      ['last', 'last'],
    ] as const
  ).flatMap(([relation, to]) => {
    const url = urlOf(to);
    return url === undefined ? [] : [`<${url}>; rel="${relation}"`];
  });
  return {
    members: [
      ...list.counts.map(({ member, of }) => [member, counts[of]] as const),
      ...list.more.map((member) => [member, hasNext] as const),
      ...links,
    ],
    /** RFC 8288, section 3. */
    headers: list.linkHeader ? { link: related.join(', ') } : {},
  };
};
