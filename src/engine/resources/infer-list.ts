import { isSchemaObject } from '../contract/walk-schema.ts';
import type { Operation, Parameter } from '../contract/contract.ts';
import { letters } from './infer-words.ts';
import type { Schemas } from './infer-schemas.ts';
import type { ListShape, MemberPath, Paging } from './resource.ts';

/** In letters, from the most usual one. */
const SIZES =
  'limit perpage pagesize pagelimit size maxresults maxitems maxpagesize resultsperpage itemsperpage take top rows count first num';

/** From the plainest: of a page, an offset and a cursor, the first one that is offered is kept. */
const POSITIONS = {
  page: 'page pagenumber pageno pageindex currentpage',
  offset: 'offset pageoffset skip startindex startat start',
  cursor:
    'cursor pagecursor pagetoken startingafter after pageafter nexttoken continue marker nextcursor nextpagetoken continuationtoken page from offset',
};

const SORTS = 'sort sortby orderby ordering order sortfield sortkey';
const DIRECTIONS = 'direction order sortorder sortdirection sortdir orderdirection orderdir sorttype';

/** What members that say how much there is are called, in letters. */
const COUNTS: readonly (readonly [of: ListShape['counts'][number]['of'], names: RegExp])[] = [
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

/** A size that no description names; what most services have is between 10 and 100. */
const USUAL_SIZE = 20;
const USUAL_MOST = 100;

const isWhole = (types: ReadonlySet<string>): boolean =>
  types.size === 0 || types.has('integer') || types.has('number');

/** Finds query parameters by their names. */
const findIn =
  ({ parameters }: Operation) =>
  (names: string, isMeant: (schema: unknown) => boolean): Parameter | undefined => {
    const query = parameters.filter((each) => each.in === 'query' && isMeant(each.schema.schema));
    const found = names.split(' ').map((name) => query.find((each) => letters(each.name) === name));
    return found.find((each) => each !== undefined);
  };

const numberIn = ({ schema: { schema } }: Parameter, keyword: string): number | undefined => {
  const value = isSchemaObject(schema) ? schema[keyword] : undefined;
  return typeof value === 'number' ? value : undefined;
};

export const findPaging = (schemas: Schemas, operation: Operation): Paging | undefined => {
  const find = findIn(operation);
  const isNumber = (schema: unknown): boolean => isWhole(schemas.typesOf(schema));
  const sizing = find(SIZES, isNumber);
  const most = Math.max(1, (sizing && numberIn(sizing, 'maximum')) ?? USUAL_MOST);
  const usual = Math.max(1, (sizing && numberIn(sizing, 'default')) ?? USUAL_SIZE);
  for (const by of ['page', 'offset', 'cursor'] as const) {
    const found = find(POSITIONS[by], (schema) => isNumber(schema) === (by !== 'cursor'));
    if (found === undefined || found === sizing) continue;
    const first = by === 'page' && numberIn(found, 'default') === 0 ? 0 : 1;
    return { by, parameter: found.name, first, sizeParameter: sizing?.name, size: Math.min(usual, most), most };
  }
  return undefined;
};

/** Members of the body beside the list, at most three levels down where they are about the page. */
const membersBeside = (
  { membersOf, typesOf }: Pick<Schemas, 'membersOf' | 'typesOf'>,
  body: unknown,
  path: MemberPath = [],
): readonly Beside[] =>
  [...membersOf(body)].flatMap(([name, schema]) => {
    const types = typesOf(schema);
    const at = [...path, name];
    if (!types.has('object') && !types.has('array')) return [{ path: at, schema }];
    const isAbout = path.length < 3 && types.has('object') && ABOUT.test(letters(name));
    return isAbout ? membersBeside({ membersOf, typesOf }, schema, at) : [];
  });

interface Beside {
  readonly path: MemberPath;
  readonly schema: unknown;
}

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
  const { typesOf, listedIn, memberLike, membersOf } = schemas;
  const paging = findPaging(schemas, operation);
  const beside = membersBeside(schemas, body).map(({ path, schema }) => ({
    ...{ path, schema, types: typesOf(schema), name: letters(path.at(-1) ?? '') },
  }));
  const counts = beside.flatMap(({ path: member, name, types }) => {
    const [of] = isWhole(types) ? (COUNTS.find(([, names]) => names.test(name)) ?? []) : [];
    return of === undefined ? [] : [{ member, of }];
  });
  // Without a total, `count` is one: Django REST framework's counts all matches.
  const isTotal = counts.every(({ of }) => of !== 'matches') && paging?.by !== 'cursor';
  const links = beside.flatMap(({ path: member, schema, types }) => {
    const [to] = types.has('boolean') ? [] : (LINKS.find(([, names]) => names.test(tellingName(member))) ?? []);
    if (to === undefined || counts.some((count) => count.member === member)) return [];
    const as = to === 'start' || to === 'end' ? 'cursor' : toLinkKind(schemas, member, schema, paging?.by);
    return [{ member, to, as }];
  });

  /** Whether values of a parameter are values of a member. `all` and the like are none. */
  const selects = (parameter: unknown, member: unknown): boolean => {
    const [one, other] = [typesOf(parameter), typesOf(member)];
    const isScalar = [...one, ...other].every((type) => type !== 'object' && type !== 'array');
    const fits = one.size === 0 || other.size === 0 || [...other].some((type) => one.has(type));
    const values = listedIn(member);
    const isValue = (value: unknown) => values?.includes(value) ?? !/^(?:all|any|\*)$/i.test(String(value));
    return isScalar && fits && listedIn(parameter)?.every(isValue) !== false;
  };
  const filters = operation.parameters.flatMap(({ in: place, name: parameter, schema: { schema } }) => {
    const name = memberLike(thing, parameter.replace(/^filter\[(.*)\]$/, '$1'));
    const isPaging = parameter === paging?.parameter || parameter === paging?.sizeParameter;
    if (place !== 'query' || isPaging || name === undefined) return [];
    return selects(schema, membersOf(thing).get(name)) ? [{ parameter, member: [name] }] : [];
  });

  const find = findIn(operation);
  const isMember = (value: unknown): boolean =>
    memberLike(thing, String(value).replace(/^[-+]|[ :,](?:asc|desc).*$/gi, '')) !== undefined;
  const isDirection = (value: unknown): boolean => /^(?:asc|desc)/i.test(String(value));
  const sort = find(SORTS, (schema) => listedIn(schema)?.some(isMember) !== false);
  const direction = find(DIRECTIONS, (schema) => listedIn(schema)?.every(isDirection) !== false);
  return {
    paging,
    filters,
    sort: sort && { parameter: sort.name, direction: direction === sort ? undefined : direction?.name },
    counts: counts.map(({ member, of }) => ({
      member,
      of: isTotal && of === 'shown' && member.at(-1) === 'count' ? 'matches' : of,
    })),
    links,
    more: beside.flatMap(({ path, name, types }) => (types.has('boolean') && MORE.test(name) ? [path] : [])),
    linkHeader: operation.responses.some(
      ({ status, headers }) => status.startsWith('2') && headers.some(({ name }) => name === 'link'),
    ),
  };
};
