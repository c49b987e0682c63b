import { toIsoDateTime } from '../../kernel/clock.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { isObject } from '../../kernel/json.ts';
import type { Random } from '../../kernel/random.ts';
import type { SchemaShapes } from '../contract/schema-shapes.ts';
import { type SchemaObject, partsOf } from '../contract/walk-schema.ts';
import { letters } from './infer-words.ts';
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

const isReadOnly = ({ document }: Shape, member: unknown): boolean =>
  [...partsOf(document, member, ['allOf'])].some(({ readOnly }) => readOnly === true);

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
  const own = [...shape.shapes.membersOf(shape.schema)].filter(([, member]) => isReadOnly(shape, member));
  return own.reduce(
    (made, [name]) => withAt(made, [name], Object.hasOwn(before, name) ? before[name] : NOTHING) as Members,
    body,
  );
};

const serversBySchema = new WeakMap<SchemaObject, ReadonlySet<string>>();

/** The members that the server has even if the client sends none. */
const serversIn = (shape: Shape): ReadonlySet<string> => {
  const { document, schema, shapes } = shape;
  if (!isObject(schema)) return new Set();
  return getOrInsert(serversBySchema, schema, () => {
    const required = [...partsOf(document, schema)].flatMap((part) => part['required']);
    const own = [...shapes.membersOf(schema)].filter(([, member]) =>
      [...partsOf(document, member, ['allOf'])].some((part) => part['readOnly'] === true || 'default' in part),
    );
    return new Set([...required, ...own.map(([name]) => name)].filter((name) => typeof name === 'string'));
  });
};

/** Items of a list that are completed: each takes time. */
const MOST_ITEMS = 1000;

/** What a client has sent, completed at any depth by the members that the server has anyway. */
export const completed = (sent: unknown, base: unknown, shape: Shape): unknown => {
  if (typeof sent !== 'object' || typeof base !== 'object') return sent;
  const { shapes, schema } = shape;
  if (Array.isArray(sent) && Array.isArray(base)) {
    if (sent.length > MOST_ITEMS) return sent;
    const items = { ...shape, schema: shapes.itemsOf(schema) };
    return sent.map((item) => completed(item, base[0], items));
  }
  if (!isObject(sent) || !isObject(base)) return sent;
  const servers = serversIn(shape);
  return Object.fromEntries(
    Object.entries({ ...base, ...sent }).flatMap(([name, member]) => {
      if (!Object.hasOwn(sent, name)) return servers.has(name) ? [[name, member]] : [];
      if (typeof member !== 'object') return [[name, member]];
      return [[name, completed(member, base[name], { ...shape, schema: shapes.memberOf(schema, name) })]];
    }),
  );
};

const STATUS = /(?:^|[a-z_-])(?:status|state)$/i;

/** A new thing begins with the first status that its schema lists, unless an example or a default says which. */
export const withFirstStatus = (body: Members, sent: Members, { document, shapes, schema }: Shape): Members => {
  const first = [...shapes.membersOf(schema)].flatMap(([name, member]) => {
    const [status] = STATUS.test(name) && !Object.hasOwn(sent, name) ? (shapes.listedIn(member) ?? []) : [];
    const isShown = [...partsOf(document, member)].some((part) =>
      ['example', 'examples', 'default'].some((key) => part[key] !== undefined),
    );
    return typeof status === 'string' && Object.hasOwn(body, name) && !isShown ? [[name, status]] : [];
  });
  return { ...body, ...(Object.fromEntries(first) as Members) };
};

interface Occasion {
  readonly now: number;
  /** 1 for a new thing. */
  readonly version: number;
  /** What the client may set itself. */
  readonly sent: Members;
  /** The ids of the parents, with the names that members may have for them. */
  readonly parents?: readonly (readonly [names: readonly string[], id: string])[];
}

/** The members that follow from where a thing is, and when and how often it was changed, as far as its schema has them. */
export const stamped = (body: Members, shape: Shape, { now, version, sent, parents = [] }: Occasion): Members => {
  const { shapes, schema } = shape;
  const changed: Record<string, unknown> = {};
  for (const [name, member] of shapes.membersOf(schema)) {
    const types = shapes.typesOf(member);
    const parent = parents.find(([names]) => names.includes(letters(name)));
    if (parent !== undefined) changed[name] = asIn(types, parent[1]);
    else if (Object.hasOwn(sent, name) && !isReadOnly(shape, member)) continue;
    else if (VERSION.test(name) && types.has('integer')) changed[name] = version;
    else if (UPDATED.test(name) || (version === 1 && CREATED.test(name)))
      changed[name] = instantFor(shape, { name, member, types, example: body[name] }, now) ?? body[name];
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

/** The names that members may have for a parent: its parameter, or the singular of `projects` before `{id}`. */
export const namesOf = ({ path, parents }: Resource, index: number): readonly string[] => {
  const name = parents[index] ?? '';
  const before = path.slice(0, Math.max(0, path.indexOf(`/{${name}}`)));
  const singular = before
    .slice(before.lastIndexOf('/') + 1)
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
  return [name, `${singular}Id`].map(letters);
};

/** A value as an id or a parameter has it; undefined if it is none. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : undefined;
};

/** An id of a path as a body has it. */
const asIn = (types: ReadonlySet<string>, id: string): unknown => {
  const isNumber = (types.has('integer') || types.has('number')) && !types.has('string');
  return isNumber && Number.isSafeInteger(Number(id)) ? Number(id) : id;
};

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** As in `cus_8Fh2`, `TCK-17` or `AC5ef872f6da5a21de`. */
const PREFIX = /^(?:(?:[a-z]+[_-])+|[A-Z]{2}(?=[\da-f]{16,}$))/i;
const LOWER = 'abcdefghijklmnopqrstuvwxyz';

const draw = (letters: string, random: Random): string => letters.charAt(random.integer(0, letters.length - 1));

/** A new id of the kind of a sample: a number, a UUID, or a text of the same characters behind the same prefix. */
export const drawIdLike = (sample: unknown, random: Random, position: number): unknown => {
  if (typeof sample === 'number' || typeof sample === 'bigint') return position;
  const text = textOf(sample) ?? '';
  if (text === '' || UUID.test(text)) return drawUuid(random);
  const [prefix = ''] = PREFIX.exec(text) ?? [];
  const rest = text.slice(prefix.length);
  const isHex = /^(?=.*[a-f])[\da-f]{8,}$/.test(rest);
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
