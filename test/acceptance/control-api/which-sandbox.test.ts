import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '../../../src/engine/contract/contract.ts';
import { loadContract } from '../../../src/engine/validation/load-contract.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { specFile } from '../../support/spec-files.ts';
import { startedBy } from '../../support/started-by.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createRequestBuilder } from '../../support/valid-request.ts';
import { type AdminClient, createAdminClient, createSandbox, succeed, tokenOf } from './admin-client.ts';

const { start } = closedBy(afterEach);

const OPERATOR = 'the-operator-of-this-server';
const DEMO = '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10';

const contract = await loadContract(specFile('admin.yaml'), { trusted: true });
const build = createRequestBuilder(contract);

/** The operations that act on a sandbox, which is what the description gives a `?sandbox=`: new ones come by themselves. */
const acting = contract.operations.filter(({ parameters }) =>
  parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'sandbox'),
);

/** An answer without an end cannot be waited for: test/acceptance/journal has tests of its own for it. */
const ending = acting.filter(({ responses }) =>
  responses.every(({ contents }) => contents.every(({ mediaType }) => mediaType !== 'text/event-stream')),
);

/** A request that fits the description, made of its examples. */
const requestOf = (operation: Operation) => {
  const { method, path, body, headers } = build(operation);
  const type = headers['content-type'];
  return {
    method,
    path: path.replace(/\?.*$/, ''),
    // The examples wait a second for what does not come.
    call: {
      ...(body && { body: typeof body === 'string' ? body.replace('PT1S', 'PT0.01S') : body }),
      headers: type === undefined ? {} : { 'content-type': type },
    },
  };
};

/** Whoever may not call, and whoever calls for a sandbox that is not there, hears it before anything else. */
const isLetIn = ({ status, body }: ApiAnswer): boolean =>
  status !== 401 && status !== 403 && !String(body?.detail).startsWith('There is no sandbox');

const MANAGEMENT = [
  ['GET', '/sandboxes'],
  ['POST', '/sandboxes'],
  ['DELETE', '/sandboxes/sb-0000000000000000'],
] as const;

const organizationIn = async (admin: AdminClient, query = '', token?: string): Promise<string> =>
  succeed(await admin('GET', `/state${query}`, token === undefined ? {} : { token })).body.organizationUuid as string;

describe('every operation that acts on a sandbox', () => {
  const started = startedBy(beforeAll, afterAll);
  const admin = createAdminClient(started);

  test.each(acting)('$id: an unknown sandbox is 404', async (operation) => {
    const { method, path, call } = requestOf(operation);
    expectProblem(await admin(method, `${path}?sandbox=nowhere`, call), started.mock, {
      status: 404,
      type: 'not-found',
      instance: `/__admin${path}`,
      detail: 'no sandbox "nowhere"',
    });
  });

  test.each(ending)('$id: the sandbox that is named, or the first', async (operation) => {
    const { method, path, call } = requestOf(operation);
    for (const query of ['', '?sandbox=restricted'])
      expect(isLetIn(await admin(method, `${path}${query}`, call))).toBe(true);
  });

  test.each(ending)('$id: a token acts on its own and on no other', async (operation) => {
    const { method, path, call } = requestOf(operation);
    const withToken = async () => {
      const token = await started.mock.token('api-client-restricted');
      return { ...call, token };
    };
    for (const query of ['', '?sandbox=restricted'])
      expect(isLetIn(await admin(method, `${path}${query}`, await withToken()))).toBe(true);
    const details = [];
    for (const other of ['demo', 'nowhere']) {
      const answer = await admin(method, `${path}?sandbox=${other}`, await withToken());
      expectProblem(answer, started.mock, {
        status: 403,
        type: 'forbidden',
        instance: `/__admin${path}`,
        detail: 'which is "restricted"',
      });
      details.push(answer.body.detail);
    }
    // Whether the other one exists is not to be learnt.
    expect(new Set(details).size).toBe(1);
  });

  test('they are most of the control API', () => {
    expect(acting.length).toBeGreaterThan(50);
  });
});

describe('on a hosted server', () => {
  const started = startedBy(beforeAll, afterAll, { mode: 'hosted', adminToken: OPERATOR });
  const admin = createAdminClient(started);

  test.each(acting)(
    '$id: an operator who names no sandbox, or an unknown one, gets a described answer',
    async ({ method, path, requestBody, responses }) => {
      const described = responses.map(({ status }) => Number(status));
      const target = path.replaceAll(/\{\w+\}/g, 'unknown');
      const call = { token: OPERATOR, ...(requestBody === undefined ? {} : { body: {} }) };
      for (const selected of ['', '?sandbox=unknown']) {
        const { status } = await admin(method, target + selected, call);
        expect([404, 422]).toContain(status);
        expect(described).toContain(status);
      }
    },
  );
});

describe('which sandbox', () => {
  test('a token selects its own, also one of an organization without DPA', async () => {
    const started = await start();
    const admin = createAdminClient(started);
    for (const [client, sandbox] of [
      ['api-client-demo-2', 'demo'],
      ['api-client-no-dpa', 'no-dpa'],
    ])
      expect(succeed(await admin('GET', '/state', { token: await started.mock.token(client) })).body.sandbox).toBe(
        sandbox,
      );
  });

  test('two names are refused', async () => {
    const started = await start();
    const answer = await createAdminClient(started)('GET', '/clock?sandbox=demo&sandbox=restricted');
    expect(answer.status).toBe(400);
  });

  test('with organizations of one’s own the first is the usual one', async () => {
    const { OWN_ORGANIZATIONS } = await import('../token-endpoint/request-token.ts');
    const started = await start({ organizations: OWN_ORGANIZATIONS });
    const admin = createAdminClient(started);
    const [first] = (await admin('GET', '/sandboxes')).body.data;
    expect((await admin('GET', '/state')).body.sandbox).toBe(first.id);
  });

  test('a caller sees its own sandbox by name, and no other', async () => {
    const started = await start({ host: '0.0.0.0' });
    const admin = createAdminClient(started);
    const token = await started.mock.token('api-client-restricted');
    expect((await admin('GET', '/sandboxes/restricted', { token })).status).toBe(200);
    expect((await admin('GET', '/sandboxes/demo', { token })).status).toBe(404);
  });
});

