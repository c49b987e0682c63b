import { afterAll, expect, test } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { closedBy } from '../../support/closed-by.ts';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import { basic, getMe, postForm, requestToken } from '../token-endpoint/request-token.ts';

const REALM_PATH = '/auth/realms/integration';
const TOKEN_PATH = `${REALM_PATH}/protocol/openid-connect/token`;
const DEMO = ['api-client-demo', 'demo-secret'] as const;
const CREDENTIALS = { client_id: DEMO[0], client_secret: DEMO[1] };
const GRANT = { grant_type: 'client_credentials' };

const started = await closedBy(afterAll).start();

const getJson = async (path: string): Promise<ReturnType<typeof JSON.parse>> => {
  const { status, body } = await started.api.get(started.mock.url + path, { as: null });
  expect(status).toBe(200);
  return body;
};

test.each([
  ['in the form', { ...GRANT, ...CREDENTIALS }, {}],
  ['in a Basic header', GRANT, basic('api-client-demo', 'demo-secret')],
  ['in a Basic header, form-encoded', GRANT, basic('api%2Dclient%2Ddemo', 'demo%2Dsecret')],
  [
    'in the form with a charset',
    { ...GRANT, ...CREDENTIALS },
    { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
  ],
])('credentials %s get a token that opens the API', async (_name, form, headers) => {
  const answer = await postForm(started, form, headers);
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
  expect((await getMe(started, answer.body.access_token)).status).toBe(200);
});

test('every client gets a token of its own', async () => {
  const { body: one } = await requestToken(started, ...DEMO);
  const { body: two } = await requestToken(started, ...DEMO);
  expect(one.access_token).not.toBe(two.access_token);
});

test('a scope that is asked for changes nothing: there are none', async () => {
  const plain = await requestToken(started, ...DEMO);
  const scoped = await postForm(started, { ...GRANT, ...CREDENTIALS, scope: 'orders:read' });
  expect([scoped.status, scoped.body.scope]).toEqual([200, plain.body.scope]);
  const call = { as: null, headers: { authorization: `Bearer ${String(scoped.body.access_token)}` } };
  expect((await started.api.get('/orders?vin=WVWZZZ1JZ3W386752', call)).status).toBe(200);
  expect((await started.api.post(`/partners/${SELLER}/orders`, sampleOrder(), call)).status).toBe(201);
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
  // So does the issuer itself, whose realm exists.
  const { body } = await started.api.get(started.mock.url + REALM_PATH, { as: null });
  expect(body.error_description).toContain(`${REALM_PATH}/.well-known/openid-configuration`);
});

test('the published keys verify the signature', async () => {
  const { issuer, jwks_uri: jwksUri } = await getJson(`${REALM_PATH}/.well-known/openid-configuration`);
  const jwks = await getJson(new URL(jwksUri as string).pathname);
  const { body } = await requestToken(started, ...DEMO);
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
