import type { Envelope } from '../events/event.ts';
import { isObject } from '../../kernel/json.ts';
import type { EventScope } from '../message/event.ts';

/** How an alternative changes the body of deliveries. The stored event does not change. */
export interface EventAmendment {
  /** Event types; all if omitted. */
  readonly types?: readonly string[];
  /** Members to add to the payload if they are missing. */
  readonly fill?: Members;
  /** Members of the payload that are omitted if they are null. */
  readonly leaveOutNull?: readonly string[];
  /** New values of members of the payload: by member, then by old value as text. */
  readonly translate?: Readonly<Record<string, Members>>;
  /** New values of members of the payload that are present and not null. */
  readonly replace?: Members;
  /** Members of the payload that lose this text and all before it. */
  readonly cut?: Readonly<Record<string, string>>;
  /** Additional members of the envelope. */
  readonly envelope?: Members;
  /** Additional members of the envelope that identify the subject of the event, mapped to the members of its scope. */
  readonly scope?: Readonly<Record<string, string>>;
  /** A change that the members above cannot express. */
  readonly rewrite?: EventRewritingName;
}

interface EventSurroundings {
  /** The subject of the event. */
  readonly scope: EventScope;
  /** Whether a caller provided the payload, which then stays unchanged. */
  readonly isVerbatim: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** The body of a delivery under the assumptions of the sandbox; the envelope itself if none of them changes it. */
export const amendEvent = (
  envelope: Envelope,
  amendments: readonly EventAmendment[],
  surroundings: EventSurroundings,
): object => {
  const meant = amendments.filter(({ types }) => types?.includes(envelope.type) ?? true);
  if (meant.length === 0) return envelope;
  const data = surroundings.isVerbatim ? envelope.data : meant.reduce<object>(withPayload, envelope.data);
  let amended: Members = { ...envelope, data };
  for (const { envelope: more = {}, scope = {}, rewrite } of meant) {
    amended = { ...amended, ...more, ...toMembers(scope, { ...surroundings.scope }) };
    if (rewrite !== undefined) amended = EVENT_REWRITINGS[rewrite](amended, surroundings);
  }
  return amended;
};

const toMembers = (names: Readonly<Record<string, string>>, scope: Members): Members =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, member]) => (scope[member] === undefined ? [] : [[name, scope[member]]])),
  );

const withPayload = (data: object, { fill = {}, leaveOutNull = [], ...changes }: EventAmendment): object =>
  Object.fromEntries(
    Object.entries({ ...fill, ...data })
      .filter(([name, value]) => value !== null || !leaveOutNull.includes(name))
      .map(([name, value]: [string, unknown]) => [name, changed(name, value, changes)]),
  );

const changed = (name: string, value: unknown, { translate = {}, replace = {}, cut = {} }: EventAmendment): unknown => {
  const translations = translate[name];
  const key = String(value);
  if (translations !== undefined && Object.hasOwn(translations, key)) return translations[key];
  if (value !== null && Object.hasOwn(replace, name)) return replace[name];
  const end = cut[name];
  const at = typeof value === 'string' && end !== undefined ? value.lastIndexOf(end) : -1;
  return at < 0 ? value : key.slice(at + (end?.length ?? 0));
};

type EventRewriting = (body: Members, surroundings: EventSurroundings) => Members;

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Changes the times of the envelope, and of its payload unless a caller provided it. */
const withTimes =
  (change: (instant: number) => unknown): EventRewriting =>
  (body, { isVerbatim }) => {
    const timed = (members: object): Members =>
      Object.fromEntries(
        Object.entries(members).map(([name, value]: [string, unknown]) => [
          name,
          typeof value === 'string' && UTC.test(value) ? change(Date.parse(value)) : value,
        ]),
      );
    const { data } = body;
    return { ...timed(body), ...(isObject(data) ? { data: isVerbatim ? data : timed(data) } : {}) };
  };

const OFFSET = 3_600_000;

/** Changes that need code. */
const EVENT_REWRITINGS = {
  /** `source` is a template with members of the envelope in braces. */
  'cloud-event': ({ source, ...envelope }) => ({
    specversion: '1.0',
    id: envelope['id'],
    source: String(source).replaceAll(/\{(\w+)\}/g, (_place, name: string) => String(envelope[name])),
    type: envelope['type'],
    time: envelope['createdAt'],
    datacontenttype: 'application/json',
    data: envelope['data'],
  }),
  'payload-on-top': ({ data, ...envelope }) => ({ ...(data as object), ...envelope }),
  'times-in-seconds': withTimes((instant) => Math.floor(instant / 1000)),
  'times-with-offset': withTimes((instant) => new Date(instant + OFFSET).toISOString().replace('Z', '+01:00')),
} as const satisfies Record<string, EventRewriting>;

type EventRewritingName = keyof typeof EVENT_REWRITINGS;
