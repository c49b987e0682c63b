import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { ApiAnswer } from '../../support/api-client.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

const REALM_PATH = '/auth/realms/integration';
const TOKEN_PATH = `${REALM_PATH}/protocol/openid-connect/token`;
const CREDENTIALS = { client_id: 'api-client-demo', client_secret: 'demo-secret' };
const GRANT = { grant_type: 'client_credentials' };

let started: StartedMock;
beforeAll(async () => {
  started = await startMock();
});
afterAll(() => started.stop());

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

const requestToken = (
  form: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {},
  path = TOKEN_PATH,
): Promise<ApiAnswer> =>
  started.api.post(started.mock.url + path, new URLSearchParams(form).toString(), {
    as: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

const getJson = async (path: string): Promise<ReturnType<typeof JSON.parse>> => {
  const { status, body } = await started.api.get(started.mock.url + path, { as: null });
  expect(status).toBe(200);
  return body;
};

test.each([
  ['in the form', { ...GRANT, ...CREDENTIALS }, {}],
  ['in a Basic header', GRANT, basic('api-client-demo', 'demo-secret')],
  ['in a Basic header, form-encoded', GRANT, basic('api%2Dclient%2Ddemo', 'demo%2Dsecret')],
  ['in both, where the form counts', { ...GRANT, ...CREDENTIALS }, basic('api-client-demo', 'wrong')],
  [
    'in the form with a charset',
    { ...GRANT, ...CREDENTIALS },
    { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
  ],
])('credentials %s get a token that opens the API', async (_name, form, headers) => {
  const answer = await requestToken(form, headers);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    pragma: 'no-cache',
  });
  expect(answer.body).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    expires_in: 300,
    refresh_expires_in: 0,
    token_type: 'Bearer',
    'not-before-policy': 0,
    scope: expect.any(String),
  });
  const authorization = `Bearer ${String(answer.body.access_token)}`;
  const { status } = await started.api.get('/me', { as: null, headers: { authorization } });
  expect(status).toBe(200);
});

test('every client gets a token of its own', async () => {
  const { body: one } = await requestToken({ ...GRANT, ...CREDENTIALS });
  const { body: two } = await requestToken({ ...GRANT, ...CREDENTIALS });
  expect(one.access_token).not.toBe(two.access_token);
});

test('the discovery document leads to everything else', async () => {
  const discovery = await getJson(`${REALM_PATH}/.well-known/openid-configuration`);
  expect(discovery).toMatchObject({
    issuer: started.mock.url + REALM_PATH,
    token_endpoint: started.mock.tokenUrl,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  });
  expect(discovery.jwks_uri).toMatch(started.mock.url);
});

test('the published keys verify the signature', async () => {
  const { issuer, jwks_uri: jwksUri } = await getJson(`${REALM_PATH}/.well-known/openid-configuration`);
  const jwks = await getJson(new URL(jwksUri as string).pathname);
  const { body } = await requestToken({ ...GRANT, ...CREDENTIALS });
  const { payload, protectedHeader } = await jwtVerify(body.access_token, createLocalJWKSet(jwks), {
    issuer,
    algorithms: ['RS256'],
    currentDate: new Date(started.clock.now()),
  });
  const issuedAt = Math.floor(started.clock.now() / 1000);
  expect(protectedHeader.kid).toBe(jwks.keys[0].kid);
  expect(payload).toMatchObject({ azp: 'api-client-demo', iat: issuedAt, exp: issuedAt + 300, stub: true });
});

test('the published keys hold nothing private', async () => {
  const { keys } = await getJson(`${REALM_PATH}/protocol/openid-connect/certs`);
  expect(keys).toEqual([
    { kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: expect.any(String), use: 'sig', alg: 'RS256' },
  ]);
});

const REFUSED_CLIENT = {
  status: 401,
  error: 'invalid_client',
  description: 'Invalid client or Invalid client credentials',
};
const refusedGrant = (description: string) => ({ status: 400, error: 'invalid_grant', description });
const refusedRequest = (description: string) => ({ status: 400, error: 'invalid_request', description });

