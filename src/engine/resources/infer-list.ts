import { isSchemaObject } from '../contract/walk-schema.ts';
import type { Operation, Parameter } from '../contract/contract.ts';
import { letters } from './infer-words.ts';
import type { Schemas } from './infer-schemas.ts';
import type { ListShape, MemberPath, Paging } from './resource.ts';

const SIZES = [
  ...['limit', 'perpage', 'pagesize', 'pagelimit', 'size', 'maxresults', 'maxitems', 'maxpagesize', 'resultsperpage'],
  ...['itemsperpage', 'take', 'top', 'rows', 'count', 'first', 'num'],
];

/** From the plainest: of a page, an offset and a cursor, the first one that is offered is kept. */
const POSITIONS: Readonly<Record<Paging['by'], readonly string[]>> = {
  page: ['page', 'pagenumber', 'pageno', 'pageindex', 'currentpage'],
  offset: ['offset', 'pageoffset', 'skip', 'startindex', 'startat', 'start'],
  cursor: [
    ...['cursor', 'pagecursor', 'pagetoken', 'startingafter', 'after', 'pageafter', 'nexttoken', 'continue', 'marker'],
    ...['nextcursor', 'nextpagetoken', 'continuationtoken', 'page', 'from', 'offset'],
  ],
};

type Count = ListShape['counts'][number]['of'];

/** What members that say how much there is are called, in letters. */
const COUNTS: readonly (readonly [of: Count, names: RegExp])[] = [
  ['pages', /^(?:total(?:number(?:of)?)?pages?|pages?(?:count|total)|numpages|lastpage)$/],
  [
    'matches',
    /^(?:total(?:count|items|results|elements|records|entries|hits|size)?|(?:item|result|record)s?total|numfound)$/,
  ],
  ['page', /^(?:page|currentpage|pagenumber)$/],
  ['size', /^(?:limit|perpage|pagesize|size)$/],
  ['offset', /^(?:offset|skip|startindex)$/],
  ['shown', /^(?:numberofelements|returned|resultcount|itemcount|count)$/],
];

type Link = ListShape['links'][number];

const LINKS: readonly (readonly [to: Link['to'], names: RegExp])[] = [
  [
    'next',
    /^(?:nextpage|next|continue|marker|continuationtoken)(?:page)?(?:ur[il]|link|cursor|token|marker|href|offset|number)?$/,
  ],
  ['previous', /^prev(?:ious)?(?:page)?(?:ur[il]|link|cursor|token|marker|href)?$/],
  ['first', /^first(?:page)?(?:ur[il]|link|href)?$/],
  ['last', /^last(?:page)?(?:ur[il]|link|href)$|^last$/],
  ['self', /^self(?:ur[il]|link|href)?$/],
  ['start', /^(?:start|first)(?:cursor|id)$/],
  ['end', /^(?:end|last)(?:cursor|id)$/],
];

const MORE = /^(?:has)?(?:more|next|nextpage|moreitems|moreresults|moredata)$/;

/** Members that surround the counts and links of a list. */
const ABOUT =
  /^(?:links?|meta(?:data)?|pag(?:e|es|ing|ination)(?:info|metadata|data)?|responsemetadata|nextpage|cursors?|next|prev(?:ious)?|first|last|self)$/;

const SORTS = ['sort', 'sortby', 'orderby', 'ordering', 'order', 'sortfield', 'sortkey'];
const DIRECTIONS = [
  'direction',
  'order',
  'sortorder',
  'sortdirection',
  'sortdir',
  'orderdirection',
  'orderdir',
  'sorttype',
];

/** A size that no description names; what most services have is between 10 and 100. */
const USUAL_SIZE = 20;
const USUAL_MOST = 100;

const read = (schemas: Schemas, { schema }: Parameter) => {
  const { schema: node } = schema;
  const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
  const { default: usual, maximum } = isSchemaObject(node) ? node : {};
  return {
    types: schemas.typesOf(node),
    listed: schemas.listedIn(node)?.filter((value) => typeof value === 'string'),
    usual: number(usual),
    most: number(maximum),
  };
};

const isWhole = (types: ReadonlySet<string>): boolean =>
  types.size === 0 || types.has('integer') || types.has('number');

export const findPaging = (schemas: Schemas, { parameters }: Operation): Paging | undefined => {
  const byName = new Map(parameters.filter((each) => each.in === 'query').map((each) => [letters(each.name), each]));
  const find = (names: readonly string[], isMeant: (parameter: Parameter) => boolean): Parameter | undefined =>
    names.map((name) => byName.get(name)).find((each) => each !== undefined && isMeant(each));
  const isNumber = (parameter: Parameter): boolean => isWhole(read(schemas, parameter).types);
  const sizing = find(SIZES, isNumber);
  const size = sizing && read(schemas, sizing);
  const most = Math.max(1, size?.most ?? USUAL_MOST);
  for (const by of ['page', 'offset', 'cursor'] as const) {
    const found = find(POSITIONS[by], by === 'cursor' ? (parameter) => !isNumber(parameter) : isNumber);
    if (found === undefined || found === sizing) continue;
    return {
      by,
      parameter: found.name,
      first: by === 'page' && read(schemas, found).usual === 0 ? 0 : 1,
      sizeParameter: sizing?.name,
      size: Math.min(Math.max(1, size?.usual ?? USUAL_SIZE), most),
      most,
    };
  }
  return undefined;
};

