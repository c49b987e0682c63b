import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { startedBy } from '../../support/started-by.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import {
  type NewSandbox,
  createAdminClient,
  createSandbox,
  fetchToken,
  succeed,
  tokenOf,
} from '../control-api/admin-client.ts';

const { folderOf, start } = closedBy(afterEach);

const OPERATOR = 'the-operator-of-this-server';
const BY_OPERATOR = { token: OPERATOR };

const MANAGEMENT = [
  ['GET', '/sandboxes'],
  ['POST', '/sandboxes'],
  ['DELETE', '/sandboxes/sb-0000000000000000'],
] as const;

const bearer = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } });

describe('a hosted server', () => {
  const started = startedBy(beforeAll, afterAll, { mode: 'hosted', adminToken: OPERATOR });
  const admin = createAdminClient(started);
  let one: NewSandbox;
  let other: NewSandbox;
  beforeAll(async () => {
    one = await createSandbox(admin, { name: 'One' }, BY_OPERATOR);
    other = await createSandbox(admin, { name: 'Other' }, BY_OPERATOR);
  });

  test.each([
    ['api-client-demo', 'demo-secret'],
    ['api-client-enterprise', 'enterprise-secret'],
    ['api-client-restricted', 'restricted-secret'],
  ])('does not know %s, whose secret everybody knows', async (clientId, clientSecret) => {
    expect((await fetchToken({ ...one, clientId, clientSecret })).status).toBe(401);
    await expect(started.mock.token(clientId)).rejects.toThrow(`no client "${clientId}"`);
  });

  test('has no sandbox but those that were created', async () => {
    const { data } = succeed(await admin('GET', '/sandboxes', BY_OPERATOR)).body;
    expect(data.map(({ id, origin }: { id: string; origin: string }) => [id, origin])).toEqual([
      [one.id, 'created'],
      [other.id, 'created'],
    ]);
    expect((await admin('GET', '/clock?sandbox=demo', BY_OPERATOR)).status).toBe(404);
  });

  test('trusts nobody without a token, on loopback neither', async () => {
    for (const [method, path] of [...MANAGEMENT, ['POST', '/reset'], ['GET', '/state'], ['GET', '/clock']] as const) {
      const answer = await admin(method, path);
      expectProblem(answer, started.mock, {
        status: 401,
        type: 'unauthorized',
        instance: `/__admin${path}`,
        detail: 'The Authorization header is missing',
      });
      expect(answer.body.detail).toContain('the token that the server was started with in ADMIN_TOKEN');
      const takesAccessTokens = !path.startsWith('/sandboxes');
      expect(String(answer.body.detail).includes('an access token of the token endpoint')).toBe(takesAccessTokens);
    }
    expect((await admin('GET', '/health')).status).toBe(200);
  });

  test('the operator says which sandbox is meant', async () => {
    const answer = await admin('GET', '/clock', BY_OPERATOR);
    expectProblem(answer, started.mock, {
      status: 422,
      type: 'validation-error',
      instance: '/__admin/clock',
      detail: '?sandbox=ID',
    });
    expect((await admin('GET', `/clock?sandbox=${one.id}`, BY_OPERATOR)).status).toBe(200);
  });

  test('who opened a public link is seen by whom it belongs to', async () => {
    const path = `/partners/${String(one.sellers[0])}/prospects/self-service-invitations`;
    const { url } = succeed(await started.api.post(path, { email: 'a@b.example' }, bearer(await tokenOf(one)))).body;
    expect((await started.api.get(url, { as: null })).status).toBe(200);
    const operationsOf = async (sandbox: NewSandbox): Promise<string[]> => {
      const { body } = await admin('GET', '/requests', { token: await tokenOf(sandbox) });
      return (body.data as { operationId: string }[]).map(({ operationId }) => operationId);
    };
    expect(await operationsOf(one)).toContain('getSelfServiceInvitation');
    expect(await operationsOf(other)).not.toContain('getSelfServiceInvitation');
  });
});

describe('a hosted server without an operator’s token', () => {
  const started = startedBy(beforeAll, afterAll, { mode: 'hosted' });

  test.each(MANAGEMENT)('%s %s is off, and the answer says how to turn it on', async (method, path) => {
    for (const token of [undefined, 'anything', OPERATOR]) {
      const answer = await createAdminClient(started)(method, path, token === undefined ? {} : { token });
      expectProblem(answer, started.mock, {
        status: 403,
        type: 'forbidden',
        instance: `/__admin${path}`,
        detail: /off on this server.*16 characters.*ADMIN_TOKEN/,
      });
    }
  });
});

describe('what nobody may guess', () => {
  /** Everything that opens a door, of a server that is started anew with the same seed. */
  const secretsOf = async (mode: 'local' | 'hosted'): Promise<Record<string, string>> => {
    const started = await startMock({ mode, adminToken: OPERATOR, seed: 'known' });
    const admin = createAdminClient(started);
    const sandbox = await createSandbox(admin, { fixtures: false }, BY_OPERATOR);
    const { clientSecret } = succeed(
      await admin('POST', `/clients/${sandbox.clientId}/rotate-secret?sandbox=${sandbox.id}`, BY_OPERATOR),
    ).body;
    const call = bearer(await tokenOf({ ...sandbox, clientSecret }));
    const { secret } = succeed(
      await started.api.post('/webhooks', { url: 'https://example.com/hook', events: ['kyc.*'] }, call),
    ).body;
    const path = `/partners/${String(sandbox.sellers[0])}/prospects/self-service-invitations`;
    const { url } = succeed(await started.api.post(path, { email: 'a@b.example' }, call)).body;
    await started.stop();
    return {
      id: sandbox.id,
      first: sandbox.clientSecret,
      rotated: clientSecret,
      webhook: secret,
      link: (url as string).split('.').at(-1) ?? '',
    };
  };

  test('differs from start to start of a hosted server, whatever its seed', async () => {
    const [one, other] = [await secretsOf('hosted'), await secretsOf('hosted')];
    for (const name of Object.keys(one)) expect([name, one[name]]).not.toEqual([name, other[name]]);
  });

  test('is the same in local mode, for tests that want it so', async () => {
    expect(await secretsOf('local')).toEqual(await secretsOf('local'));
  });

  test('differs in hosted mode also where the sandboxes have one seed', async () => {
    const started = await start({ mode: 'hosted', adminToken: OPERATOR });
    const admin = createAdminClient(started);
    const secretOf = async (): Promise<unknown> => {
      const sandbox = await createSandbox(admin, { seed: '42', fixtures: false }, BY_OPERATOR);
      const body = { url: 'https://example.com/hook', events: ['kyc.*'] };
      return succeed(await started.api.post('/webhooks', body, bearer(await tokenOf(sandbox)))).body.secret;
    };
    expect(await secretOf()).not.toBe(await secretOf());
  });
});

test('a hosted server on a data folder knows its sandboxes again, and none that local mode made with secrets from a seed', async () => {
  const folder = await folderOf();
  const local = await startMock({ data: folder.path });
  const seeded = await createSandbox(createAdminClient(local));
  await local.stop();

  const first = await startMock({ mode: 'hosted', adminToken: OPERATOR, data: folder.path });
  const created = await createSandbox(createAdminClient(first), {}, BY_OPERATOR);
  await first.stop();

  // Whoever knows a secret gets in, also where the operator's token is gone.
  const second = await start({ mode: 'hosted', data: folder.path });
  const here = { tokenUrl: second.mock.tokenUrl };
  expect((await fetchToken({ ...created, ...here })).status).toBe(200);
  expect((await fetchToken({ ...seeded, ...here })).status).toBe(401);
});
