import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOKEN_ERRORS } from '../../../src/generated/token-errors.ts';
import type { TokenErrorCause } from '../../../src/identity/token-endpoint.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { startedBy } from '../../support/started-by.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { OWN_ORGANIZATIONS, basic, postForm, requestToken } from './request-token.ts';

const GRANT = { grant_type: 'client_credentials' };
const CLIENT = { client_id: 'api-client-own', client_secret: 'own-secret' };
const GOOD = { ...GRANT, ...CLIENT };

const CREDENTIALS = 'Invalid client or Invalid client credentials';

type Form = Record<string, string> | string;
type Expected = readonly [status: number, error: string, description: string];

/** Cause, what is sent, what the description says to it, and what a Keycloak server answers. */
const CASES: readonly (readonly [TokenErrorCause, Form, Record<string, string>, Expected, Expected])[] = [
  [
    'wrong-content-type',
    JSON.stringify(GOOD),
    { 'content-type': 'application/json' },
    [400, 'invalid_request', 'Content-Type must be application/x-www-form-urlencoded, but is application/json'],
    [415, 'invalid_request', 'HTTP 415 Unsupported Media Type'],
  ],
  [
    'form-too-large',
    { ...GOOD, scope: 'a'.repeat(20_000) },
    {},
    [400, 'invalid_request', 'The form is larger than 16384 bytes'],
    [400, 'invalid_request', 'The form is larger than 16384 bytes'],
  ],
  [
    'duplicate-parameter',
    `${new URLSearchParams(GOOD).toString()}&client_id=api-client-own`,
    {},
    [400, 'invalid_request', 'duplicated parameter: client_id'],
    [400, 'invalid_request', 'duplicated parameter'],
  ],
  [
    'missing-grant-type',
    CLIENT,
    {},
    [400, 'invalid_request', 'Missing form parameter: grant_type'],
    [400, 'invalid_request', 'Missing form parameter: grant_type'],
  ],
  [
    'password-grant',
    { ...CLIENT, grant_type: 'password', username: 'a', password: 'b' },
    {},
    [400, 'invalid_grant', 'grant_type must be client_credentials: there is no user login'],
    [400, 'unauthorized_client', 'Client not allowed for direct access grants'],
  ],
  [
    'unsupported-grant-type',
    { ...CLIENT, grant_type: 'CLIENT_CREDENTIALS' },
    {},
    [400, 'invalid_grant', 'grant_type must be client_credentials, in lower case'],
    [400, 'unsupported_grant_type', 'Unsupported grant_type'],
  ],
  [
    'user-credentials',
    { ...GOOD, username: 'a' },
    {},
    [400, 'invalid_grant', 'Do not send username or password: there is no user login'],
    [400, 'invalid_grant', 'Do not send username or password: there is no user login'],
  ],
  [
    'missing-client-id',
    { ...GRANT, client_secret: 'own-secret' },
    {},
    [401, 'invalid_client', CREDENTIALS],
    [401, 'invalid_client', CREDENTIALS],
  ],
  [
    'unknown-client',
    { ...GOOD, client_id: 'api-client-nobody' },
    {},
    [401, 'invalid_client', CREDENTIALS],
    [401, 'invalid_client', CREDENTIALS],
  ],
  [
    'disabled-client',
    { ...GRANT, client_id: 'api-client-switched-off', client_secret: 'switched-off-secret' },
    {},
    [401, 'invalid_client', CREDENTIALS],
    [401, 'invalid_client', CREDENTIALS],
  ],
  [
    'missing-secret',
    { ...GRANT, client_id: 'api-client-own' },
    {},
    [401, 'invalid_client', CREDENTIALS],
    [401, 'unauthorized_client', CREDENTIALS],
  ],
  [
    'wrong-secret',
    { ...GOOD, client_secret: 'guess' },
    {},
    [401, 'invalid_client', CREDENTIALS],
    [401, 'unauthorized_client', CREDENTIALS],
  ],
  [
    'service-accounts-off',
    { ...GRANT, client_id: 'api-client-no-service-account', client_secret: 'no-service-account-secret' },
    {},
    [401, 'invalid_client', CREDENTIALS],
    [401, 'unauthorized_client', 'Client not enabled to retrieve service account'],
  ],
];

