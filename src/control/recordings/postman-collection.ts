import { toIsoDateTime } from '../../kernel/clock.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import { parsePointer } from '../../engine/matching/pointer.ts';
import { type ExportedCall, type ExportedCalls, RUN } from './exported-calls.ts';

/** What the collection says about the sandbox. It has no secrets: the server keeps only their digests. */
interface CollectionFacts {
  /** Of the organization. */
  readonly name: string;
  /** Of the API, with its version segment. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** Of the control API. */
  readonly controlUrl: string;
  /** Of the first client. */
  readonly clientId: string;
}

type Part = NonNullable<ExportedCall['parts']>[number];

/** Variable with the body that freezes the clock. */
const CLOCK_START = 'clockStart';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * The calls as a Postman collection, format 2.1, which Bruno and others import. Files of uploads must be chosen: a collection
 * does not hold any.
 */
export const toPostmanCollection = (
  { calls, setUp, clock: { startsAt, moves, renewals, moveAtEnd } }: ExportedCalls,
  { name, baseUrl, tokenUrl, controlUrl, clientId }: CollectionFacts,
) => ({
  info: {
    name,
    description: 'Set clientSecret, and run the requests in their order. Choose a file for each upload.',
    schema: SCHEMA,
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: [
    { key: 'baseUrl', value: baseUrl },
    { key: 'tokenUrl', value: tokenUrl },
    ...(startsAt === undefined ? [] : [{ key: 'controlUrl', value: controlUrl }]),
    { key: 'clientId', value: clientId },
    { key: 'clientSecret', value: '' },
  ],
  item: [
    ACCESS_TOKEN,
    ...(startsAt === undefined ? [] : toClockStart(startsAt)),
    ...(Object.keys(setUp).length === 0
      ? []
      : [
          {
            name: 'Sellers of the organization',
            request: { method: 'GET', url: '{{baseUrl}}/me', header: [] },
            event: toEvent(200, toCaptures(setUp)),
          },
        ]),
    ...calls.flatMap((call, index) => [
      ...toAdvance(moves[index]),
      ...(renewals[index] === true ? [NEW_TOKEN] : []),
      toItem(call, index),
    ]),
    ...(moveAtEnd === 0 ? [] : [...toAdvance(moveAtEnd), NEW_TOKEN]),
    ...(startsAt === undefined ? [] : [toClockItem('The clock runs again', 'resume')]),
  ],
});

const toEvent = (status: number, captures: readonly string[]) => [
  {
    listen: 'test',
    script: {
      type: 'text/javascript',
      exec: [`pm.test("status ${String(status)}", () => pm.response.to.have.status(${String(status)}));`, ...captures],
    },
  },
];

const toTokenItem = (name: string, prepare: readonly string[] = []) => ({
  name,
  request: {
    method: 'POST',
    url: '{{tokenUrl}}',
    auth: { type: 'noauth' },
    header: [],
    body: {
      mode: 'urlencoded',
      urlencoded: [
        { key: 'grant_type', value: 'client_credentials', type: 'text' },
        { key: 'client_id', value: '{{clientId}}', type: 'text' },
        { key: 'client_secret', value: '{{clientSecret}}', type: 'text' },
      ],
    },
  },
  event: toEvent(200, [...prepare, 'pm.collectionVariables.set("token", pm.response.json().access_token);']),
});

const ACCESS_TOKEN = toTokenItem('Access token', [`pm.collectionVariables.set("${RUN}", String(Date.now()));`]);
const NEW_TOKEN = toTokenItem('New access token');

/** The clock stands still at the time of the first call, or now if that is over, and moves as it did. */
const toClockStart = (startsAt: number) => [
  {
    name: 'Clock of the sandbox',
    request: { method: 'GET', url: '{{controlUrl}}/clock', header: [] },
    event: toEvent(200, [
      `const at = ${JSON.stringify(toIsoDateTime(startsAt))};`,
      `pm.collectionVariables.set("${CLOCK_START}", JSON.stringify(pm.response.json().now < at ? { at } : {}));`,
    ]),
  },
  toClockItem('Freeze the clock', 'freeze', `{{${CLOCK_START}}}`),
  NEW_TOKEN,
];

const toClockItem = (name: string, what: 'freeze' | 'advance' | 'resume', raw?: string) => ({
  name,
  request: {
    method: 'POST',
    url: `{{controlUrl}}/clock/${what}`,
    header: raw === undefined ? [] : [{ key: 'content-type', value: 'application/json' }],
    ...(raw === undefined ? {} : { body: { mode: 'raw', raw } }),
  },
  event: toEvent(200, []),
});

const toAdvance = (milliseconds = 0) => {
  if (milliseconds === 0) return [];
  const by = toIsoDuration(milliseconds);
  return [toClockItem(`Time passes: ${by}`, 'advance', JSON.stringify({ by }))];
};

const toItem = (call: ExportedCall, index: number) => {
  const { name, method, path, headers, body, parts, sendsToken, status, save, remarks } = call;
  return {
    name: `${String(index + 1)} ${name}`,
    request: {
      method,
      url: `{{baseUrl}}${path}`,
      ...(remarks.length === 0 ? {} : { description: remarks.join(' ') }),
      ...(sendsToken ? {} : { auth: { type: 'noauth' } }),
      header: Object.entries(headers).map(([key, value]) => ({ key, value })),
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: body } }),
      ...(parts === undefined ? {} : { body: { mode: 'formdata', formdata: parts.map(toPart) } }),
    },
    event: toEvent(status, toCaptures(save)),
  };
};

const toPart = ({ name: key, value = '', fileName, mediaType = 'application/pdf' }: Part) =>
  fileName === undefined
    ? { key, value, type: 'text' }
    : { key, type: 'file', src: null, contentType: mediaType, description: fileName };

const toCaptures = (save: ExportedCall['save']): readonly string[] =>
  Object.entries(save).map(([name, pointer]) => {
    const members = parsePointer(pointer).map((member) => `[${JSON.stringify(member)}]`);
    return `pm.collectionVariables.set(${JSON.stringify(name)}, pm.response.json()${members.join('')});`;
  });
