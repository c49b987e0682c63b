import type { Validated } from '../exchange/exchange.ts';
import { isObject } from '../../kernel/json.ts';
import { valueIn } from '../../kernel/json-pointer.ts';
import { findMember, readSortKey } from '../matching/names.ts';
import { textOf } from './keep-body.ts';
import type { KeptRecord } from './keep-records.ts';
import type { Count, ListShape, PageLink } from './resource.ts';

type Item = Pick<KeptRecord, 'id' | 'body'> & Partial<Pick<KeptRecord, 'number'>>;

/** All of a list, or one page of it; undefined if nothing was ever created there. */
interface Items {
  readonly all: () => readonly Item[] | undefined;
  readonly page: (
    page: number,
    size: number,
  ) => { readonly values: readonly Item[]; readonly total: number } | undefined;
}

/** A page of a list. */
export interface Listed {
  readonly items: readonly Item[];
  /** Of the whole list. */
  readonly total: number;
  readonly offset: number;
  readonly size: number;
}

/** A direction after a comma is that of the key before it: `name,desc`. */
const DIRECTION = /,\s*(asc|desc)(?=(?:ending)?\s*(?:,|$))/gi;

/** By the first of several keys that tells two apart; what is equal keeps its order. */
const inOrder = (found: readonly Item[], sort: unknown, usual = ''): readonly Item[] => {
  const keys = [sort].flat().map(textOf).join().replaceAll(DIRECTION, ' $1').split(',').map(readSortKey);
  const valueOf = (body: unknown, field: string): string | number => {
    const value = field.split('.').reduce((inner, key) => {
      const name = isObject(inner) ? findMember(Object.keys(inner), key) : undefined;
      return name === undefined ? undefined : valueIn(inner, [name]);
    }, body);
    return typeof value === 'number' ? value : (textOf(value) ?? '');
  };
  const keyed = found.map((record) => ({ record, values: keys.map(({ field }) => valueOf(record.body, field)) }));
  const orderOf = (one: string | number = '', other: string | number = ''): number => {
    // Numbers come before texts.
    if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
    return one < other ? -1 : Number(one > other);
  };
  keyed.sort((one, other) =>
    keys.reduce((order, { direction = usual }, index) => {
      const turn = /^desc/i.test(direction) ? -1 : 1;
      return order === 0 ? turn * orderOf(one.values[index], other.values[index]) : order;
    }, 0),
  );
  return keyed.map(({ record }) => record);
};

/** What a query selects of all records of a collection; undefined if nothing was ever created there. */
export const selectPage = (
  { all, page }: Items,
  { filters, sort, paging }: ListShape,
  query: Readonly<Record<string, unknown>>,
  /** When a thing was created that is deleted now, and still is the cursor of a client. */
  numberOf: (id: string) => number | undefined = () => undefined,
): Listed | undefined => {
  const asked = (parameter = ''): string | undefined => textOf(query[parameter]);
  const wanted = filters.flatMap(({ parameter, member, all: every, usual }) => {
    const value = query[parameter] ?? usual;
    return value === undefined || value === every ? [] : [{ member, among: new Set([value].flat().map(textOf)) }];
  });
  const sorting = query[sort?.parameter ?? ''];
  const { by, first = 1, parameter } = paging ?? {};
  const least = Number(by === 'page');
  const size =
    paging && Math.min(Math.max(Number(asked(paging.sizeParameter) ?? paging.size) || 0, least), paging.most);
  const from = asked(parameter) ?? '';
  const isAfter = by === 'cursor' && from !== '';
  const numbered = by === 'page' ? (Number(from) - first) * (size ?? 0) : Number(from);
  const start = from === '' || isAfter ? 0 : Math.max(0, numbered || 0);
  if (size !== undefined && !isAfter && wanted.length === 0 && sorting === undefined) {
    const found = page(start / size, size);
    if (found !== undefined) return { items: found.values, total: found.total, offset: start, size };
  }
  const selected = all()?.filter(({ body }) =>
    wanted.every(({ member, among }) => [valueIn(body, member)].flat().some((value) => among.has(textOf(value)))),
  );
  if (selected === undefined) return undefined;
  const found = sorting === undefined ? selected : inOrder(selected, sorting, asked(sort?.direction));
  const total = found.length;
  if (size === undefined) return { items: found, total, offset: 0, size: total };
  const after = (): number => {
    const last = found.findLastIndex(({ id }) => id === from);
    const number = numberOf(from) ?? Infinity;
    return last < 0 ? found.filter((record) => (record.number ?? 0) <= number).length : last + 1;
  };
  const offset = isAfter ? after() : start;
  return { items: found.slice(offset, offset + size), total, offset, size };
};

const RELATIONS = { next: 'next', prev: 'previous', first: 'first', last: 'last' } as const;

/** What surrounds the items of a page. */
export const surroundings = (listed: Listed, list: ListShape, { request }: Validated) => {
  const { items, total, offset, size } = listed;
  const { by, parameter, first = 1 } = list.paging ?? {};
  const each = Math.max(1, size);
  const pages = Math.ceil(total / each);
  const hasNext = offset + items.length < total && items.length > 0;
  const page = (start: number): number => first + Math.floor(start / each);
  const counts = { matches: total, pages, page: page(offset), size, offset, shown: items.length, more: hasNext };

  /** What leads to a page, as the parameter takes it; undefined if there is no such page. */
  const valueFor = (to: PageLink): string | number | undefined => {
    if (to === 'start') return items[0]?.id;
    if (to === 'end' || (to === 'next' && hasNext && by === 'cursor')) return items.at(-1)?.id;
    const starts = {
      first: 0,
      self: offset,
      last: Math.max(0, pages - 1) * size,
      next: hasNext ? offset + size : undefined,
      previous: offset > 0 ? Math.max(0, offset - size) : undefined,
    };
    const start = by === undefined || by === 'cursor' ? undefined : starts[to];
    return start === undefined || by === 'offset' ? start : page(start);
  };

  const urlOf = (to: PageLink): string | undefined => {
    const value = valueFor(to);
    const query = new URLSearchParams(request.query);
    if (parameter !== undefined && value !== undefined) query.set(parameter, String(value));
    else if (to !== 'self' && to !== 'first') return undefined;
    return `${request.origin}${request.path}${query.size === 0 ? '' : `?${query.toString()}`}`;
  };

  const related = Object.entries(RELATIONS).flatMap(([relation, to]) => {
    const url = urlOf(to);
    return url === undefined ? [] : [`<${url}>; rel="${relation}"`];
  });
  return {
    members: list.beside.map(({ member, shows, isUrl }) => {
      const value = shows in counts ? counts[shows as Count] : valueFor(shows as PageLink);
      return [member, isUrl ? urlOf(shows as PageLink) : value] as const;
    }),
    /** RFC 8288, section 3. */
    headers: list.linkHeader ? { link: related.join(', ') } : {},
  };
};