/** Members of the body beside the list, at most two levels down where they are about the page. */
const membersBeside = (schemas: Schemas, body: unknown): readonly (readonly [path: MemberPath, schema: unknown])[] => {
  const found: (readonly [MemberPath, unknown])[] = [];
  const visit = (schema: unknown, path: MemberPath): void => {
    for (const [name, member] of schemas.membersOf(schema)) {
      const types = schemas.typesOf(member);
      if (!types.has('object') && !types.has('array')) found.push([[...path, name], member]);
      else if (path.length < 3 && types.has('object') && ABOUT.test(letters(name))) visit(member, [...path, name]);
    }
  };
  visit(body, []);
  return found;
};

/** The name that says it: that of what holds a `href` or `url`, as in `{ "next": { "href": ... } }`. */
const tellingName = (path: MemberPath): string => {
  const last = letters(path.at(-1) ?? '');
  return /^(?:href|ur[il]|cursor|offset|link|path)$/.test(last) && path.length > 1 ? letters(path.at(-2) ?? '') : last;
};

const toLinkKind = (schemas: Schemas, path: MemberPath, schema: unknown, by: Paging['by'] | undefined): Link['as'] => {
  const name = letters(path.at(-1) ?? '');
  if (/(?:ur[il]|href|link)$/.test(name)) return 'url';
  const types = schemas.typesOf(schema);
  if (types.has('integer')) return by === 'offset' ? 'offset' : 'page';
  if (/(?:cursor|token|marker|continue|id|offset)$/.test(name)) return 'cursor';
  const { format } = isSchemaObject(schema) ? schema : {};
  return by === 'cursor' && typeof format !== 'string' && !path.some((each) => /links?$/i.test(each))
    ? 'cursor'
    : 'url';
};

/** How an operation lists things of this schema. */
export const inferListShape = (
  schemas: Schemas,
  { operation, thing, body }: { readonly operation: Operation; readonly thing: unknown; readonly body: unknown },
): ListShape => {
  const paging = findPaging(schemas, operation);
  const beside = schemas.typesOf(body).has('array') ? [] : membersBeside(schemas, body);
  const counts = beside.flatMap(([member, schema]) => {
    const name = letters(member.at(-1) ?? '');
    const [of] = isWhole(schemas.typesOf(schema)) ? (COUNTS.find(([, names]) => names.test(name)) ?? []) : [];
    return of === undefined ? [] : [{ member, of }];
  });
  // Without a total, `count` is one: Django REST framework's counts all matches.
  const counting = counts.some(({ of }) => of === 'matches') || paging?.by === 'cursor';
  const links = beside.flatMap(([member, schema]) => {
    const types = schemas.typesOf(schema);
    const [to] = types.has('boolean') ? [] : (LINKS.find(([, names]) => names.test(tellingName(member))) ?? []);
    if (to === undefined || counts.some((count) => count.member === member)) return [];
    const as = to === 'start' || to === 'end' ? 'cursor' : toLinkKind(schemas, member, schema, paging?.by);
    return [{ member, to, as }];
  });
  const query = operation.parameters.filter((each) => each.in === 'query');
  const taken = new Set([paging?.parameter, paging?.sizeParameter]);
  const filters = query.flatMap((parameter) => {
    if (taken.has(parameter.name)) return [];
    const name = schemas.memberLike(thing, parameter.name.replace(/^filter\[(.*)\]$/, '$1'));
    if (name === undefined || !selects(schemas, parameter, schemas.membersOf(thing).get(name))) return [];
    return [{ parameter: parameter.name, member: [name] }];
  });
  return {
    paging,
    filters,
    sort: findSort(schemas, query, thing),
    counts: counts.map(({ member, of }) => ({
      member,
      of: of === 'shown' && !counting && letters(member.at(-1) ?? '') === 'count' ? 'matches' : of,
    })),
    links,
    more: beside.flatMap(([path, schema]) =>
      schemas.typesOf(schema).has('boolean') && MORE.test(letters(path.at(-1) ?? '')) ? [path] : [],
    ),
    linkHeader: operation.responses.some(
      ({ status, headers }) => status.startsWith('2') && headers.some(({ name }) => name === 'link'),
    ),
  };
};

/** Whether values of the parameter are values of the member. `all` and the like are none. */
const selects = (schemas: Schemas, parameter: Parameter, member: unknown): boolean => {
  const { types, listed } = read(schemas, parameter);
  const own = schemas.typesOf(member);
  if (types.has('object') || types.has('array') || own.has('object') || own.has('array')) return false;
  if (own.size > 0 && types.size > 0 && ![...own].some((type) => type !== 'null' && types.has(type))) return false;
  const values = schemas.listedIn(member);
  return listed?.every((value) => values?.includes(value) ?? !/^(?:all|any|\*)$/i.test(value)) ?? true;
};

const findSort = (schemas: Schemas, query: readonly Parameter[], thing: unknown): ListShape['sort'] => {
  const named = (names: readonly string[], isMeant: (listed: readonly unknown[] | undefined) => boolean) =>
    names
      .map((name) => query.find((parameter) => letters(parameter.name) === name))
      .find((each) => each !== undefined && isMeant(read(schemas, each).listed));
  const isMember = (value: unknown): boolean =>
    schemas.memberLike(thing, String(value).replace(/^[-+]|[ :,](?:asc|desc).*$/gi, '')) !== undefined;
  const isDirection = (value: unknown): boolean => /^(?:asc|desc)/i.test(String(value));
  const sort = named(SORTS, (listed) => listed === undefined || listed.some(isMember));
  if (sort === undefined) return undefined;
  const direction = named(DIRECTIONS, (listed) => listed === undefined || listed.every(isDirection));
  return { parameter: sort.name, direction: direction === sort ? undefined : direction?.name };
};
