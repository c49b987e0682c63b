import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { isObject } from '../../kernel/json.ts';
import type { Random } from '../../kernel/random.ts';
import type { SchemaShapes } from '../contract/schema-shapes.ts';
import { type SchemaObject, partsOf } from '../contract/walk-schema.ts';
import { NOTHING, withAt } from './keep-shown.ts';
import type { MemberPath, Resource } from './resource.ts';

type Members = Readonly<Record<string, unknown>>;

const CREATED =
  /^_?(date_?)?(created?|creation|inserted)_?(at|on|date|time|timestamp|date_?time|utc)?(_?(utc|ms|millis))?$/i;
const UPDATED =
  /^_?(last_?)?(date_?)?(updated?|modified|modification|changed)_?(at|on|date|time|timestamp|date_?time|utc)?(_?(utc|ms|millis))?$/i;
const VERSION = /^_?(version|revision|rev|(row|lock|entity)_?version)$/i;

/** What the bodies of a kind of things are like. */
export interface Shape {
  readonly document: SchemaObject;
  readonly shapes: SchemaShapes;
  /** Of one thing, as a response shows it. */
  readonly schema: unknown;
}

const isMarked = ({ document }: Shape, schema: unknown, mark: string): boolean =>
  [...partsOf(document, schema, ['allOf'])].some((part) => part[mark] === true);

const isRequired = ({ document, schema }: Shape, name: string): boolean =>
  [...partsOf(document, schema)].some(({ required }) => Array.isArray(required) && required.includes(name));

/** What stands where there is nothing to show: null or, where that is not allowed, no member or an empty text. */
export const absentIn = (shape: Shape, name: string): unknown => {
  const types = shape.shapes.typesOf(shape.shapes.memberOf(shape.schema, name));
  if (types.has('null')) return null;
  return isRequired(shape, name) ? '' : NOTHING;
};

/** What the client must not change, as it was. */
export const withReadOnly = (body: Members, before: Members, shape: Shape): Members => {
  const own = [...shape.shapes.membersOf(shape.schema)].filter(([, member]) => isMarked(shape, member, 'readOnly'));
  return own.reduce((made, [name]) => withAt(made, [name], before[name] ?? NOTHING) as Members, body);
};

/** Whether the server has a member even if the client sends none. */
const isServers = (shape: Shape, name: string): boolean => {
  const member = shape.shapes.memberOf(shape.schema, name);
  if (isRequired(shape, name) || isMarked(shape, member, 'readOnly')) return true;
  return [...partsOf(shape.document, member, ['allOf'])].some(({ default: value }) => value !== undefined);
};

/** What a client has sent, completed at any depth by the members that the server has anyway. */
export const completed = (sent: unknown, base: unknown, shape: Shape): unknown => {
  const { shapes, schema } = shape;
  if (Array.isArray(sent)) {
    const [model] = Array.isArray(base) ? (base as readonly unknown[]) : [];
    return sent.map((item) => completed(item, model, { ...shape, schema: shapes.itemsOf(schema) }));
  }
  if (!isObject(sent) || !isObject(base)) return sent;
  return Object.fromEntries(
    Object.entries({ ...base, ...sent }).flatMap(([name, member]) => {
      if (!Object.hasOwn(sent, name)) return isServers(shape, name) ? [[name, member]] : [];
      return [[name, completed(member, base[name], { ...shape, schema: shapes.memberOf(schema, name) })]];
    }),
  );
};

interface Occasion {
  readonly now: number;
  /** 1 for a new thing. */
  readonly version: number;
  /** What the client may set itself. */
  readonly sent: Members;
}

/** The members that follow from when and how often a thing was changed, as far as its schema has them. */
export const stamped = (body: Members, shape: Shape, { now, version, sent }: Occasion): Members => {
  const changed: Record<string, unknown> = {};
  for (const [name, member] of shape.shapes.membersOf(shape.schema)) {
    const isOwn = !Object.hasOwn(sent, name) || isMarked(shape, member, 'readOnly');
    const types = shape.shapes.typesOf(member);
    if (!isOwn) continue;
    if (UPDATED.test(name) || (version === 1 && CREATED.test(name))) {
      const instant = instantFor(shape, { name, member, types, example: body[name] }, now);
      if (instant !== undefined) changed[name] = instant;
    } else if (VERSION.test(name) && types.has('integer')) changed[name] = version;
  }
  return { ...body, ...changed };
};

