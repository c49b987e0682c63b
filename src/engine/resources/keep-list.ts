import type { Validated } from '../exchange/exchange.ts';
import { textOf } from './keep-body.ts';
import type { KeptRecord } from './keep-records.ts';
import { valueIn } from './keep-shown.ts';
import type { ListShape } from './resource.ts';

type Query = Readonly<Record<string, unknown>>;

/** One page of a list. */
interface Listed {
  readonly items: readonly KeptRecord[];
  readonly total: number;
  readonly offset: number;
  readonly size: number;
}

/** A field to sort by, as `name`, `-name`, `name:desc` or `name,desc`. */
const SORT = /^([-+]?)([\w.]+)(?:[\s,:]+(asc|desc))?/i;

const inOrder = (found: readonly KeptRecord[], sort: string, direction: string | undefined): readonly KeptRecord[] => {
  const [, sign, field = '', way = direction ?? ''] = SORT.exec(sort) ?? [];
  const path = field.split('.');
  const isDown = sign === '-' || /^desc/i.test(way);
  const keyed = found.map((record) => {
    const value = valueIn(record.body, path);
    return { record, by: typeof value === 'number' ? value : (textOf(value) ?? '') };
  });
  if (isDown) keyed.reverse();
  // Numbers come before texts. What is equal keeps its order.
  keyed.sort(({ by: one }, { by: other }) => {
    if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
    return one < other ? -1 : Number(one > other);
  });
  if (isDown) keyed.reverse();
  return keyed.map(({ record }) => record);
};

/** What a query selects of all records of a collection, which come in the order of their creation. */
export const selectPage = (
  records: readonly KeptRecord[],
  { filters, sort, paging }: ListShape,
  query: Query,
  /** When a thing was created that is deleted now, and still is the cursor of a client. */
  numberOf: (id: string) => number | undefined,
): Listed => {
  const asked = (parameter: string | undefined): string | undefined => textOf(query[parameter ?? '']);
  let found = records;
  for (const { parameter, member } of filters) {
    const wanted = query[parameter];
    if (wanted === undefined) continue;
    const among = new Set([wanted].flat().map(textOf));
    found = found.filter(({ body }) => {
      const value = valueIn(body, member);
      return Array.isArray(value) ? value.some((each) => among.has(textOf(each))) : among.has(textOf(value));
    });
  }
  const sorting = asked(sort?.parameter);
  if (sorting !== undefined) found = inOrder(found, sorting, asked(sort?.direction));
  const total = found.length;
  if (paging === undefined) return { items: found, total, offset: 0, size: total };
  const least = paging.by === 'page' ? 1 : 0;
  const size = Math.min(Math.max(Number(asked(paging.sizeParameter) ?? paging.size) || 0, least), paging.most);
  const from = asked(paging.parameter) ?? '';
  const after = (): number => {
    const last = found.findIndex(({ id }) => id === from);
    const number = numberOf(from) ?? Infinity;
    return last < 0 ? found.filter((record) => record.number <= number).length : last + 1;
  };
  const numbered = paging.by === 'page' ? (Number(from) - paging.first) * size : Number(from);
  const offset = from === '' ? 0 : Math.max(0, paging.by === 'cursor' ? after() : numbered || 0);
  return { items: found.slice(offset, offset + size), total, offset, size };
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