describe('the operator’s token, in local mode', () => {
  const started = startedBy(beforeAll, afterAll, { host: '0.0.0.0', adminToken: OPERATOR });
  const admin = createAdminClient(started);

  test('acts on any sandbox, by default on the first organization’s', async () => {
    expect(await organizationIn(admin, '', OPERATOR)).toBe(DEMO);
    const sandbox = await createSandbox(admin, {}, { token: OPERATOR });
    expect(await organizationIn(admin, `?sandbox=${sandbox.id}`, OPERATOR)).toBe(sandbox.organizationUuid);
    expect(await organizationIn(admin, '', await tokenOf(sandbox))).toBe(sandbox.organizationUuid);
  });

  test.each([
    ['another text of the same length', 'the-operator-of-this-serveR'],
    ['a part of it', 'the-operator-of-this-serve'],
    ['more than it', 'the-operator-of-this-server!'],
  ])('%s is refused', async (_what, token) => {
    const answer = await admin('GET', '/sandboxes', { token });
    expectProblem(answer, started.mock, {
      status: 401,
      type: 'unauthorized',
      instance: '/__admin/sandboxes',
      detail:
        'The token is neither the operator\'s token (ADMIN_TOKEN) nor an access token of this server. Send "Authorization: Bearer <token>" with the token that the server was started with in ADMIN_TOKEN.',
    });
    expect(JSON.stringify([answer.body, answer.headers])).not.toContain(OPERATOR);
    expect(answer.headers['www-authenticate']).not.toContain('JWT');
  });

  test('a call that a client may make as well names both', async () => {
    const { body } = await admin('GET', '/clock', { token: 'mistyped' });
    expect(body.detail).toBe(
      'The token is neither the operator\'s token (ADMIN_TOKEN) nor an access token of this server. Send "Authorization: Bearer <token>" with an access token of the token endpoint, which acts on the sandbox of its own organization, or with the token that the server was started with in ADMIN_TOKEN, which acts on any.',
    );
  });

  test('an access token that is too old is told to be', async () => {
    const token = await started.mock.token();
    started.clock.advance(300_000);
    const { status, body } = await admin('GET', '/clock', { token });
    expect([status, body.detail]).toEqual([401, expect.stringMatching(/^The token has expired\. Send /)]);
  });

  test.each(['Bearer  ', 'Basic'])('behind "%s" it is refused', async (scheme) => {
    const headers = { authorization: `${scheme} ${OPERATOR}` };
    expect((await admin('GET', '/sandboxes', { headers })).status).toBe(401);
  });

  test('opens nothing but the control API', async () => {
    const headers = { authorization: `Bearer ${OPERATOR}` };
    expect((await started.api.get('/me', { as: null, headers })).status).toBe(401);
  });

  test.each(MANAGEMENT)('%s %s needs it, since other machines can reach the server', async (method, path) => {
    expect((await admin(method, path)).status).toBe(401);
    const answer = await admin(method, path, { token: await started.mock.token() });
    expectProblem(answer, started.mock, {
      status: 403,
      type: 'forbidden',
      instance: `/__admin${path}`,
      detail: 'for the operator of the server',
    });
  });
});

describe('without a token', () => {
  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page whose origin is not told', { origin: 'null' }],
    ['a page of another port', { origin: 'http://localhost:3000' }],
    ['a name that was made to resolve to loopback', { host: 'evil.example:4010' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a sister site', { 'sec-fetch-site': 'same-site' }],
    ['a proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['a proxy by the standard', { forwarded: 'for=203.0.113.7' }],
    ['a proxy that signs', { via: '1.1 proxy' }],
  ])('%s is refused by every operation', async (_who, headers) => {
    const started = await start();
    const admin = createAdminClient(started);
    const before = (await admin('GET', '/state')).text;
    for (const operation of contract.operations.filter(({ security }) => security.length > 0)) {
      const { method, path, call } = requestOf(operation);
      const answer = await admin(method, path, { ...call, headers: { ...call.headers, ...headers } });
      expectProblem(answer, started.mock, {
        status: 403,
        type: 'forbidden',
        instance: `/__admin${path}`,
        detail: 'programs on this machine',
      });
    }
    expect((await admin('GET', '/state')).text).toBe(before);
  });

  test('a page of the server itself and curl are not', async () => {
    const started = await start();
    const admin = createAdminClient(started);
    for (const headers of [
      {},
      { origin: started.mock.url, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ])
      expect((await admin('POST', '/clock/freeze', { headers })).status).toBe(200);
  });

  test('nobody is trusted on loopback when the public URL is elsewhere', async () => {
    const started = await start({ publicUrl: 'https://stub.example' });
    for (const [method, path] of [
      ['GET', '/clock'],
      ['POST', '/reset'],
    ] as const) {
      const answer = await started.mock.handle(new Request(`http://127.0.0.1/__admin${path}`, { method }));
      expect([path, answer.status]).toEqual([path, 401]);
    }
  });

  test('bodies that a form could send are not taken', async () => {
    const started = await start();
    const admin = createAdminClient(started);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect(
        (await admin('POST', '/clock/advance', { body: '{"by":"PT1H"}', headers: { 'content-type': type } })).status,
      ).toBe(415);
  });
});
