import type { LeaveBehindFacts } from './leave-behind-facts.ts';
import { mustache, toMembers } from './postman-collection.ts';
import { type ReplayedCall, RUN } from './replayed-call.ts';

/**
 * The calls as a Bruno collection in one JSON file, which Bruno imports: a folder of `.bru` files would need an archive.
 */
export const toBrunoCollection = (
  calls: readonly ReplayedCall[],
  setUp: ReplayedCall['captures'],
  { name, baseUrl, tokenUrl, clientId }: LeaveBehindFacts,
) => ({
  name,
  version: '1',
  items: [
    toItem('Access token', 1, {
      ...{ method: 'POST', url: '{{tokenUrl}}', sendsToken: false, status: 200 },
      body: {
        mode: 'formUrlEncoded',
        formUrlEncoded: [
          { name: 'grant_type', value: 'client_credentials', enabled: true },
          { name: 'client_id', value: '{{clientId}}', enabled: true },
          { name: 'client_secret', value: '{{clientSecret}}', enabled: true },
        ],
      },
      script: [`bru.setVar("${RUN}", String(Date.now()));`, 'bru.setVar("token", res.getBody().access_token);'],
    }),
    ...(setUp.length === 0
      ? []
      : [
          toItem('Sellers of the organization', 2, {
            ...{ method: 'GET', url: '{{baseUrl}}/me', sendsToken: true, status: 200, script: setUp.map(toCapture) },
          }),
        ]),
    ...calls.map((call, index) =>
      toItem(`${String(index + 1)} ${call.name}`, index + 3, {
        method: call.method,
        url: `{{baseUrl}}${mustache(call.path)}`,
        sendsToken: call.sendsToken,
        status: call.status,
        headers: call.headers.map((header) => ({ name: header.name, value: mustache(header.value), enabled: true })),
        body: toBody(call),
        script: call.captures.map(toCapture),
        docs: call.remarks.join('\n'),
      }),
    ),
  ],
  environments: [
    {
      name: 'sandbox',
      variables: Object.entries({ baseUrl, tokenUrl, clientId, clientSecret: '' }).map(([variable, value]) => ({
        ...{ name: variable, value, enabled: true, type: 'text', secret: variable === 'clientSecret' },
      })),
    },
  ],
  brunoConfig: { version: '1', name, type: 'collection' },
});

interface ItemParts {
  readonly method: string;
  readonly url: string;
  readonly sendsToken: boolean;
  readonly status: number;
  readonly headers?: readonly object[];
  readonly body?: object;
  readonly script: readonly string[];
  readonly docs?: string;
}

const toItem = (name: string, seq: number, parts: ItemParts) => {
  const { method, url, sendsToken, status, headers = [], body = { mode: 'none' }, script, docs = '' } = parts;
  return {
    type: 'http' as const,
    ...{ name, seq },
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
