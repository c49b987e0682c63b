/* oxlint-disable typescript/no-deprecated -- allowInsecureRequests is deprecated only to stand out, and meant for loopback. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { ClientCredentials } from 'simple-oauth2';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { getMe } from './request-token.ts';

const DEMO = ['api-client-demo', 'demo-secret'] as const;
const WRONG_SECRET = ['api-client-demo', 'guess'] as const;
const DISABLED = ['api-client-disabled', 'disabled-secret'] as const;

const issuerOf = ({ mock }: StartedMock): URL => new URL('/auth/realms/integration', mock.url);

/** What a library throws, for looking at. */
const thrownBy = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

const expectToOpenTheApi = async (started: StartedMock, token: unknown): Promise<void> => {
  const { status, body } = await getMe(started, token);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { organizationUuid: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10' },
  });
};

/**
 * A library shows a body with an error code, or, where the answer carries a challenge, the challenge. Keycloak sends
 * none.
 */
const PROFILES = [
  { identityProfile: 'default', wrongSecret: 'invalid_client', challenged: true },
  { identityProfile: 'keycloak', wrongSecret: 'unauthorized_client', challenged: false },
] as const;

describe.each(PROFILES)('in the $identityProfile profile', ({ identityProfile, wrongSecret, challenged }) => {
  let started: StartedMock;
  beforeAll(async () => {
    started = await startMock({ identityProfile });
  });
  afterAll(() => started.stop());

  describe.each(['ClientSecretPost', 'ClientSecretBasic'] as const)('oauth4webapi with %s', (method) => {
    const insecure = { [oauth.allowInsecureRequests]: true };

    const fetchToken = async ([clientId, secret]: readonly [string, string]) => {
      const issuer = issuerOf(started);
      const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
      const client = { client_id: clientId };
      const authentication = oauth[method](secret);
      const parameters = new URLSearchParams();
      const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, insecure);
      return oauth.processClientCredentialsResponse(server, client, response);
    };

    test('gets a token', async () => {
      const token = await fetchToken(DEMO);
      expect(token).toMatchObject({ token_type: 'bearer', expires_in: 300 });
      await expectToOpenTheApi(started, token.access_token);
    });

    test.each([
      ['a wrong secret', WRONG_SECRET, wrongSecret],
      ['a disabled client', DISABLED, 'invalid_client'],
    ])('reports %s', async (_name, credentials, code) => {
      const error = await thrownBy(fetchToken(credentials));
      expect(error).toMatchObject(
        challenged && method === 'ClientSecretBasic'
          ? {
              name: 'WWWAuthenticateChallengeError',
              status: 401,
              cause: [{ scheme: 'basic', parameters: { realm: 'integration' } }],
            }
          : {
              name: 'ResponseBodyError',
              status: 401,
              error: code,
              error_description: 'Invalid client or Invalid client credentials',
            },
      );
    });

    test('reports that a token is no good', async () => {
      const answer = oauth.protectedResourceRequest(
        'nonsense',
        'GET',
        new URL(`${started.mock.baseUrl}/me`),
        undefined,
        undefined,
        insecure,
      );
      expect(await thrownBy(answer)).toMatchObject({
        name: 'WWWAuthenticateChallengeError',
        status: 401,
        cause: [{ scheme: 'bearer', parameters: { realm: 'integration', error: 'invalid_token' } }],
      });
    });
  });

  describe('openid-client', () => {
    const discover = ([clientId, secret]: readonly [string, string]) =>
      openid.discovery(issuerOf(started), clientId, secret, undefined, { execute: [openid.allowInsecureRequests] });

    test('gets a token, and calls the API with it', async () => {
      const configuration = await discover(DEMO);
      const token = await openid.clientCredentialsGrant(configuration);
      // The library counts down from then on, by the machine's clock.
      expect([299, 300]).toContain(token.expiresIn());
      await expectToOpenTheApi(started, token.access_token);
      const me = new URL(`${started.mock.baseUrl}/me`);
      const answer = await openid.fetchProtectedResource(configuration, token.access_token, me, 'GET');
      expect(answer.status).toBe(200);
    });

    test.each([
      ['a wrong secret', WRONG_SECRET, wrongSecret],
      ['a disabled client', DISABLED, 'invalid_client'],
    ])('reports %s', async (_name, credentials, code) => {
      const error = await thrownBy(openid.clientCredentialsGrant(await discover(credentials)));
      expect(error).toMatchObject({
        name: 'ResponseBodyError',
        code: 'OAUTH_RESPONSE_BODY_ERROR',
        status: 401,
        error: code,
      });
    });

    test('reports a realm that does not exist', async () => {
      const other = new URL('/auth/realms/production', started.mock.url);
      const options = { execute: [openid.allowInsecureRequests] };
      const error = await thrownBy(openid.discovery(other, DEMO[0], DEMO[1], undefined, options));
      expect(error).toMatchObject({ code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' });
    });
  });

  describe.each(['header', 'body'] as const)('simple-oauth2 with credentials in the %s', (authorizationMethod) => {
    const fetchToken = async ([id, secret]: readonly [string, string]) => {
      // It has no discovery of its own: addresses are taken from the document by whoever uses it.
      const answer = await fetch(`${issuerOf(started).href}/.well-known/openid-configuration`);
      const { token_endpoint: endpoint } = (await answer.json()) as { token_endpoint: string };
      const { origin, pathname } = new URL(endpoint);
      const client = new ClientCredentials({
        client: { id, secret },
        auth: { tokenHost: origin, tokenPath: pathname },
        options: { authorizationMethod },
      });
      return client.getToken({});
    };

    test('gets a token', async () => {
      const { token } = await fetchToken(DEMO);
      expect(token['expires_in']).toBe(300);
      await expectToOpenTheApi(started, token['access_token']);
    });

    test.each([
      ['a wrong secret', WRONG_SECRET, wrongSecret],
      ['a disabled client', DISABLED, 'invalid_client'],
    ])('reports %s', async (_name, credentials, code) => {
      const error = await thrownBy(fetchToken(credentials));
      const payload = { error: code, error_description: 'Invalid client or Invalid client credentials' };
      expect(error).toMatchObject({ output: { statusCode: 401 }, data: { payload } });
    });
  });
});
