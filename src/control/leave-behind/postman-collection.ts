import type { LeaveBehindFacts } from './leave-behind-facts.ts';
import { type ReplayedCall, RUN, type Text, type ValuePath, writeText } from './replayed-call.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The calls as a Postman collection, format 2.1. Files of uploads must be chosen: a collection does not hold any. */
export const toPostmanCollection = (
  calls: readonly ReplayedCall[],
  setUp: ReplayedCall['captures'],
  { name, baseUrl, tokenUrl, clientId }: LeaveBehindFacts,
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
    { key: 'clientId', value: clientId },
    { key: 'clientSecret', value: '' },
  ],
  item: [
    {
      name: 'Access token',
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
      event: toEvent(200, [
        `pm.collectionVariables.set("${RUN}", String(Date.now()));`,
        'pm.collectionVariables.set("token", pm.response.json().access_token);',
      ]),
    },
    ...(setUp.length === 0
      ? []
      : [
          {
            name: 'Sellers of the organization',
            request: { method: 'GET', url: '{{baseUrl}}/me', header: [] },
            event: toEvent(200, setUp.map(toCapture)),
          },
        ]),
    ...calls.map(toItem),
  ],
});

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

const toEvent = (status: number, captures: readonly string[]) => [
  {
    listen: 'test',
    script: {
      type: 'text/javascript',
      exec: [`pm.test("status ${String(status)}", () => pm.response.to.have.status(${String(status)}));`, ...captures],
    },
  },
];

const toCapture = ({ variable, path }: ReplayedCall['captures'][number]): string =>
  `pm.collectionVariables.set(${JSON.stringify(variable)}, pm.response.json()${toMembers(path)});`;

/** As JavaScript. */
export const toMembers = (path: ValuePath): string => path.map((part) => `[${JSON.stringify(part)}]`).join('');

export const mustache = (text: Text): string => writeText(text, (variable) => `{{${variable}}}`);