test.each([
  ['a wrong secret', { ...GRANT, ...CREDENTIALS, client_secret: 'wrong' }, {}, REFUSED_CLIENT],
  ['an unknown client', { ...GRANT, ...CREDENTIALS, client_id: 'nobody' }, {}, REFUSED_CLIENT],
  ['a client named like a method', { ...GRANT, ...CREDENTIALS, client_id: '__proto__' }, {}, REFUSED_CLIENT],
  [
    'a disabled client',
    { ...GRANT, client_id: 'api-client-disabled', client_secret: 'disabled-secret' },
    {},
    REFUSED_CLIENT,
  ],
  ['no secret', { ...GRANT, client_id: 'api-client-demo' }, {}, REFUSED_CLIENT],
  ['an empty secret', { ...GRANT, client_id: 'api-client-demo', client_secret: '' }, {}, REFUSED_CLIENT],
  ['no credentials', GRANT, {}, REFUSED_CLIENT],
  ['a wrong secret in a Basic header', GRANT, basic('api-client-demo', 'wrong'), REFUSED_CLIENT],
  ['a Basic header that is none', GRANT, { authorization: 'Basic ????' }, REFUSED_CLIENT],
  ['a Bearer header', GRANT, { authorization: 'Bearer demo-secret' }, REFUSED_CLIENT],
  ['no grant type', CREDENTIALS, {}, refusedRequest('Missing form parameter: grant_type')],
  ['an empty form', '', {}, refusedRequest('Missing form parameter: grant_type')],
  ['another grant type', { ...CREDENTIALS, grant_type: 'authorization_code' }, {}, refusedGrant('client_credentials')],
  ['a grant type in capitals', { ...CREDENTIALS, grant_type: 'CLIENT_CREDENTIALS' }, {}, refusedGrant('in lower case')],
  [
    'the password grant',
    { ...CREDENTIALS, grant_type: 'password', username: 'a', password: 'b' },
    {},
    refusedGrant('client_credentials'),
  ],
  ['a user name', { ...GRANT, ...CREDENTIALS, username: 'a' }, {}, refusedGrant('no user login')],
  ['a password', { ...GRANT, ...CREDENTIALS, password: 'b' }, {}, refusedGrant('no user login')],
  [
    'JSON',
    JSON.stringify({ ...GRANT, ...CREDENTIALS }),
    { 'content-type': 'application/json' },
    refusedRequest('application/x-www-form-urlencoded'),
  ],
  [
    'a parameter twice',
    'grant_type=client_credentials&client_id=a&client_id=b',
    {},
    refusedRequest('duplicated parameter: client_id'),
  ],
  ['a form without end', { ...GRANT, client_id: 'a'.repeat(20_000) }, {}, refusedRequest('larger than 16384 bytes')],
])('%s is refused', async (_name, form, headers, { status, error, description }) => {
  const answer = await requestToken(form, headers);
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { error, error_description: expect.stringContaining(description) },
  });
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  const challenged = status === 401 && 'authorization' in headers;
  expect(answer.headers['www-authenticate']).toBe(challenged ? 'Basic realm="integration"' : undefined);
});

test.each([
  ['another realm', 'GET', TOKEN_PATH.replace('integration', 'production/certs'), 404],
  ['an address that the realm does not have', 'POST', `${REALM_PATH}/protocol/openid-connect/userinfo`, 404],
  ['GET', 'GET', TOKEN_PATH, 405],
  ['POST to the keys', 'POST', `${REALM_PATH}/protocol/openid-connect/certs`, 405],
])('%s is refused', async (_name, method, path, status) => {
  const answer = await started.api.call(method, started.mock.url + path, { as: null });
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { error: expect.any(String), error_description: expect.any(String) },
  });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['allow']).toBe(status === 405 ? (method === 'GET' ? 'POST' : 'GET') : undefined);
});
