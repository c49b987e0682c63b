import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterEach, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';

const HEADERS = {
  'X-RateLimit-Limit': { type: 'integer' },
  'X-RateLimit-Remaining': { type: 'string', pattern: '^\\d+$' },
  'X-RateLimit-Reset': { type: 'integer', minimum: 1_000_000_000 },
  'X-Rate-Limit-Reset': { type: 'string', format: 'date-time' },
  'RateLimit-Reset': { type: 'integer', maximum: 60 },
  RateLimit: { type: 'string' },
  'RateLimit-Policy': { type: 'string' },
};
const described = Object.fromEntries(Object.entries(HEADERS).map(([name, schema]) => [name, { schema }]));

const PLANT = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const SLOW_DOWN = {
  type: 'object',
  required: ['reason'],
  additionalProperties: false,
  properties: { reason: { type: 'string' } },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const optional = (name: string) => ({ name, in: 'header', schema: { type: 'string' } });

/** A greenhouse, which asks nobody who he is. */
const describeGreenhouse = (top: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Greenhouse', version: '1' },
  ...top,
  paths: {
    '/plants': {
      get: {
        operationId: 'listPlants',
        responses: {
          200: { description: 'All', headers: described, ...json({ type: 'array', items: PLANT }) },
          429: {
            description: 'Slow down',
            headers: { 'Retry-After': { schema: { type: 'integer' } } },
            ...json(SLOW_DOWN),
          },
        },
      },
      post: {
        operationId: 'addPlant',
        parameters: [optional('Idempotency-Key')],
        'x-rate-limit-category': 'planting',
        requestBody: json({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } }),
        responses: { 201: { description: 'Made', headers: { ETag: { schema: { type: 'string' } } }, ...json(PLANT) } },
      },
    },
    '/plants/{id}': {
      parameters: [id],
      get: {
        operationId: 'readPlant',
        responses: {
          200: { description: 'It', headers: { ETag: { schema: { type: 'string' } } }, ...json(PLANT) },
          304: { description: 'Not modified' },
        },
      },
      put: {
        operationId: 'replacePlant',
        parameters: [optional('If-Match')],
        requestBody: json({ type: 'object', properties: { name: { type: 'string' } } }),
        responses: { 200: { description: 'It', ...json(PLANT) }, 409: { description: 'Stale', ...json(SLOW_DOWN) } },
      },
    },
  },
});

const opened = closedBy(afterEach);
const start = (top?: object): Promise<StartedMock> =>
  opened.serve(describeGreenhouse(top), { frozenAt: '2026-05-01T12:00:20Z' });

const LIMITS = { 'x-rate-limit-tiers': { free: { default: 2, planting: 1 }, paid: { default: 5 } } };
const ANYBODY = { as: null };

test('described headers tell of the limit in the form in which they are described', async () => {
  const { api } = await start(LIMITS);
  const { headers } = await api.get('/plants', ANYBODY);
  expect(headers).toMatchObject({
    'x-ratelimit-limit': '2',
    'x-ratelimit-remaining': '1',
    // In real time: a client may wait for it.
    'x-ratelimit-reset': String(Date.UTC(2026, 10, 20, 9, 0, 40) / 1000),
    'x-rate-limit-reset': '2026-11-20T09:00:40.000Z',
    'ratelimit-reset': '40',
    ratelimit: '"default";r=1;t=40',
    'ratelimit-policy': '"default";q=2;w=60',
  });
  const ajv = new Ajv2020({ strict: false, coerceTypes: true });
  formats.default(ajv);
  const texts = Object.fromEntries(Object.keys(HEADERS).map((name) => [name, headers[name.toLowerCase()]]));
  expect(ajv.validate({ type: 'object', properties: HEADERS, required: Object.keys(HEADERS) }, texts)).toBe(true);
});

test('a full limit gets the declared 429 until the minute is over', async () => {
  const { api, mock } = await start(LIMITS);
  const list = () => api.get('/plants', ANYBODY);
  for (const status of [200, 200, 429]) expect((await list()).status).toBe(status);
  const refused = await list();
  expect(refused.headers).toMatchObject({ 'retry-after': '40' });
  expect(new Ajv2020().validate(SLOW_DOWN, refused.body)).toBe(true);
  const { headers } = await api.get('/plants/1', ANYBODY);
  expect(Object.keys(headers).filter((name) => name.includes('limit'))).toEqual([]);
  await mock.clock.advance({ by: 'PT40S' });
  expect((await list()).headers).toMatchObject({ 'x-ratelimit-remaining': '1' });
});

test('each sandbox has limits of its own, and a category counts for itself', async () => {
  const { api, mock } = await start(LIMITS);
  const other = await mock.createSandbox();
  const plant = (headers: Record<string, string> = {}) => api.post('/plants', { name: 'Fern' }, { as: null, headers });
  for (const status of [201, 429]) expect((await plant()).status).toBe(status);
  expect((await plant({ 'x-mock-sandbox': other.id })).status).toBe(201);
  expect((await api.get('/plants', ANYBODY)).status).toBe(200);
});

test('a category of which the tier says nothing has what it gives by default, for itself', async () => {
  const { api } = await start({ 'x-rate-limit-tiers': { free: { default: 1 } } });
  const plant = () => api.post('/plants', { name: 'Fern' }, ANYBODY);
  for (const status of [201, 429]) expect((await plant()).status).toBe(status);
  expect((await api.get('/plants', ANYBODY)).status).toBe(200);
});

test('without extensions there is a limit that no test reaches', async () => {
  const { api } = await start();
  for (const remaining of ['999999', '999998'])
    expect((await api.get('/plants', ANYBODY)).headers).toMatchObject({
      'x-ratelimit-limit': '1000000',
      'x-ratelimit-remaining': remaining,
    });
});

test('keys, preconditions and conditional reads work as described', async () => {
  const { api } = await start();
  const plant = (name: string, key: string) =>
    api.post('/plants', { name }, { as: null, headers: { 'idempotency-key': key } });
  const made = await plant('Fern', 'one');
  expect((await plant('Fern', 'one')).body).toEqual(made.body);
  expect((await plant('Moss', 'one')).status).toBe(422);
  const path = `/plants/${String(made.body.id)}`;
  const { etag = '' } = made.headers;
  const read = (tag: string) => api.get(path, { as: null, headers: { 'if-none-match': tag } });
  expect(await read(etag)).toMatchObject({ status: 304, text: '', headers: { etag } });
  expect(await read('"another"')).toMatchObject({ status: 200, body: made.body });
  const put = (name: string) => api.call('PUT', path, { as: null, body: { name }, headers: { 'if-match': etag } });
  expect((await put('Moss')).status).toBe(200);
  expect(await put('Ivy')).toMatchObject({ status: 409, body: { reason: expect.any(String) } });
  expect(await read(etag)).toMatchObject({ status: 200, body: { name: 'Moss' } });
});

test('a stream under a key is made anew', async () => {
  let id = 0;
  const addPlant = () => {
    const pieces = (async function* () {
      yield await Promise.resolve(JSON.stringify({ id: ++id, name: 'Fern' }));
    })();
    return { status: 201, live: { mediaType: 'application/json', pieces } };
  };
  const { api } = await opened.serve(describeGreenhouse(), { behaviours: { addPlant } });
  for (const made of [1, 2]) {
    const { body } = await api.post('/plants', { name: 'Fern' }, { as: null, headers: { 'idempotency-key': 'one' } });
    expect(body).toEqual({ id: made, name: 'Fern' });
  }
});
