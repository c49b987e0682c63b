import { CONVENTIONS } from '../../generated/conventions.ts';
import { asObject } from '../contract/walk-schema.ts';
import { hasHeader, type Operation, type Parameter } from '../contract/contract.ts';
import { findMember, isCalled, letters, readSortKey } from '../matching/names.ts';
import type { Place, Schemas } from './infer-schemas.ts';
import type { ListShape, MemberPath } from './resource.ts';

/** A size that no description names; what most services have is between 10 and 100. */
const USUAL_SIZE = 20;
const USUAL_MOST = 100;

const isWhole = (types: ReadonlySet<string>): boolean => types.has('integer') || types.has('number');

/** The query parameter that is called so, if its schema may be meant. */
const findIn = (
  { parameters }: Operation,
  what: keyof typeof CONVENTIONS.parameters,
  isMeant: (schema: unknown) => boolean,
): Parameter | undefined => {
  const query = parameters.filter((each) => each.in === 'query' && isMeant(each.schema.schema));
  const names = CONVENTIONS.parameters[what].split(' ');
  return query.find((each) => names.includes(letters(each.name)));
};

const numberIn = (parameter: Parameter | undefined, keyword: string, usual: number): number => {
  const value = asObject(parameter?.schema.schema)[keyword];
  return typeof value === 'number' ? value : usual;
};

const findPaging = ({ typesOf }: Schemas, operation: Operation): ListShape['paging'] => {
  const isNumber = (schema: unknown): boolean => isWhole(typesOf(schema));
  const sizing = findIn(operation, 'size', isNumber);
  const most = Math.max(1, numberIn(sizing, 'maximum', USUAL_MOST));
  const size = Math.min(most, Math.max(1, numberIn(sizing, 'default', USUAL_SIZE)));
  for (const by of ['page', 'offset', 'cursor'] as const) {
    const found = findIn(operation, by, (schema) => isNumber(schema) === (by !== 'cursor'));
    if (found === undefined) continue;
    const first = by === 'page' && numberIn(found, 'default', 1) === 0 ? 0 : 1;
    return { by, parameter: found.name, first, sizeParameter: sizing?.name, size, most };
  }
  // Without a parameter that leads to what is left out, only what the description says limits a list.
  const all = numberIn(sizing, 'maximum', Infinity);
  const usual = Math.min(all, numberIn(sizing, 'default', all));
  return sizing && { by: 'offset', parameter: undefined, first: 1, sizeParameter: sizing.name, size: usual, most: all };
};

/** Members of the body beside the list, at most three levels down where they are about the page. */
const membersBeside = (schemas: Schemas, body: unknown, path: MemberPath = []): readonly Place[] =>
  [...schemas.membersOf(body)].flatMap(([name, schema]) => {
    const at = [...path, name];
    if (schemas.isScalar(schema)) return [{ path: at, schema }];
    return path.length < 2 && isCalled(name, CONVENTIONS.around) ? membersBeside(schemas, schema, at) : [];
  });

const meaningIn = <Meaning extends string>(
  table: Readonly<Record<Meaning, string>>,
  name: string,
): Meaning | undefined => (Object.keys(table) as Meaning[]).find((meaning) => isCalled(name, table[meaning]));

/** What a member beside the list shows: by its type and name. */
const readBeside = (
  { typesOf }: Schemas,
  { path, schema }: Place,
  paging: ListShape['paging'],
): ListShape['beside'][number] | undefined => {
  const [name = '', around = name] = path.toReversed();
  const types = typesOf(schema);
  const count = isWhole(types) ? meaningIn(CONVENTIONS.counts, name) : undefined;
  if (count !== undefined) return { member: path, shows: count };
  if (types.has('boolean')) return isCalled(name, CONVENTIONS.more) ? { member: path, shows: 'more' } : undefined;
  // A cursor is often called as the parameter that takes it.
  const isCursor = paging?.by === 'cursor';
  if (isCursor && letters(name) === letters(paging.parameter ?? ''))
    return { member: path, shows: 'next', isUrl: false };
  // In `{ "next": { "href": ... } }`, the name of what it is in says it.
  const shows = meaningIn(CONVENTIONS.links, isCalled(name, CONVENTIONS.plain) ? around : name);
  if (shows === undefined) return undefined;
  const isValue = isCursor || types.has('integer') || isCalled(name, CONVENTIONS.cursors);
  return { member: path, shows, isUrl: !isValue || path.some((each) => isCalled(each, CONVENTIONS.urls)) };
};

/** How an operation lists things of this schema. */
export const inferListShape = (
  schemas: Schemas,
  { operation, thing, body }: { readonly operation: Operation; readonly thing: unknown; readonly body: unknown },
): ListShape => {
  const { listedIn, itemsOf, memberLike, membersOf, isScalar } = schemas;
  const paging = findPaging(schemas, operation);
  const beside = membersBeside(schemas, body).flatMap((place) => readBeside(schemas, place, paging) ?? []);
  // Without a total, `count` is one: Django REST framework's counts all matches.
  const isTotal = paging?.by !== 'cursor';

  const isAll = (value: unknown): boolean => CONVENTIONS.all.some((all) => all === String(value).toLowerCase());

  /** Whether values of a parameter are values of a member. */
  const selects = (parameter: unknown, member: unknown): boolean => {
    const values = listedIn(member);
    const isValue = (value: unknown): boolean => isAll(value) || (values?.includes(value) ?? true);
    return isScalar(parameter) && isScalar(member) && listedIn(parameter)?.every(isValue) !== false;
  };
  const filters = operation.parameters.flatMap(({ in: place, name: parameter, schema: { schema } }) => {
    const name = memberLike(thing, parameter.replace(/^filter\[(.*)\]$/, '$1'));
    if (place !== 'query' || name === undefined) return [];
    const member = membersOf(thing).get(name);
    const all = listedIn(schema)?.find((value) => isAll(value) && listedIn(member)?.includes(value) !== true);
    if (!selects(schema, member)) return [];
    const { default: usual } = asObject(schema);
    // Where all can be asked for, the default is what is meant without; elsewhere, it may be a word for no selection.
    return [{ parameter, member: [name], ...(all !== undefined && { all, ...(usual !== undefined && { usual }) }) }];
  });

  const isMember = (value: unknown): boolean =>
    findMember([...membersOf(thing).keys()], readSortKey(String(value).replace(',', ' ')).field) !== undefined;
  const sort = findIn(operation, 'sort', (schema) => listedIn(itemsOf(schema) ?? schema)?.some(isMember) !== false);
  const direction = findIn(operation, 'direction', () => true);
  return {
    paging,
    filters,
    sort: sort && { parameter: sort.name, direction: direction?.name },
    beside: beside.map((each) => ({
      ...each,
      shows: isTotal && each.shows === 'shown' && each.member.at(-1) === 'count' ? 'matches' : each.shows,
    })),
    linkHeader: operation.responses.some((response) => response.status.startsWith('2') && hasHeader(response, 'link')),
  };
};
