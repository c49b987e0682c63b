import { memoize } from '../../kernel/caches.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { isObject } from '../../kernel/json.ts';
import type { Random } from '../../kernel/random.ts';
import { CONVENTIONS } from '../../generated/conventions.ts';
import { shapesOf } from '../contract/schema-shapes.ts';
import { asObject, type SchemaObject, partsOf } from '../contract/walk-schema.ts';
import { setMember } from '../validation/text-values.ts';
import { isCalled, letters, singularsOf } from '../matching/names.ts';
import { NOTHING, withAt } from './keep-shown.ts';
import type { MemberPath, Resource } from './resource.ts';

export type Members = Readonly<Record<string, unknown>>;

/** What the description says of a member of a thing. */
interface Member {
  readonly schema: unknown;
  readonly letters: string;
  /** What the server sets it to, if its name says so. */
  readonly stamp: 'version' | 'created' | 'updated' | undefined;
  readonly types: ReadonlySet<string>;
  readonly formats: readonly unknown[];
  readonly isRequired: boolean;
  /** Whether the client must not change it. */
  readonly isReadOnly: boolean;
  /** Whether the server has it even if the client sends none. */
  readonly isServers: boolean;
  /** The first status that the schema lists and nothing ends with, unless an example or a default says which. */
  readonly firstStatus: string | undefined;
}

const STAMPS = [
  ['version', CONVENTIONS.version],
  ['updated', CONVENTIONS.times.updated],
  ['created', CONVENTIONS.times.created],
] as const;

/** Items of a list that are completed: each takes time. */
const MOST_ITEMS = 1000;

/** What the bodies of things consist of, by the schemas that show them. */
export const createBodies = (document: SchemaObject) => {
  const shapes = shapesOf(document);

  const describe = memoize((schema: SchemaObject): ReadonlyMap<string, Member> => {
    const required = new Set([...partsOf(document, schema)].flatMap((part) => part['required']));
    const read = ([name, member]: readonly [string, unknown]): readonly [string, Member] => {
      const parts = [...partsOf(document, member)];
      const says = (...keywords: readonly string[]): boolean =>
        parts.some((part) => keywords.some((keyword) => part[keyword] !== undefined));
      const listed = shapes.listedIn(member) ?? [];
      // Some list them by the alphabet, with `canceled` first.
      const status = listed.find((each) => !isCalled(String(each), CONVENTIONS.ended)) ?? listed[0];
      const isOpen = isCalled(name, CONVENTIONS.status) && !says('example', 'examples', 'default');
      const isRequired = required.has(name);
      const isReadOnly = [...partsOf(document, member, ['allOf'])].some(({ readOnly }) => readOnly === true);
      return [
        name,
        {
          schema: shapes.memberOf(schema, name),
          letters: letters(name),
          stamp: STAMPS.find(([, convention]) => isCalled(name, convention))?.[0],
          types: shapes.typesOf(member),
          formats: parts.map(({ format }) => format),
          isRequired,
          isReadOnly,
          isServers: isRequired || isReadOnly || says('default'),
          firstStatus: isOpen && typeof status === 'string' ? status : undefined,
        },
      ];
    };
    return new Map([...shapes.membersOf(schema)].map(read));
  });
  const membersOf = (schema: unknown): ReadonlyMap<string, Member> => describe(asObject(schema));

  const itemsIn = memoize((schema: SchemaObject) => shapes.itemsOf(schema));

  /** What a client has sent, completed at any depth by the members that the server has anyway. */
  const completed = (sent: unknown, base: unknown, schema: unknown): unknown => {
    if (Array.isArray(sent) && Array.isArray(base) && sent.length <= MOST_ITEMS)
      return sent.map((item) => completed(item, base[0], itemsIn(asObject(schema))));
    if (!isObject(sent) || !isObject(base)) return sent;
    const members = membersOf(schema);
    const made: Record<string, unknown> = {};
    for (const name of Object.keys(base)) if (members.get(name)?.isServers) setMember(made, name, base[name]);
    for (const [name, member] of Object.entries(sent)) {
      const inner = () => members.get(name)?.schema ?? shapes.memberOf(schema, name);
      setMember(made, name, typeof member === 'object' ? completed(member, base[name], inner()) : member);
    }
    return made;
  };

  /** The defaults of the members of a request. */
  const defaultsIn = memoize((schema: SchemaObject): Members => {
    const stated = [...shapes.membersOf(schema)].flatMap(([name, member]) =>
      isObject(member) && 'default' in member ? [[name, member['default']] as const] : [],
    );
    return Object.fromEntries(stated);
  });

  /** The schema at a path of members; the first item's where a list is on the way. */
  const schemaIn = (schema: unknown, path: MemberPath): unknown =>
    path.reduce((inner, name) => shapes.memberOf(inner, name), schema);

  return {
    schemaIn,
    /** The names of the members that a schema has. */
    namesIn: (schema: unknown): readonly string[] => [...membersOf(schema).keys()],
    defaultsIn,
    completed,
    /** With the id of a path, for a body that was generated. */
    withId: ({ id: at, schema }: Resource, body: Members, id: string): unknown =>
      at === undefined ? body : withAt(body, at, asIn(shapes.typesOf(schemaIn(schema, at)), id)),
    /** What stands where there is nothing to show: null or, where that is not allowed, no member or an empty text. */
    absentIn: (schema: unknown, name: string): unknown => {
      const { types, isRequired } = membersOf(schema).get(name) ?? {};
      if (types?.has('null')) return null;
      return isRequired ? '' : NOTHING;
    },
    /** What the client must not change, as it was. */
    withReadOnly: (body: Members, before: Members, schema: unknown): Members =>
      [...membersOf(schema)].reduce(
        (made, [name, { isReadOnly }]) =>
          isReadOnly ? (withAt(made, [name], Object.hasOwn(before, name) ? before[name] : NOTHING) as Members) : made,
        body,
      ),
    /** A new thing, as it was sent; it begins with its first status. */
    begun: (sent: Members, base: Members, schema: unknown): Members => {
      const body = completed(sent, base, schema) as Members;
      const isIts = (name: string): boolean => Object.hasOwn(body, name) || isCalled(name, CONVENTIONS.ownStatus);
      const first = [...membersOf(schema)].flatMap(([name, { firstStatus }]) =>
        firstStatus !== undefined && isIts(name) && !Object.hasOwn(sent, name) ? [[name, firstStatus]] : [],
      );
      return { ...body, ...(Object.fromEntries(first) as Members) };
    },
    /** The members that follow from where a thing is, and when and how often it was changed, as far as its schema has them. */
    stamped: (
      body: Members,
      schema: unknown,
      occasion: {
        /** Undefined for a thing that was always there: its times are as generated. */
        readonly now: number | undefined;
        /** 1 for a new thing. */
        readonly version: number;
        /** It stands, except what is `readOnly`. */
        readonly sent: Members;
        /** Whether what is `readOnly` stands, too. */
        readonly isFixed?: boolean;
        /** The ids of the parents, with the names that members may have for them. */
        readonly parents?: readonly (readonly [names: readonly string[], id: string])[];
      },
    ): Members => {
      const { now, version, sent, isFixed = false, parents = [] } = occasion;
      const changed = [...membersOf(schema)].flatMap(([name, member]) => {
        const { types, stamp } = member;
        const parent = parents.find(([names]) => names.includes(member.letters));
        // What contains it may be shown whole.
        if (parent !== undefined && !types.has('object')) return [[name, asIn(types, parent[1])]];
        if (Object.hasOwn(sent, name) && (isFixed || !member.isReadOnly)) return [];
        if (stamp === 'version' && types.has('integer')) return [[name, version]];
        const isTime = stamp === 'updated' || (stamp === 'created' && version === 1);
        return isTime && now !== undefined ? [[name, instantFor(name, member, body[name], now)]] : [];
      });
      return { ...body, ...(Object.fromEntries(changed) as Members) };
    },
  };
};

