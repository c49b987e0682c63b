import type { Envelope } from '../events/envelope.ts';
import { isMembers } from './reply-body.ts';

/** What becomes of the body of deliveries that an alternative has another form for. What is kept of an event stays. */
export interface EventAmendment {
  /** Types of events; all of them without it. */
  readonly types?: readonly string[];
  /** Members of the payload that are there where they would be missing. */
  readonly fill?: Members;
  /** Members of the payload that are left out where they are null. */
  readonly leaveOutNull?: readonly string[];
  /** Values of members of the payload, and what stands in their place: by member, then by value as text. */
  readonly translate?: Readonly<Record<string, Members>>;
  /** Members of the payload that hold something else, where they are there and not null. */
  readonly replace?: Members;
  /** Members of the payload, and what is cut off where they begin with it. */
  readonly cut?: Readonly<Record<string, string>>;
  /** Members that the envelope has besides. */
  readonly envelope?: Members;
  /** What no patch can say. */
  readonly rewrite?: EventRewritingName;
}

export interface EventSurroundings {
  /** The seller concerned. */
  readonly seller: string | undefined;
  /** A payload that somebody else wrote stays as it is. */
  readonly isVerbatim: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** The body of a delivery as the sandbox assumes it: the envelope itself where it assumes nothing about it. */
export const amendEvent = (
  envelope: Envelope,
  amendments: readonly EventAmendment[],
  surroundings: EventSurroundings,
): object => {
  const meant = amendments.filter(({ types }) => types?.includes(envelope.type) ?? true);
  if (meant.length === 0) return envelope;
  const data = surroundings.isVerbatim ? envelope.data : meant.reduce<object>(withPayload, envelope.data);
  let amended: Members = { ...envelope, data };
  for (const { envelope: more = {}, rewrite } of meant) {
    amended = { ...amended, ...more };
    if (rewrite !== undefined) amended = EVENT_REWRITINGS[rewrite](amended, surroundings);
  }
  return amended;
};

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
  const beginning = cut[name];
  return typeof value === 'string' && beginning !== undefined && value.startsWith(beginning)
    ? value.slice(beginning.length)
    : value;
};

type EventRewriting = (body: Members, surroundings: EventSurroundings) => Members;

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Times of the envelope and of its payload; not of one that somebody else wrote. */
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
    return { ...timed(body), ...(isMembers(data) ? { data: isVerbatim ? data : timed(data) } : {}) };
  };

const OFFSET = 3_600_000;

/** What data alone cannot say about another form of an event. */
export const EVENT_REWRITINGS = {
  'cloud-event': ({ id, type, createdAt, organizationUuid, data }) => ({
    specversion: '1.0',
    id,
    source: `/organizations/${String(organizationUuid)}`,
    type,
    time: createdAt,
    datacontenttype: 'application/json',
    data,
  }),
  'seller-in-envelope': (body, { seller }) => (seller === undefined ? body : { ...body, partnerUuid: seller }),
  'payload-on-top': ({ data, ...envelope }) => ({ ...(data as object), ...envelope }),
  'times-in-seconds': withTimes((instant) => Math.floor(instant / 1000)),
  'times-with-offset': withTimes((instant) => new Date(instant + OFFSET).toISOString().replace('Z', '+01:00')),
} as const satisfies Record<string, EventRewriting>;

export type EventRewritingName = keyof typeof EVENT_REWRITINGS;
