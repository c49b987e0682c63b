import type { LeaveBehindFacts } from './leave-behind-facts.ts';
import { mustache, toClockBody, toMembers } from './postman-collection.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import { CLOCK_START, type ReplayedCall, type ReplayedCalls, RUN } from './replayed-call.ts';

/**
 * The calls as a Bruno collection in one JSON file, which Bruno imports: a folder of `.bru` files would need an archive.
 */
export const toBrunoCollection = (
  { calls, setUp, startsAt, passesAtEnd }: ReplayedCalls,
  { name, baseUrl, tokenUrl, controlUrl, clientId }: LeaveBehindFacts,
) => ({
  name,
  version: '1',
  items: [
    ACCESS_TOKEN,
    ...(startsAt === undefined ? [] : toClockStart(startsAt)),
    ...(setUp.length === 0
      ? []
      : [
          {
            name: 'Sellers of the organization',
            ...{ method: 'GET', url: '{{baseUrl}}/me', sendsToken: true, status: 200, script: setUp.map(toCapture) },
          },
        ]),
    ...calls.flatMap((call, index) => [
      ...(call.passes === 0 ? [] : [toAdvance(call.passes)]),
      ...(call.renewsToken ? [NEW_TOKEN] : []),
      {
        name: `${String(index + 1)} ${call.name}`,
        method: call.method,
        url: `{{baseUrl}}${mustache(call.path)}`,
        sendsToken: call.sendsToken,
        status: call.status,
        headers: call.headers.map((header) => ({ name: header.name, value: mustache(header.value), enabled: true })),
        body: toBody(call),
        script: call.captures.map(toCapture),
        docs: call.remarks.join('\n'),
      },
    ]),
    ...(passesAtEnd === 0 ? [] : [toAdvance(passesAtEnd), NEW_TOKEN]),
    ...(startsAt === undefined ? [] : [toClockParts('The clock runs again', 'resume')]),
  ].map(toItem),
  environments: [
    {
      name: 'sandbox',
      variables: Object.entries({
        ...{ baseUrl, tokenUrl, ...(startsAt === undefined ? {} : { controlUrl }), clientId, clientSecret: '' },
      }).map(([variable, value]) => ({
        ...{ name: variable, value, enabled: true, type: 'text', secret: variable === 'clientSecret' },
      })),
    },
  ],
  brunoConfig: { version: '1', name, type: 'collection' },
});

interface ItemParts {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly sendsToken: boolean;
  readonly status: number;
  readonly headers?: readonly object[];
  readonly body?: object;
  readonly script: readonly string[];
  readonly docs?: string;
}

const toTokenParts = (name: string, prepare: readonly string[] = []): ItemParts => ({
  name,
  ...{ method: 'POST', url: '{{tokenUrl}}', sendsToken: false, status: 200 },
  body: {
    mode: 'formUrlEncoded',
    formUrlEncoded: [
      { name: 'grant_type', value: 'client_credentials', enabled: true },
      { name: 'client_id', value: '{{clientId}}', enabled: true },
      { name: 'client_secret', value: '{{clientSecret}}', enabled: true },
    ],
  },
  script: [...prepare, 'bru.setVar("token", res.getBody().access_token);'],
});

const ACCESS_TOKEN = toTokenParts('Access token', [`bru.setVar("${RUN}", String(Date.now()));`]);
const NEW_TOKEN = toTokenParts('New access token');

const toClockStart = (startsAt: string): readonly ItemParts[] => [
  {
    name: 'Clock of the sandbox',
    ...{ method: 'GET', url: '{{controlUrl}}/clock', sendsToken: true, status: 200 },
    script: [`bru.setVar("${CLOCK_START}", ${toClockBody('res.getBody()', startsAt)});`],
  },
  toClockParts('Freeze the clock', 'freeze', `{{${CLOCK_START}}}`),
  NEW_TOKEN,
];

const toClockParts = (name: string, what: 'freeze' | 'advance' | 'resume', json?: string): ItemParts => ({
  name,
  ...{ method: 'POST', url: `{{controlUrl}}/clock/${what}`, sendsToken: true, status: 200, script: [] },
  ...(json === undefined ? {} : { body: { mode: 'json', json } }),
});

const toAdvance = (milliseconds: number): ItemParts => {
  const by = toIsoDuration(milliseconds);
  return toClockParts(`Time passes: ${by}`, 'advance', JSON.stringify({ by }));
};

const toItem = (parts: ItemParts, index: number) => {
  const { name, method, url, sendsToken, status, headers = [], body = { mode: 'none' }, script, docs = '' } = parts;
  return {
    type: 'http' as const,
    ...{ name, seq: index + 1 },
    request: {
      ...{ url, method, headers, params: [], body, docs },
      auth: sendsToken ? { mode: 'bearer', bearer: { token: '{{token}}' } } : { mode: 'none' },
      script: { res: script.join('\n') },
      assertions: [{ name: 'res.status', value: `eq ${String(status)}`, enabled: true }],
      ...{ vars: {}, tests: '' },
    },
  };
};

const toBody = ({ body, upload, headers }: ReplayedCall): object => {
  if (upload !== undefined)
    return {
      mode: 'multipartForm',
      multipartForm: [
        ...upload.fields.map(({ name, value }) => ({ type: 'text', name, value: mustache(value), enabled: true })),
        ...upload.files.map(({ name, mediaType }) => ({
          ...{ type: 'file', name, value: [], contentType: mediaType, enabled: true },
        })),
      ],
    };
  if (body === undefined) return { mode: 'none' };
  const isJson = headers.some(({ name, value }) => name === 'content-type' && mustache(value).includes('json'));
  return isJson ? { mode: 'json', json: mustache(body) } : { mode: 'text', text: mustache(body) };
};

const toCapture = ({ variable, path }: ReplayedCall['captures'][number]): string =>
  `bru.setVar(${JSON.stringify(variable)}, res.getBody()${toMembers(path)});`;
