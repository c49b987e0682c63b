import { isObject } from '../../kernel/is-object.ts';
import type { Reply } from '../../kernel/http.ts';
import { type Surroundings, withBody } from './reply-body.ts';

type Rewriting = (reply: Reply, surroundings: Surroundings) => Reply;

const inHeader =
  (name: string, change: (value: string, surroundings: Surroundings) => string): Rewriting =>
  (reply, surroundings) => {
    const value = reply.headers[name];
    if (value === undefined) return reply;
    return { ...reply, headers: { ...reply.headers, [name]: change(value, surroundings) } };
  };

const inBody =
  (change: (members: Readonly<Record<string, unknown>>, surroundings: Surroundings) => unknown): Rewriting =>
  (reply, surroundings) =>
    withBody(reply, (value) => (isObject(value) ? change(value, surroundings) : value));

const inViolations = (change: (violation: Readonly<Record<string, unknown>>) => unknown): Rewriting =>
  inBody((members) => {
    const { errors } = members;
    return Array.isArray(errors) ? { ...members, errors: errors.map(change) } : members;
  });

const inField = (change: (field: string) => string): Rewriting =>
  inViolations((violation) => ({ ...violation, field: change(String(violation['field'])) }));

/** Converts `items[0].id` to `/items/0/id`. */
const toJsonPointer = (field: string): string =>
  field === ''
    ? ''
    : `/${field
        .replaceAll('~', '~0')
        .replaceAll(/\[(\d+)\]/g, '.$1')
        .split('.')
        .join('/')}`;

const toTraceUuid = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Recursive: resources may be nested anywhere in the body. */
const lowerVersions = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(lowerVersions);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'version' && typeof member === 'number' ? member - 1 : lowerVersions(member),
    ]),
  );
};

/** Changes to a response that data alone cannot express. */
export const REWRITINGS = {
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
  'category-underscore': inHeader('x-ratelimit-category', (category) => category.replaceAll('-', '_')),
  'trace-id-uuid': (reply) => {
    const { 'x-trace-id': traceId } = reply.headers;
    const headers = traceId === undefined ? {} : { 'x-trace-id': toTraceUuid(traceId) };
    const isProblem = reply.status >= 400;
    return withBody({ ...reply, headers: { ...reply.headers, ...headers } }, (value) =>
      isProblem && isObject(value) && typeof value['traceId'] === 'string'
        ? { ...value, traceId: toTraceUuid(value['traceId']) }
        : value,
    );
  },
  'fields-as-json-pointers': inField(toJsonPointer),
  'fields-with-dots': inField((field) => field.replaceAll(/\[(\d+)\]/g, '.$1')),
  'null-rejected-value-left-out': inViolations((violation) => {
    const { rejectedValue, ...rest } = violation;
    return rejectedValue === null ? rest : violation;
  }),
  'bare-list': inBody((members) => (Array.isArray(members['data']) ? members['data'] : members)),
  'versions-from-zero': (reply) => {
    const { etag } = reply.headers;
    const headers = etag === undefined ? {} : { etag: etag.replace(/\d+/, (version) => String(Number(version) - 1)) };
    return withBody({ ...reply, headers: { ...reply.headers, ...headers } }, lowerVersions);
  },
} as const satisfies Record<string, Rewriting>;

export type RewritingName = keyof typeof REWRITINGS;