interface Dated {
  readonly name: string;
  readonly member: unknown;
  readonly types: ReadonlySet<string>;
  readonly example: unknown;
}

/** Integers beyond are milliseconds, others seconds: as seconds, it would be in the year 5138. */
const LATEST_SECOND = 100_000_000_000;

const instantFor = ({ document }: Shape, { name, member, types, example }: Dated, now: number): unknown => {
  if (types.has('integer') || types.has('number')) {
    const isFine = /ms|millis/i.test(name) || Number(example) > LATEST_SECOND;
    return isFine ? now : Math.floor(now / 1000);
  }
  const formats = [...partsOf(document, member)].map(({ format }) => format);
  if (formats.includes('date')) return toIsoDateTime(now).slice(0, 10);
  // A text without a format may be anything: it is one if its example is.
  const isDateTime = typeof example === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(example);
  return formats.includes('date-time') || isDateTime ? toIsoDateTime(now) : undefined;
};

const plain = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

/** The names that members may have for a parent: its parameter, or the singular of `projects` before `{id}`. */
export const namesOf = ({ path, parents }: Resource, index: number): readonly string[] => {
  const name = parents[index] ?? '';
  const segments = path.split('/');
  const segment = segments[segments.indexOf(`{${name}}`) - 1] ?? '';
  return [name, `${segment.replace(/ies$/, 'y').replace(/s$/, '')}Id`];
};

/** The ids of the parents, in members that are named like their path parameters: `projectId` or `project_id`. */
export const withParents = (
  body: Members,
  shape: Shape,
  parents: readonly { readonly names: readonly string[]; readonly id: string }[],
): Members => {
  const changed: Record<string, unknown> = {};
  for (const [name, member] of shape.shapes.membersOf(shape.schema))
    for (const { names, id } of parents)
      if (names.map(plain).includes(plain(name))) changed[name] = asIn(shape.shapes.typesOf(member), id);
  return { ...body, ...changed };
};

/** A value as an id or a parameter has it; undefined if it is none. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'object' || value === undefined ? undefined : String(value);

/** An id of a path as a body has it. */
export const asIn = (types: ReadonlySet<string>, id: string): unknown => {
  const isNumber = (types.has('integer') || types.has('number')) && !types.has('string');
  return isNumber && Number.isSafeInteger(Number(id)) ? Number(id) : id;
};

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** As in `cus_` or `TCK-`. */
const PREFIX = /^(?:[a-z]+[_-])+/i;
const LOWER = 'abcdefghijklmnopqrstuvwxyz';

const draw = (letters: string, random: Random): string => letters.charAt(random.integer(0, letters.length - 1));

/** A new id of the kind of a sample: a number, a UUID, or a text of the same characters behind the same prefix. */
export const drawIdLike = (sample: unknown, random: Random, position: number): unknown => {
  if (typeof sample === 'number' || typeof sample === 'bigint') return position;
  const text = textOf(sample) ?? '';
  if (text === '' || UUID.test(text)) return drawUuid(random);
  const [prefix = ''] = PREFIX.exec(text) ?? [];
  const rest = text.slice(prefix.length);
  const isHex = /^(?=.*\d)(?=.*[a-f])[\da-f]+$/.test(rest);
  const drawn = rest.replaceAll(/[a-z\d]/gi, (letter) => {
    if (isHex) return draw('0123456789abcdef', random);
    if (letter >= '0' && letter <= '9') return draw('0123456789', random);
    return letter < 'a' ? draw(LOWER.toUpperCase(), random) : draw(LOWER, random);
  });
  return prefix + drawn;
};

/** The schema at a path of members; the first item's where a list is on the way. */
export const schemaIn = (shapes: SchemaShapes, schema: unknown, path: MemberPath): unknown =>
  path.reduce<unknown>((inner, name) => shapes.memberOf(inner, name), schema);
