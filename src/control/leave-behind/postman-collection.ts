import type { LeaveBehindFacts } from './leave-behind-facts.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import {
  CLOCK_START,
  type ReplayedCall,
  type ReplayedCalls,
  RUN,
  type Text,
  type ValuePath,
  writeText,
} from './replayed-call.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The calls as a Postman collection, format 2.1. Files of uploads must be chosen: a collection does not hold any. */
export const toPostmanCollection = (
  { calls, setUp, startsAt, passesAtEnd }: ReplayedCalls,
  { name, baseUrl, tokenUrl, controlUrl, clientId }: LeaveBehindFacts,
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
    ...(setUp.length === 0
      ? []
      : [
          {
            name: 'Sellers of the organization',
            request: { method: 'GET', url: '{{baseUrl}}/me', header: [] },
            event: toEvent(200, setUp.map(toCapture)),
          },
        ]),
    ...calls.flatMap((call, index) => [
      ...(call.passes === 0 ? [] : [toAdvance(call.passes)]),
      ...(call.renewsToken ? [NEW_TOKEN] : []),
      toItem(call, index),
    ]),
    ...(passesAtEnd === 0 ? [] : [toAdvance(passesAtEnd), NEW_TOKEN]),
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
const toClockStart = (startsAt: string) => [
  {
    name: 'Clock of the sandbox',
    request: { method: 'GET', url: '{{controlUrl}}/clock', header: [] },
    event: toEvent(200, [
      `pm.collectionVariables.set("${CLOCK_START}", ${toClockBody('pm.response.json()', startsAt)});`,
    ]),
  },
  toClockItem('Freeze the clock', 'freeze', `{{${CLOCK_START}}}`),
  NEW_TOKEN,
];

/** JavaScript that works out the body that freezes a clock. */
export const toClockBody = (answer: string, startsAt: string): string =>
  `JSON.stringify(${answer}.now < ${JSON.stringify(startsAt)} ? { at: ${JSON.stringify(startsAt)} } : {})`;

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

const toAdvance = (milliseconds: number) => {
  const by = toIsoDuration(milliseconds);
  return toClockItem(`Time passes: ${by}`, 'advance', JSON.stringify({ by }));
};

const toItem = (call: ReplayedCall, index: number) => {
  const { name, method, path, headers, body, upload, sendsToken, status, captures, remarks } = call;
  return {
    name: `${String(index + 1)} ${name}`,
    request: {
      method,
      url: `{{baseUrl}}${mustache(path)}`,
      ...(remarks.length === 0 ? {} : { description: remarks.join(' ') }),
      ...(sendsToken ? {} : { auth: { type: 'noauth' } }),
      header: headers.map((header) => ({ key: header.name, value: mustache(header.value) })),
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: mustache(body) } }),
      ...(upload === undefined
        ? {}
        : {
            body: {
              mode: 'formdata',
              formdata: [
                ...upload.fields.map((field) => ({ key: field.name, value: mustache(field.value), type: 'text' })),
                ...upload.files.map((file) => ({
                  key: file.name,
                  type: 'file',
                  src: null,
                  contentType: file.mediaType,
                  description: file.fileName,
                })),
              ],
            },
          }),
    },
    event: toEvent(status, captures.map(toCapture)),
  };
};

const toCapture = ({ variable, path }: ReplayedCall['captures'][number]): string =>
  `pm.collectionVariables.set(${JSON.stringify(variable)}, pm.response.json()${toMembers(path)});`;

/** As JavaScript. */
export const toMembers = (path: ValuePath): string => path.map((part) => `[${JSON.stringify(part)}]`).join('');

export const mustache = (text: Text): string => writeText(text, (variable) => `{{${variable}}}`);
