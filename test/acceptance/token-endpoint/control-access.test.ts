import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { expectProblem } from '../../support/expect-problem.ts';
import { startedBy } from '../../support/started-by.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { OWN_ORGANIZATIONS, requestToken } from './request-token.ts';

const { start } = closedBy(afterEach);

const pathOf = (clientId: string) => `/__admin/clients/${clientId}/rotate-secret`;

const rotate = (
  { api, mock }: StartedMock,
  clientId: string,
  as: string | null,
  headers: Record<string, string> = {},
) => api.post(mock.url + pathOf(clientId), undefined, { as, headers });

/** On its own machine everybody may steer the server; with a token the call acts for the token's organization. */
describe.each(['127.0.0.1', 'localhost'])('a server on %s', (host) => {
  const started = startedBy(beforeAll, afterAll, { host });

  test.each([
    ['nobody', null, 'api-client-demo', 200],
    ['nobody', null, 'api-client-restricted', 404],
    ['its own client', 'api-client-restricted', 'api-client-restricted', 200],
    ['a sister client', 'api-client-demo', 'api-client-demo-2', 200],
    ['another organization', 'api-client-restricted', 'api-client-demo', 404],
    ['a client whose organization has not accepted the DPA', 'api-client-no-dpa', 'api-client-no-dpa', 200],
  ])('lets %s (%p) rotate the secret of %s: %i', async (_who, as, clientId, status) => {
    expect((await rotate(started, clientId, as)).status).toBe(status);
  });

  test('refuses a token that is none', async () => {
    const answer = await rotate(started, 'api-client-demo', null, { authorization: 'Bearer nonsense' });
    expectProblem(answer, started.mock, {
      status: 401,
      type: 'unauthorized',
      instance: pathOf('api-client-demo'),
      detail: 'The token is not an access token of this server',
    });
  });
});

describe('a server that other machines can reach', () => {
  const started = startedBy(beforeAll, afterAll, { host: '0.0.0.0' });

  test.each(['health', 'ready'])('tells everybody its %s', async (name) => {
    const { status } = await started.api.get(`${started.mock.url}/__admin/${name}`, { as: null });
    expect(status).toBe(200);
  });

  test('refuses a control call without a token', async () => {
    const answer = await rotate(started, 'api-client-demo', null);
    expectProblem(answer, started.mock, {
      status: 401,
      type: 'unauthorized',
      instance: pathOf('api-client-demo'),
      detail: 'The Authorization header is missing',
    });
    expect(answer.body.detail).toMatch(/an access token of the token endpoint.*start the server with .* ADMIN_TOKEN/);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="integration"');
    expect((await requestToken(started, 'api-client-demo', 'demo-secret')).status).toBe(200);
  });

  test.each([
    ['api-client-demo', 'api-client-demo', 200],
    ['api-client-demo', 'api-client-demo-2', 200],
    ['api-client-demo', 'api-client-restricted', 404],
    ['api-client-restricted', 'api-client-demo', 404],
  ])('lets %s rotate the secret of %s: %i', async (as, clientId, status) => {
    expect((await rotate(started, clientId, as)).status).toBe(status);
  });
});

test('with organizations of their own, a call without a token acts for the first', async () => {
  const started = await start({ organizations: OWN_ORGANIZATIONS });
  expect((await rotate(started, 'api-client-own', null)).status).toBe(200);
  expect((await rotate(started, 'api-client-demo', null)).status).toBe(404);
});

describe('the one client of a foreign description', () => {
  const spec = fileURLToPath(new URL('../../../spec/admin.yaml', import.meta.url));

  test.each([
    ['127.0.0.1', 200],
    ['0.0.0.0', 401],
  ])('on %s a rotation is %i', async (host, status) => {
    const started = await start({ spec, host });
    const url = started.mock.handle(
      new Request(`${started.mock.url}/__admin/clients/api-client-demo/rotate-secret`, { method: 'POST' }),
    );
    expect((await url).status).toBe(status);
  });
});