/** Integers beyond are milliseconds, others seconds: as seconds, it would be in the year 5138. */
const LATEST_SECOND = 100_000_000_000;

/** The time as the member has it; what it was if it has none. */
const instantFor = (name: string, { types, formats }: Member, before: unknown, now: number): unknown => {
  if (types.has('integer') || types.has('number')) {
    const isFine = isCalled(name, CONVENTIONS.times.milliseconds) || Number(before) > LATEST_SECOND;
    return isFine ? now : Math.floor(now / 1000);
  }
  if (formats.includes('date')) return toIsoDateTime(now).slice(0, 10);
  // A text without a format may be anything: it is one if its example is.
  const isDateTime = typeof before === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(before);
  return formats.includes('date-time') || isDateTime ? toIsoDateTime(now) : before;
};

/** The names that members may have for each parent: its parameter, or the singular of `projects` before `{id}`. */
export const namesOf = memoize(({ path, parents }: Resource): readonly (readonly string[])[] => {
  const segments = path.split('/');
  return parents.map((name) => {
    const nouns = singularsOf(segments[segments.indexOf(`{${name}}`) - 1] ?? '');
    return [letters(name), ...nouns.map((noun) => `${noun}id`)];
  });
});

/** A value as an id or a parameter has it; undefined if it is none. */
export const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  return ['number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : undefined;
};

/** An id of a path as a body has it. */
const asIn = (types: ReadonlySet<string>, id: string): unknown => {
  const isNumber = (types.has('integer') || types.has('number')) && !types.has('string');
  return isNumber && Number.isSafeInteger(Number(id)) ? Number(id) : id;
};

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const PREFIX = new RegExp(`^(?:${CONVENTIONS.idPrefix})`, 'i');
/** A character is replaced by one of its row: digits of hexadecimal numbers remain such. */
const ROWS = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** A new id of the kind of a sample: a number, a UUID, or a text of the same characters behind the same prefix. */
export const drawIdLike = (sample: unknown, random: Random, position: number): unknown => {
  if (typeof sample === 'number' || typeof sample === 'bigint') return position;
  const text = textOf(sample) ?? '';
  if (text === '' || UUID.test(text)) return drawUuid(random);
  const [prefix = ''] = PREFIX.exec(text) ?? [];
  const drawn = text.slice(prefix.length).replaceAll(/[a-z\d]/gi, (letter) => {
    const row = ROWS.find((each) => each.includes(letter)) ?? letter;
    return row.charAt(random.integer(0, row.length - 1));
  });
  return prefix + drawn;
};
