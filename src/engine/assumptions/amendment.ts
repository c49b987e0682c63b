import type { Amendment, EventAmendment, EventRewritingName, RewritingName } from '../../generated/assumptions-file.ts';
import { mapValues } from '../../kernel/defined.ts';
import { jsonContent, type Reply } from '../../kernel/http.ts';
import { isObject, mergePatch } from '../../kernel/json.ts';
import { createRandom } from '../../kernel/random.ts';
import type { EmittedEvent } from '../message/message.ts';
import { PROBLEM_MEDIA_TYPE, type ProblemCatalogue, toTypeUri } from '../problems/problem.ts';
import { adding } from './additions.ts';

export const amend = (reply: Reply, amendment: Amendment, surroundings: Surroundings): Reply => {
  let amended = reply;
  const { status, problem, headers, body, leaveOutNull, fill, pluck, rewrite = [] } = amendment;
  if (problem !== undefined) amended = asProblem(amended, problem, surroundings);
  if (status !== undefined) amended = withStatus(amended, status);
  if (headers !== undefined)
    amended = { ...amended, headers: mergePatch(amended.headers, headers) as Reply['headers'] };
  if (body !== undefined) amended = withBody(amended, (value) => (isObject(value) ? mergePatch(value, body) : value));
  if (leaveOutNull !== undefined || fill !== undefined)
    amended = withItems(amended, (members) => completed(members, { fill, leaveOutNull }));
  if (pluck !== undefined) amended = withItems(amended, (members) => plucked(members, pluck));
  for (const name of typeof rewrite === 'string' ? [rewrite] : rewrite)
    amended = REWRITINGS[name](amended, surroundings);
  return amended;
};

/** A problem repeats its status in its body. */
const withStatus = (reply: Reply, status: number): Reply => {
  const isProblem = reply.content?.mediaType === PROBLEM_MEDIA_TYPE;
  const changed = isProblem ? withBody(reply, (value) => ({ ...(value as object), status })) : reply;
  return status === 204 ? { ...changed, status, content: undefined } : { ...changed, status };
};

const asProblem = (reply: Reply, type: string, { problemBase, problems }: Surroundings): Reply => {
  const known = problems.get(type);
  if (known === undefined || reply.content?.mediaType !== PROBLEM_MEDIA_TYPE) return reply;
  const { status, title } = known;
  return {
    ...withBody(reply, (value) => ({ ...(value as object), type: toTypeUri(type, problemBase), title, status })),
    status,
  };
};

type Members = Readonly<Record<string, unknown>>;

/** Applies a change to the body, or to each item if it is a list. */
const withItems = (reply: Reply, change: (members: Members) => Members): Reply =>
  withBody(reply, (value) => {
    if (!isObject(value)) return value;
    const { data } = value;
    if (!Array.isArray(data)) return change(value);
    return { ...value, data: data.map((item: unknown) => (isObject(item) ? change(item) : item)) };
  });

const completed = (
  members: object,
  { fill, leaveOutNull = [] }: { readonly [Name in 'fill' | 'leaveOutNull']?: Amendment[Name] | undefined },
): Members =>
  Object.fromEntries(
    Object.entries({ ...fill, ...members }).filter(([name, value]) => value !== null || !leaveOutNull.includes(name)),
  );

const plucked = (members: Members, lists: Readonly<Record<string, string>>): Members =>
  mapValues(members, (value, name) => {
    const wanted = lists[name];
    if (wanted === undefined || !Array.isArray(value)) return value;
    return value.map((item: unknown) => (isObject(item) ? item[wanted] : item));
  });

type Rewriting = (reply: Reply, surroundings: Surroundings) => Reply;

const inHeader =
  (name: string, change: (value: string, surroundings: Surroundings) => string): Rewriting =>
  (reply, surroundings) => {
    const value = reply.headers[name];
    if (value === undefined) return reply;
    return { ...reply, headers: { ...reply.headers, [name]: change(value, surroundings) } };
  };

const inViolations =
  (change: (violation: Members) => unknown): Rewriting =>
  (reply) =>
    withBody(reply, (value) => {
      const errors = isObject(value) ? value['errors'] : undefined;
      return Array.isArray(errors) ? { ...(value as object), errors: errors.map(change) } : value;
    });

/** Converts `items[0].id` to `/items/0/id`. */
const toJsonPointer = (field: string): string =>
  field === ''
    ? ''
    : `/${field
        .replaceAll('~', '~0')
        .replaceAll(/\[(\d+)\]/g, '.$1')
        .split('.')
        .join('/')}`;

/** Which places are told: a header has little room, and names may be a client's. */
const PLACES_TOLD = 10;
const PLACE_LENGTH = 100;

/** `X-Mock-Added` tells the client and the journal where. */
const told =
  (
    grow: (
      body: unknown,
      seed: string,
      surroundings: Surroundings,
    ) => { readonly value: unknown; readonly added: readonly string[] },
  ): Rewriting =>
  (reply, surroundings) => {
    let places = reply.headers['x-mock-added']?.split(' ') ?? [];
    const { headers, ...amended } = withBody(reply, (given) => {
      const { value, added } = grow(given, `${surroundings.seed}/${String(reply.content?.body)}`, surroundings);
      places = [...places, ...added.filter(({ length }) => length <= PLACE_LENGTH)].slice(0, PLACES_TOLD);
      return added.length === 0 ? given : value;
    });
    return places.length === 0 ? reply : { ...amended, headers: { ...headers, 'x-mock-added': places.join(' ') } };
  };

