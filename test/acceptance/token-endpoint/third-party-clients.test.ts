/* oxlint-disable typescript/no-deprecated -- allowInsecureRequests is deprecated only to stand out, and meant for loopback. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { ClientCredentials } from 'simple-oauth2';
import { startedBy } from '../../support/started-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { getMe } from './request-token.ts';

const DEMO = ['api-client-demo', 'demo-secret'] as const;
const DESCRIPTION = 'Invalid client or Invalid client credentials';

const insecure = { [oauth.allowInsecureRequests]: true };
const unlocked = { execute: [openid.allowInsecureRequests] };

const issuerOf = ({ mock }: StartedMock): URL => new URL('/auth/realms/integration', mock.url);

type Credentials = readonly [clientId: string, secret: string];

/** A token, as the library gives it out. */
type FetchToken = (started: StartedMock, credentials: Credentials) => Promise<unknown>;

const byOauth =
  (method: 'ClientSecretPost' | 'ClientSecretBasic'): FetchToken =>
  async (started, [clientId, secret]) => {
    const issuer = issuerOf(started);
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
    const client = { client_id: clientId };
    const grant = [server, client, oauth[method](secret), new URLSearchParams(), insecure] as const;
    const response = await oauth.clientCredentialsGrantRequest(...grant);
    return (await oauth.processClientCredentialsResponse(server, client, response)).access_token;
  };

const byOpenid: FetchToken = async (started, [clientId, secret]) => {
  const configuration = await openid.discovery(issuerOf(started), clientId, secret, undefined, unlocked);
  return (await openid.clientCredentialsGrant(configuration)).access_token;
};

const bySimple =
  (authorizationMethod: 'header' | 'body'): FetchToken =>
  async (started, [id, secret]) => {
    // It has no discovery of its own: addresses are taken from the document by whoever uses it.
    const answer = await fetch(`${issuerOf(started).href}/.well-known/openid-configuration`);
    const { token_endpoint: endpoint } = (await answer.json()) as { token_endpoint: string };
    const { origin, pathname } = new URL(endpoint);
    const auth = { tokenHost: origin, tokenPath: pathname };
    const client = new ClientCredentials({ client: { id, secret }, auth, options: { authorizationMethod } });
    return (await client.getToken({})).token['access_token'];
  };

const inBody = (code: string) => ({ status: 401, error: code, error_description: DESCRIPTION });
const inPayload = (code: string) => ({
  output: { statusCode: 401 },
  data: { payload: { error: code, error_description: DESCRIPTION } },
});
/** A library shows the challenge, where the answer carries one; Keycloak sends none. */
const inChallenge = (code: string, isChallenged: boolean) =>
  isChallenged
    ? { status: 401, cause: [{ scheme: 'basic', parameters: { realm: 'integration' } }] }
    : { status: 401, error: code };

/** What each throws for a refusal. */
const LIBRARIES: readonly (readonly [
  string,
  FetchToken,
  (code: string, isChallenged: boolean) => Record<string, unknown>,
])[] = [
  ['oauth4webapi with credentials in the form', byOauth('ClientSecretPost'), inBody],
  ['oauth4webapi with credentials in the header', byOauth('ClientSecretBasic'), inChallenge],
  ['openid-client', byOpenid, (code) => ({ status: 401, error: code })],
  ['simple-oauth2 with credentials in the form', bySimple('body'), inPayload],
  ['simple-oauth2 with credentials in the header', bySimple('header'), inPayload],
];

describe.each([
  { identityProfile: 'default', wrongSecret: 'invalid_client', isChallenged: true },
  { identityProfile: 'keycloak', wrongSecret: 'unauthorized_client', isChallenged: false },
] as const)('in the $identityProfile profile', ({ identityProfile, wrongSecret, isChallenged }) => {
  const started = startedBy(beforeAll, afterAll, { identityProfile });

  test.each(LIBRARIES)('%s gets a token that opens the API, and reports a refusal', async (_name, fetchToken, told) => {
    expect((await getMe(started, await fetchToken(started, DEMO))).status).toBe(200);
    await expect(fetchToken(started, [DEMO[0], 'guess'])).rejects.toMatchObject(told(wrongSecret, isChallenged));
    const disabled = fetchToken(started, ['api-client-disabled', 'disabled-secret']);
    await expect(disabled).rejects.toMatchObject(told('invalid_client', isChallenged));
  });

  test('a library reports that a token is no good', async () => {
    const me = new URL(`${started.mock.baseUrl}/me`);
    const answer = oauth.protectedResourceRequest('nonsense', 'GET', me, undefined, undefined, insecure);
    await expect(answer).rejects.toMatchObject({
      name: 'WWWAuthenticateChallengeError',
      status: 401,
      cause: [{ scheme: 'bearer', parameters: { realm: 'integration', error: 'invalid_token' } }],
    });
  });

  test('a library reports a realm that does not exist', async () => {
    const other = new URL('/auth/realms/production', started.mock.url);
    const error = openid.discovery(other, ...DEMO, undefined, unlocked);
    await expect(error).rejects.toMatchObject({ code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' });
  });
});
