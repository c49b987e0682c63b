import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { openRaw, sendRaw, toHead } from '../../support/raw-http.ts';
import { CLIENT, ORDERS, SELLER } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start();

/** A GET with the path exactly as given: clients tidy paths up before they send them. */
const getRaw = async (path: string) =>
  sendRaw(started.mock.url, toHead(`GET ${path}`, { Authorization: `Bearer ${await started.mock.token(CLIENT)}` }));

const INVITATIONS = `/partners/${SELLER}/prospects/self-service-invitations`;
const PROSPECT = `/partners/${SELLER}/prospects/00000000-0000-4000-8000-000000000001`;

const NOT_FOUND = { status: 404, type: 'not-found' };
const INVALID = { status: 422, type: 'validation-error' };
const MALFORMED = { status: 400, type: 'malformed-request' };

test.each([
  ['an unknown path', '/v1/nowhere', { ...NOT_FOUND, detail: 'No operation has the path /v1/nowhere' }],

  ['a path outside the API', '/me', { ...NOT_FOUND, detail: 'every path of this API starts with /v1/' }],
  ['a path that only begins like the API', '/v1beta/me', { ...NOT_FOUND, detail: 'starts with /v1/' }],
  ['an unknown control path', '/__admin/nowhere', { ...NOT_FOUND, detail: '/__admin/nowhere' }],

  ['dots', '/v1/orders/../me', { ...NOT_FOUND, detail: '/v1/orders/../me' }],
  ['an encoded slash', '/v1/orders/..%2f..%2fetc', { ...NOT_FOUND, detail: '/v1/orders/..%2f..%2fetc' }],
  [
    'an encoded slash in an id',
    '/v1/orders/..%2f..%2fetc/transport',
    { ...INVALID, detail: 'uuid must be a valid uuid' },
  ],
  ['an id that is none', '/v1/documents/passwd', { ...INVALID, detail: 'id must be a valid uuid' }],
  ['a null byte in an id', '/v1/orders/%00/transport', { ...INVALID, detail: 'uuid must be a valid uuid' }],
  ['an id of 3,000 characters', `/v1/orders/${'a'.repeat(3000)}/transport`, { ...NOT_FOUND, detail: 'No operation' }],
  ['a percent sign alone', '/v1/orders/%zz/transport', { ...MALFORMED, detail: 'percent sign' }],
  ['a percent sign at the end', '/v1/orders/%', { ...MALFORMED, detail: 'percent sign' }],
  ['an encoding that is no UTF-8', '/v1/orders/%ff/transport', { ...MALFORMED, detail: 'valid UTF-8' }],
])('%s is refused and explained', async (_name, path, expected) => {
  expectProblem(await getRaw(path), started.mock, { ...expected, instance: path });
});

test('characters that should have been encoded are', async () => {
  expectProblem(await getRaw('/v1/orders/<b>"^`{|}\\/transport'), started.mock, {
    ...INVALID,
    detail: 'uuid must be a valid uuid',
    instance: '/v1/orders/%3cb%3e%22%5e%60%7b%7c%7d%5c/transport',
  });
});

test('malformed percent-encoding in a query harms nobody', async () => {
  const { status } = await getRaw('/v1/me?a=%zz&%=&&=&b');
  expect(status).toBe(200);
});

test.each([
  ['DELETE', '/me', 'GET, HEAD, OPTIONS'],
  ['PUT', ORDERS, 'POST, OPTIONS'],
  ['TRACE', '/me', 'GET, HEAD, OPTIONS'],
  ['PROPFIND', '/me', 'GET, HEAD, OPTIONS'],
  // No prospect is called so, though one could be looked up with GET.
  ['GET', INVITATIONS, 'POST, OPTIONS'],
  ['DELETE', PROSPECT, 'GET, HEAD, OPTIONS'],
  ['GET', '/transport/pickup/confirm', 'POST, OPTIONS'],
  // The event catalog lists it with GET.
  ['GET', '/webhooks/wh_1/deliveries/del_1/replay', 'POST, OPTIONS'],
])('%s %s is not allowed, and Allow says what is', async (method, path, allow) => {
  const answer = await sendRaw(started.mock.url, toHead(`${method} /v1${path}`));
  expectProblem(answer, started.mock, {
    status: 405,
    instance: `/v1${path}`,
    detail: `This path does not support ${method}. It supports ${allow}`,
  });
  expect(answer.headers['allow']).toBe(allow);
});

test('HEAD is answered as GET is, without the body', async () => {
  const head = `/v1/me`;
  const headers = { Authorization: `Bearer ${await started.mock.token(CLIENT)}` };
  const get = await sendRaw(started.mock.url, toHead(`GET ${head}`, headers));
  const connection = await openRaw(started.mock.url);
  await connection.send(toHead(`HEAD ${head}`, headers));
  const answer = await connection.answer({ bodiless: true });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': get.headers['content-length'],
  });
  // Had a body come, the next answer would not begin where it does.
  await connection.send(toHead(`GET ${head}`, headers));
  expect(await connection.answer()).toMatchObject({ status: 200, text: get.text });
  connection.destroy();
});

test('OPTIONS is answered without a token', async () => {
  const { status, headers, text } = await started.api.call('OPTIONS', ORDERS, { as: null });
  expect({ status, text, allow: headers['allow'] }).toEqual({ status: 204, text: '', allow: 'POST, OPTIONS' });
});

test('OPTIONS of an unknown path is not found', async () => {
  const answer = await started.api.call('OPTIONS', '/nowhere', { as: null });
  expectProblem(answer, started.mock, { ...NOT_FOUND, instance: '/v1/nowhere', detail: 'No operation' });
});

test("a proxy's absolute address is understood", async () => {
  const { status } = await getRaw(`${started.mock.baseUrl}/me`);
  expect(status).toBe(200);
});

test('the root says where the API is', async () => {
  const { status, body } = await started.api.get(started.mock.url, { as: null });
  expect({ status, body }).toEqual({
    status: 200,
    body: expect.objectContaining({ baseUrl: started.mock.baseUrl, tokenUrl: started.mock.tokenUrl }),
  });
});
