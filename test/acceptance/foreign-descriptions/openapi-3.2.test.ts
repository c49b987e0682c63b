import { afterAll, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { ApiAnswer, ApiCall } from '../../support/api-client.ts';
import { closedBy } from '../../support/closed-by.ts';

type Call = (method: string, path: string, call?: ApiCall) => Promise<ApiAnswer>;

/** A member that is new in OpenAPI 3.2, and what is done about it. */
interface Member {
  /** As the documentation names it. */
  readonly name: string;
  /** The section of OpenAPI 3.2.0. */
  readonly section: string;
  readonly isServed: boolean;
  /** As the documentation says it. */
  readonly how: string;
  /** Path items that use it. */
  readonly paths?: Readonly<Record<string, object>>;
  /** What is answered; findings are expected for what is not served. */
  readonly check?: (call: Call) => Promise<void>;
  /** Of the only finding. */
  readonly finding?: readonly [pointer: string, message: string];
}

const answer = (content: object) => ({ responses: { 200: { description: 'OK', content } } });
const json = (schema: object) => ({ 'application/json': { schema } });
const take = (content: object) => ({
  requestBody: { required: true, content },
  responses: { 204: { description: 'OK' } },
});
const point = { type: 'object', required: ['x'], properties: { x: { type: 'integer' } }, additionalProperties: false };
const event = {
  type: 'object',
  required: ['data', 'event'],
  properties: { event: { enum: ['tick', 'tock'] }, data: { type: 'string', minLength: 3 }, retry: { type: 'integer' } },
};

/** Sends a sequence that is fine, and one whose second item is not. */
const takesItems = async (
  call: Call,
  path: string,
  [mediaType, fine, wrong, field]: readonly [mediaType: string, fine: string, wrong: string, field: string],
): Promise<void> => {
  const headers = { 'content-type': mediaType };
  expect((await call('POST', path, { body: fine, headers })).status).toBe(204);
  const refused = await call('POST', path, { body: wrong, headers });
  expect(refused.status).toBe(422);
  expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
};

const sendsItems = async (
  call: Call,
  path: string,
  read: (text: string) => readonly unknown[],
  wanted: object,
): Promise<void> => {
  for (const prefer of [undefined, 'dynamic=true, seed=1', 'dynamic=true, seed=2']) {
    const { status, text } = await call('GET', path, { headers: { prefer } });
    const items = read(text);
    expect([status, items.length > 0 || prefer !== undefined]).toEqual([200, true]);
    for (const item of items) expect(item).toEqual(wanted);
  }
};

const ofItems = (mediaType: string, itemSchema: object) => ({
  get: answer({ [mediaType]: { itemSchema } }),
  post: take({ [mediaType]: { itemSchema } }),
});

const lines = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

const MEMBERS: readonly Member[] = [
  {
    name: '`$self`',
    section: '4.1',
    isServed: true,
    how: 'the base of references',
    paths: {
      '/self': { get: answer(json({ $ref: 'https://example.com/api/openapi.json#/components/schemas/Point' })) },
    },
    check: async (call) => {
      expect((await call('GET', '/self')).body).toEqual({ x: expect.any(Number) });
    },
  },
  {
    name: '`query`',
    section: '4.9',
    isServed: true,
    how: 'as any other method',
    paths: { '/search': { query: take(json(point)) } },
    check: async (call) => {
      expect((await call('QUERY', '/search', { body: { x: 1 } })).status).toBe(204);
      expect((await call('QUERY', '/search', { body: { x: 'a' } })).status).toBe(422);
    },
  },
  {
    name: '`additionalOperations`',
    section: '4.9',
    isServed: true,
    how: 'methods that Node.js reads, such as `COPY` or `SEARCH`',
    paths: { '/file': { additionalOperations: { COPY: answer(json(point)) } } },
    check: async (call) => {
      expect((await call('COPY', '/file')).status).toBe(200);
    },
  },
  {
    name: '`additionalOperations` of other methods',
    section: '4.9',
    isServed: false,
    how: 'Node.js closes the connection',
    paths: { '/frob': { additionalOperations: { FROB: answer(json(point)) } } },
    finding: ['#/paths/~1frob/additionalOperations/FROB', 'Node.js reads no such method'],
  },
  {
    name: '`in: querystring`',
    section: '4.12.1',
    isServed: true,
    how: 'forms and JSON',
    paths: {
      '/form': {
        get: {
          parameters: [
            {
              name: 'all',
              in: 'querystring',
              required: true,
              content: {
                'application/x-www-form-urlencoded': {
                  schema: {
                    type: 'object',
                    required: ['a'],
                    properties: { a: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
                    additionalProperties: false,
                  },
                },
              },
            },
          ],
          responses: { 204: { description: 'OK' } },
        },
      },
      '/selector': {
        get: {
          parameters: [{ name: 'all', in: 'querystring', content: json(point) }],
          responses: { 204: { description: 'OK' } },
        },
      },
    },
    check: async (call) => {
      const statuses: Record<string, number> = {
        '/form?a=1&tags=x&tags=y': 204,
        '/form?a=x': 422,
        '/form?a=1&b=2': 422,
        '/form': 422,
        '/selector': 204,
        '/selector?%7B%22x%22%3A1%7D': 204,
        '/selector?%7B%22x%22%3A%22a%22%7D': 422,
        '/selector?x=1': 422,
      };
      for (const [path, status] of Object.entries(statuses))
        expect([path, (await call('GET', path)).status]).toEqual([path, status]);
    },
  },
  {
    name: '`in: querystring` beside `in: query`',
    section: '4.12.1',
    isServed: false,
    how: 'the operation answers 501',
    paths: {
      '/twice': {
        get: {
          parameters: [
            { name: 'all', in: 'querystring', content: json(point) },
            { name: 'a', in: 'query', schema: { type: 'string' } },
          ],
          responses: { 204: { description: 'OK' } },
        },
      },
    },
    check: async (call) => {
      expect((await call('GET', '/twice')).status).toBe(501);
    },
    finding: ['#/paths/~1twice/get', 'excludes others'],
  },
  {
    name: '`itemSchema`',
    section: '4.14.3',
    isServed: true,
    how: 'JSON Lines (`application/jsonl`, `application/x-ndjson`), `application/json-seq`, `application/*+json-seq`, `text/event-stream`',
    paths: {
      '/jsonl': ofItems('application/jsonl', point),
      '/ndjson': ofItems('application/x-ndjson', { $ref: '#/components/schemas/Point' }),
      '/seq': ofItems('application/json-seq', point),
      '/geo': ofItems('application/geo+json-seq', point),
      '/events': ofItems('text/event-stream', event),
      '/few': {
        post: take({ 'application/jsonl': { schema: { type: 'array', maxItems: 1 }, itemSchema: point } }),
      },
    },
    check: async (call) => {
      const item = { x: expect.any(Number) };
      for (const [path, type] of [
        ['/jsonl', 'application/jsonl'],
        ['/ndjson', 'application/x-ndjson'],
      ] as const) {
        await takesItems(call, path, [type, '{"x":1}\n\n{"x":2}', '{"x":1}\n{"x":"a"}\n', '[1].x']);
        await sendsItems(call, path, lines, item);
      }
      for (const [path, type] of [
        ['/seq', 'application/json-seq'],
        ['/geo', 'application/geo+json-seq'],
      ] as const) {
        await takesItems(call, path, [type, '\u001E{"x":\n1}\n\u001E{"x":2}\n', '\u001E{"x":1}\n\u001E[]\n', '[1]']);
        await sendsItems(call, path, (text) => text.split('\u001E').slice(1).flatMap(lines), item);
      }
      await takesItems(call, '/events', [
        'text/event-stream',
        ': hello\n\nevent: tick\ndata: one\ndata: two\nretry: 5\n\nevent:tock\r\ndata:abc\r\n\r\n',
        'event: tick\ndata: one\n\nevent: tack\ndata: two\n\n',
        '[1].event',
      ]);
      const readEvents = (text: string) =>
        text
          .split('\n\n')
          .slice(0, -1)
          .map((block) => Object.fromEntries(block.split('\n').map((line) => line.split(': '))) as unknown);
      const sent = { event: expect.stringMatching(/^t[io]ck$/), data: expect.stringMatching(/^.{3}/) };
      await sendsItems(call, '/events', readEvents, expect.objectContaining(sent));
      const headers = { 'content-type': 'application/jsonl' };
      expect((await call('POST', '/few', { body: '{"x":1}\n{"x":2}', headers })).status).toBe(422);
      expect((await call('POST', '/few', { body: '{"x":1}', headers })).status).toBe(204);
    },
  },
  {
    name: '`itemSchema` of other media types',
    section: '4.14.3',
    isServed: false,
    how: 'accepted as any bytes',
    paths: { '/mixed': { post: take({ 'multipart/mixed': { itemSchema: point } }) } },
    finding: ['#/paths/~1mixed/post/requestBody/content/multipart~1mixed', 'not among the sequences'],
  },
  {
    name: '`components/mediaTypes`',
    section: '4.7',
    isServed: true,
    how: 'references to them, also with `itemSchema`',
    paths: {
      '/shared': { post: take({ 'application/json': { $ref: '#/components/mediaTypes/Point' } }) },
      '/shared-items': { post: take({ 'application/jsonl': { $ref: '#/components/mediaTypes/Points' } }) },
    },
    check: async (call) => {
      expect((await call('POST', '/shared', { body: { x: 1 } })).status).toBe(204);
      expect((await call('POST', '/shared', { body: { x: '1' } })).status).toBe(422);
      await takesItems(call, '/shared-items', ['application/jsonl', '{"x":1}', '{"x":1}\n{}', '[1].x']);
    },
  },
  {
    name: '`dataValue`, `serializedValue`',
    section: '4.19',
    isServed: true,
    how: 'the second one is sent as it is',
    paths: {
      '/data': { get: answer({ 'application/json': { schema: point, examples: { one: { dataValue: { x: 7 } } } } }) },
      '/serialized': {
        get: answer({
          'application/json': {
            schema: point,
            examples: {
              one: { serializedValue: '{ "x": 8 }' },
              both: { dataValue: { x: 9 }, serializedValue: '{"x":9.0}' },
            },
          },
        }),
      },
      '/serialized-items': {
        get: answer({
          'application/jsonl': { itemSchema: point, examples: { one: { dataValue: [{ x: 1 }, { x: 2 }] } } },
        }),
      },
    },
    check: async (call) => {
      expect((await call('GET', '/data')).body).toEqual({ x: 7 });
      expect((await call('GET', '/serialized')).text).toBe('{ "x": 8 }');
      expect((await call('GET', '/serialized', { headers: { prefer: 'example=both' } })).text).toBe('{"x":9.0}');
      expect((await call('GET', '/serialized-items')).text).toBe('{"x":1}\n{"x":2}\n');
    },
  },
  {
    name: '`externalValue`',
    section: '4.19',
    isServed: false,
    how: 'a body is generated',
    paths: {
      '/external': {
        get: answer({ 'application/json': { schema: point, examples: { one: { externalValue: './one.json' } } } }),
      },
    },
    check: async (call) => {
      expect((await call('GET', '/external')).body).toEqual({ x: expect.any(Number) });
    },
    finding: [
      '#/paths/~1external/get/responses/200/content/application~1json/examples/one/externalValue',
      '"externalValue" is not read',
    ],
  },
  ...(['prefixEncoding', 'itemEncoding'] as const).map((name): Member => ({
    name: `\`${name}\``,
    section: '4.14',
    isServed: false,
    how: 'accepted as any bytes',
    paths: {
      [`/${name}`]: {
        post: take({
          'multipart/mixed': {
            schema: { type: 'array' },
            [name]: name === 'itemEncoding' ? { contentType: 'image/png' } : [{ contentType: 'image/png' }],
          },
        }),
      },
    },
    finding: [`#/paths/~1${name}/post/requestBody/content/multipart~1mixed/${name}`, `"${name}" is not followed`],
  })),
  {
    name: '`encoding` within `encoding`',
    section: '4.15',
    isServed: false,
    how: 'the part is read by its schema',
    paths: {
      '/nested': {
        post: take({
          'multipart/form-data': {
            schema: { type: 'object', properties: { a: { type: 'object' } } },
            encoding: { a: { contentType: 'multipart/mixed', encoding: { b: { contentType: 'text/plain' } } } },
          },
        }),
      },
    },
    finding: [
      '#/paths/~1nested/post/requestBody/content/multipart~1form-data/encoding/a/encoding',
      'an "encoding" within another one',
    ],
  },
  {
    name: '`servers` of paths and operations',
    section: '4.9',
    isServed: true,
    how: 'those with the same path as the first server of the description',
    paths: {
      '/near': { servers: [{ url: 'https://other.example.com/base/', name: 'other' }], get: answer(json(point)) },
    },
    check: async (call) => {
      expect((await call('GET', '/near')).status).toBe(200);
    },
  },
  {
    name: '`servers` of paths and operations with another path',
    section: '4.9',
    isServed: false,
    how: 'served under the path of the first server of the description',
    paths: { '/far': { get: { servers: [{ url: '/elsewhere' }], ...answer(json(point)) } } },
    check: async (call) => {
      expect((await call('GET', '/far')).status).toBe(200);
    },
    finding: ['#/paths/~1far/get/servers', 'another path than the first one'],
  },
  {
    name: '`deviceAuthorization`, `oauth2MetadataUrl`, `deprecated` of security schemes; schemes by URI',
    section: '4.27',
    isServed: true,
    how: 'any bearer token is accepted',
    paths: {
      '/device': { get: { security: [{ device: [] }], ...answer(json(point)) } },
      '/by-uri': { get: { security: [{ '#/components/securitySchemes/device': [] }], ...answer(json(point)) } },
    },
    check: async (call) => {
      for (const path of ['/device', '/by-uri']) {
        expect((await call('GET', path, { headers: { authorization: 'Bearer any' } })).status).toBe(200);
        expect((await call('GET', path)).status).toBe(401);
      }
    },
  },
  {
    name: '`defaultMapping` of discriminators',
    section: '4.25',
    isServed: true,
    how: 'the schema of a body that names none',
    paths: {
      '/pets': {
        post: take(
          json({
            anyOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Other' }],
            discriminator: { propertyName: 'kind', defaultMapping: 'Other' },
          }),
        ),
      },
    },
    check: async (call) => {
      const statuses = [];
      for (const body of [
        { kind: 'Cat', lives: 9 },
        { kind: 'Cat' },
        { kind: 'Cow', size: 1 },
        { size: 1 },
        { size: 'a' },
      ])
        statuses.push((await call('POST', '/pets', { body })).status);
      expect(statuses).toEqual([204, 422, 204, 204, 422]);
    },
  },
  {
    name: '`summary` of responses, without `description`',
    section: '4.17',
    isServed: true,
    how: 'needs nothing',
    paths: { '/summary': { get: { responses: { 200: { summary: 'OK', content: json(point) } } } } },
    check: async (call) => {
      expect((await call('GET', '/summary')).status).toBe(200);
    },
  },
  {
    name: '`summary`, `parent`, `kind` of tags; `name` of servers',
    section: '4.22',
    isServed: true,
    how: 'needs nothing',
    paths: {
      '/tagged': {
        get: {
          tags: ['child'],
          ...answer(json({ type: 'object', properties: { a: { type: 'string' } } })),
        },
      },
    },
    check: async (call) => {
      expect((await call('GET', '/tagged')).status).toBe(200);
    },
  },
  {
    name: '`nodeType` of XML',
    section: '4.26',
    isServed: true,
    how: 'requests are read, and responses written by it',
    paths: {
      '/node': {
        get: answer({
          'application/xml': {
            schema: {
              type: 'object',
              xml: { name: 'n' },
              properties: { a: { type: 'string', example: 'b', xml: { nodeType: 'attribute' } } },
            },
          },
        }),
      },
    },
    check: async (call) => {
      expect((await call('GET', '/node')).text).toContain('<n a="b"></n>');
    },
  },
];

const DESCRIPTION = {
  openapi: '3.2.0',
  $self: 'https://example.com/api/openapi.json',
  info: { title: 'New members', version: '1' },
  servers: [{ url: '/base', name: 'main' }],
  tags: [
    { name: 'parent', summary: 'Parents', kind: 'nav' },
    { name: 'child', parent: 'parent' },
  ],
  paths: Object.assign({}, ...MEMBERS.map(({ paths = {} }) => paths)),
  components: {
    schemas: {
      Point: point,
      Cat: {
        type: 'object',
        required: ['lives'],
        properties: { kind: { type: 'string' }, lives: { type: 'integer' } },
      },
      Other: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
    },
    mediaTypes: { Point: { schema: point }, Points: { itemSchema: { $ref: '#/components/schemas/Point' } } },
    securitySchemes: {
      device: {
        type: 'oauth2',
        deprecated: true,
        oauth2MetadataUrl: 'https://example.com/.well-known/oauth-authorization-server',
        flows: {
          deviceAuthorization: {
            deviceAuthorizationUrl: 'https://example.com/device',
            tokenUrl: 'https://example.com/token',
            scopes: {},
          },
        },
      },
    },
  },
};

const started = await closedBy(afterAll).serve(DESCRIPTION);

test.each(MEMBERS.filter(({ check }) => check !== undefined))('$name ($section)', async ({ check }) => {
  const call: Call = (method, path, options) =>
    started.api.call(method, started.mock.url + '/base' + path, { as: null, ...options });
  await check?.(call);
});

test('what is not served is one finding each, and what is served is none', () => {
  const found = started.mock.findings.map(({ pointer, message }) => [pointer, message]);
  const expected = MEMBERS.flatMap(({ finding }) =>
    finding === undefined ? [] : [[finding[0], expect.stringContaining(finding[1])]],
  );
  expect(found).toEqual(expect.arrayContaining(expected));
  expect(found).toHaveLength(expected.length);
  for (const { isServed, finding } of MEMBERS) expect(finding === undefined).toBe(isServed);
});

test('the documentation lists the members as they are tested', async () => {
  const page = await readFile(new URL('../../../docs/foreign-descriptions.md', import.meta.url), 'utf8');
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll(/ +/g, ' '));
  const wanted = MEMBERS.map(({ name, isServed, how }) =>
    `| ${name} | ${isServed ? 'served' : 'a finding'} | ${how} |`.replaceAll(/ +/g, ' '),
  );
  const from = rows.indexOf(wanted[0] ?? '');
  expect(rows.slice(from, from + wanted.length)).toEqual(wanted);
});