const NAMES_AS = ['lower', 'title', 'upper'] as const;

/** Header names in another order and case, of a response that has grown. */
const withOtherNames: Rewriting = (reply, { seed }) => {
  if (reply.headers['x-mock-added'] === undefined) return reply;
  const drawn = createRandom(`${seed}/${String(reply.content?.body)}/names`).integer(0, NAMES_AS.length - 1);
  return { ...reply, headers: Object.fromEntries(Object.entries(reply.headers).reverse()), namesAs: NAMES_AS[drawn] };
};

/** Changes to a response that data alone cannot express. */
const REWRITINGS: Readonly<Record<RewritingName, Rewriting>> = {
  additions: (reply, surroundings) => withOtherNames(told(adding.members)(reply, surroundings), surroundings),
  'added-values': told((body, seed, { described }) => adding.values(body, seed, ...described())),
  // The journal keeps the original type.
  'added-problem-type': (reply, surroundings) => {
    if (reply.content?.mediaType !== PROBLEM_MEDIA_TYPE) return reply;
    const type = toTypeUri(adding.problemType, surroundings.problemBase);
    return told((body) => ({ value: { ...(body as object), type }, added: ['/type'] }))(reply, surroundings);
  },
  'weak-etag': inHeader('etag', (etag) => (etag.startsWith('W/') ? etag : `W/${etag}`)),
  'bare-etag': inHeader('etag', (etag) => etag.replaceAll('"', '')),
  'relative-location': inHeader('location', (location, { origin }) =>
    location.startsWith(`${origin}/`) ? location.slice(origin.length) : location,
  ),
  'retry-after-date': inHeader('retry-after', (seconds, { now }) =>
    /^\d+$/.test(seconds) ? new Date(now + Number(seconds) * 1000).toUTCString() : seconds,
  ),
  'category-upper-case': inHeader('x-ratelimit-category', (category) =>
    // The API description states this value only.
    category === 'read' ? category : category.toUpperCase().replaceAll('-', '_'),
  ),
  'fields-as-json-pointers': inViolations((violation) => ({
    ...violation,
    field: toJsonPointer(String(violation['field'])),
  })),
  'null-rejected-value-left-out': inViolations((violation) => {
    const { rejectedValue, ...rest } = violation;
    return rejectedValue === null ? rest : violation;
  }),
};

/** The context of an amendment. */
interface Surroundings {
  readonly origin: string;
  readonly problemBase: string;
  readonly problems: ProblemCatalogue;
  readonly seed: string;
  /** Wall-clock time of the response, in milliseconds since the epoch. */
  readonly now: number;
  /** The description, and the schema of the body; undefined if it has none. */
  readonly described: () => readonly [document: object, schema: unknown];
}

const withBody = (reply: Reply, change: (value: unknown) => unknown): Reply => {
  const { content } = reply;
  if (content === undefined || typeof content.body !== 'string') return reply;
  const value = change(content.value);
  return value === content.value ? reply : { ...reply, content: jsonContent(value, content.mediaType) };
};

/**
 * The body of a delivery under the assumptions of the sandbox; the envelope itself if none of them changes it. A payload
 * that a caller provided stays as it is (`isVerbatim`), as do its members that one has `chosen`.
 */
export const amendEvent = (
  envelope: Pick<EmittedEvent, 'type' | 'data'>,
  amendments: readonly EventAmendment[],
  { isVerbatim, chosen = [] }: { readonly isVerbatim: boolean; readonly chosen?: readonly string[] | undefined },
): object => {
  const meant = amendments.filter(({ types }) => types?.includes(envelope.type) ?? true);
  if (meant.length === 0) return envelope;
  const kept = Object.fromEntries(Object.entries(envelope.data).filter(([name]) => chosen.includes(name)));
  const data = isVerbatim ? envelope.data : { ...meant.reduce<object>(changed, envelope.data), ...kept };
  let amended: Members = { ...envelope, data };
  for (const { envelope: more = {}, rewrite } of meant) {
    amended = { ...amended, ...more };
    if (rewrite !== undefined) amended = EVENT_REWRITINGS[rewrite](amended, isVerbatim);
  }
  return amended;
};

const changed = (data: object, amendment: EventAmendment): Members =>
  mergePatch(completed(data, amendment), amendment.data ?? {}) as Members;

type EventRewriting = (body: Members, isVerbatim: boolean) => Members;

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Changes the times of the envelope, and of its payload unless a caller provided it. */
const withTimes =
  (change: (instant: number) => unknown): EventRewriting =>
  (body, isVerbatim) => {
    const timed = (members: object): Members =>
      mapValues<unknown, unknown>({ ...members }, (value) =>
        typeof value === 'string' && UTC.test(value) ? change(Date.parse(value)) : value,
      );
    const { data } = body;
    return { ...timed(body), ...(isObject(data) ? { data: isVerbatim ? data : timed(data) } : {}) };
  };

const OFFSET = 3_600_000;

/** Changes that need code. */
const EVENT_REWRITINGS: Readonly<Record<EventRewritingName, EventRewriting>> = {
  additions: (body, isVerbatim) => {
    const { value } = adding.members(body, String(body['id']));
    return isVerbatim ? { ...value, data: body['data'] } : value;
  },
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
  'times-in-seconds': withTimes((instant) => Math.floor(instant / 1000)),
  'times-with-offset': withTimes((instant) => new Date(instant + OFFSET).toISOString().replace('Z', '+01:00')),
};