/** More ways to the same causes. */
const MORE: readonly (readonly [string, Form, Record<string, string>, Expected])[] = [
  ['a client named like a method', { ...GOOD, client_id: '__proto__' }, {}, [401, 'invalid_client', CREDENTIALS]],
  ['an empty secret', { ...GOOD, client_secret: '' }, {}, [401, 'invalid_client', CREDENTIALS]],
  ['no credentials', GRANT, {}, [401, 'invalid_client', CREDENTIALS]],
  ['a Basic header that is none', GRANT, { authorization: 'Basic ????' }, [401, 'invalid_client', CREDENTIALS]],
  ['a Bearer header', GRANT, { authorization: 'Bearer own-secret' }, [401, 'invalid_client', CREDENTIALS]],
  ['an empty form', '', {}, [400, 'invalid_request', 'Missing form parameter: grant_type']],
  [
    'another grant type',
    { ...CLIENT, grant_type: 'authorization_code' },
    {},
    [400, 'invalid_grant', 'grant_type must be client_credentials, in lower case'],
  ],
  [
    'a password',
    { ...GOOD, password: 'b' },
    {},
    [400, 'invalid_grant', 'Do not send username or password: there is no user login'],
  ],
];

const expectRefusal = async (
  started: StartedMock,
  form: Form,
  headers: Record<string, string>,
  [status, error, description]: Expected,
): Promise<void> => {
  const answer = await postForm(started, form, headers);
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { error, error_description: description },
  });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    pragma: 'no-cache',
  });
};

test('every cause is tried', () => {
  expect(CASES.map(([cause]) => cause)).toEqual(Object.keys(TOKEN_ERRORS));
});

describe.each(['default', 'keycloak'] as const)('in the %s profile', (identityProfile) => {
  const isDefault = identityProfile === 'default';
  const started = startedBy(beforeAll, afterAll, { identityProfile, organizations: OWN_ORGANIZATIONS });

  test.each(CASES)('%s is refused', async (_cause, form, headers, byDefault, byKeycloak) => {
    await expectRefusal(started, form, headers, isDefault ? byDefault : byKeycloak);
  });

  if (isDefault)
    test.each(MORE)('%s is refused', async (_name, form, headers, expected) => {
      await expectRefusal(started, form, headers, expected);
    });

  test('a client whose service accounts are said to be on is served', async () => {
    const { status } = await requestToken(started, 'api-client-with-service-account', 'with-service-account-secret');
    expect(status).toBe(200);
  });

  test('the grant type is looked at before the client', async () => {
    const form = { grant_type: 'authorization_code', client_id: 'api-client-own', client_secret: 'guess' };
    const { status, body } = await postForm(started, form);
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: isDefault ? 'invalid_grant' : 'unsupported_grant_type',
    });
  });

  test('a disabled client is told so whatever its secret', async () => {
    const { body } = await requestToken(started, 'api-client-switched-off', 'guess');
    expect(body).toEqual({ error: 'invalid_client', error_description: CREDENTIALS });
  });

  test.each([
    ['the id in the form and the secret in a Basic header', { client_id: 'api-client-own' }, 'somebody'],
    ['the id in both', { client_id: 'api-client-own' }, 'api-client-own'],
    ['the id in a Basic header and the secret in both', { client_secret: 'own-secret' }, 'api-client-own'],
  ])('%s are taken, and the form counts', async (_name, fields, id) => {
    const secret = 'client_secret' in fields ? 'guess' : 'own-secret';
    const { status } = await postForm(started, { ...GRANT, ...fields }, basic(id, secret));
    expect(status).toBe(200);
  });

  test(`a 401 ${isDefault ? 'challenges who tried the header, and nobody else' : 'does not carry a challenge'}`, async () => {
    const byForm = await requestToken(started, 'api-client-own', 'guess');
    expect(byForm.headers['www-authenticate']).toBeUndefined();
    const byHeader = await postForm(started, GRANT, basic('api-client-own', 'guess'));
    expect(byHeader.status).toBe(401);
    expect(byHeader.headers['www-authenticate']).toBe(isDefault ? 'Basic realm="integration"' : undefined);
  });

  test('another realm issues tokens that the API refuses, and does not exist on a Keycloak server', async () => {
    const url = started.mock.tokenUrl.replace('/integration/', '/production/');
    const { status, body } = await started.api.post(url, new URLSearchParams(GOOD).toString(), {
      as: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    if (!isDefault) {
      expect({ status, body }).toMatchObject({ status: 404, body: { error: 'Realm does not exist' } });
      return;
    }
    expect(status).toBe(200);
    const answer = await started.api.get('/me', {
      as: null,
      headers: { authorization: `Bearer ${body.access_token as string}` },
    });
    expectProblem(answer, started.mock, {
      status: 401,
      type: 'unauthorized',
      instance: '/v1/me',
      detail: 'issued by another realm (production); the token URL must name integration',
    });
  });
});

test('without a setting the profile is the description', async () => {
  const started = await startMock();
  const { status, body } = await requestToken(started, 'api-client-demo', 'guess');
  expect({ status, error: body.error }).toEqual({ status: 401, error: 'invalid_client' });
  await started.stop();
});
