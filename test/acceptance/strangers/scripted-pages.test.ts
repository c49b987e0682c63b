import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { startedBy } from '../../support/started-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from '../control-api/admin-client.ts';

const OPERATOR = 'the-operator-of-this-server';

const scenario = (headers: object, more: object = {}) => ({
  scenario: 'page',
  steps: [
    { on: 'getOrganization', reply: { status: 200, body: '<script>1</script>', headers, offContract: true, ...more } },
  ],
});

const FORBIDDEN: readonly (readonly [string, string])[] = [
  ['Set-Cookie', 'session=stolen; Path=/'],
  ['Clear-Site-Data', '"*"'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['Service-Worker-Allowed', '/'],
  ['Refresh', '0; url=https://evil.example'],
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Allow-Credentials', 'true'],
  ['Content-Security-Policy', "default-src 'unsafe-inline'"],
  ['X-Content-Type-Options', 'off'],
  ['Public-Key-Pins', 'max-age=1'],
  ['Alt-Svc', 'h2="evil.example:443"'],
  ['Report-To', '{}'],
  ['NEL', '{}'],
  ['X-Accel-Redirect', '/internal'],
  ['X-Sendfile', '/etc/passwd'],
  ['Location', 'https://evil.example/'],
  ['Location', '//evil.example/'],
  ['Location', '/\\evil.example/'],
  ['Location', 'javascript:alert(1)'],
  ['Location', 'https://{{request.header.To}}/'],
  ['WWW-Authenticate', 'Basic realm="Sign in"'],
];

const ALLOWED = {
  ETag: '"7"',
  'Cache-Control': 'no-store',
  'Retry-After': 7,
  'X-RateLimit-Remaining': 0,
  'X-Request-Id': '{{request.id}}',
  'X-Test-Anything': 'yes',
  'WWW-Authenticate': 'Bearer error="invalid_token"',
  Location: '/v1/me',
};

describe('on a hosted server', () => {
  const started = startedBy(beforeAll, afterAll, { mode: 'hosted', adminToken: OPERATOR });
  const admin = createAdminClient(started);
  let token: string;
  beforeAll(async () => {
    token = await tokenOf(await createSandbox(admin, { name: 'Visitor' }, { token: OPERATOR }));
  });

  const upload = (body: object) => admin('POST', '/scenarios', { token, body });
  const me = (headers = {}) =>
    started.api.get('/me', { as: null, headers: { authorization: `Bearer ${token}`, ...headers } });

  test.each(FORBIDDEN)('a scenario cannot set %s: %s', async (name, value) => {
    const answer = await upload(scenario({ [name]: value }));
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ message: expect.stringMatching(new RegExp(`${name} (cannot|must)`)) }),
    ]);
    expect(JSON.stringify(answer.body)).toContain('hosted server');
  });

  test('a scenario may set what concerns its own response, and its page has no rights', async () => {
    succeed(await upload(scenario(ALLOWED, { mediaType: 'text/html' })));
    succeed(await admin('POST', '/scenarios/page/activate', { token }));
    const answer = await me();
    expect(answer.text).toBe('<script>1</script>');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'x-test-anything': 'yes',
      location: '/v1/me',
    });
    succeed(await admin('POST', '/scenarios/page/deactivate', { token }));
  });

  test('a value that only the request tells is checked when it is known', async () => {
    succeed(await upload(scenario({ Location: '{{request.header.To}}' }, { status: 302 })));
    succeed(await admin('POST', '/scenarios/page/activate', { token }));
    expect((await me({ to: '/v1/orders' })).headers['location']).toBe('/v1/orders');
    expect((await me({ to: `${started.mock.url}/v1/orders` })).headers['location']).toBe(
      `${started.mock.url}/v1/orders`,
    );
    for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const answer = await me({ to });
      expect([to, answer.status, answer.headers['location']]).toEqual([to, 501, undefined]);
      expect(answer.body.detail).toContain('location cannot leave a hosted server');
    }
    succeed(await admin('POST', '/scenarios/page/deactivate', { token }));
  });

  test('nor does an imported response under an Idempotency-Key set more', async () => {
    const webhook = { url: 'https://93.184.216.34/hooks', events: ['kyc.*'] };
    const create = () =>
      started.api.post('/webhooks', webhook, {
        as: null,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'imported' },
      });
    const first = succeed(await create());
    const { checksum: _former, ...state } = JSON.parse((await admin('GET', '/state', { token })).text) as {
      checksum: string;
      collections: { idempotency: { documents: { value: { headers: Record<string, string> } }[] } };
    };
    for (const { value } of state.collections.idempotency.documents)
      Object.assign(value.headers, {
        ...Object.fromEntries(FORBIDDEN.map(([name, to]) => [name.toLowerCase(), to])),
        location: `http://127.0.0.1:4010${new URL(String(first.headers['location'])).pathname}`,
      });
    succeed(await admin('PUT', '/state', { token, body: state }));
    const replayed = await create();
    expect(replayed).toMatchObject({ status: first.status, text: first.text });
    expect(replayed.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      location: first.headers['location'],
    });
    const passed = FORBIDDEN.filter(([name, to]) => replayed.headers[name.toLowerCase()] === to);
    expect(passed).toEqual([]);
  });

  test('the bundled scenarios keep to it', async () => {
    const { data } = succeed(await admin('GET', '/scenarios', { token })).body;
    expect(data.length).toBeGreaterThan(10);
    for (const { name } of data as readonly { readonly name: string }[]) {
      succeed(await admin('POST', `/scenarios/${name}/activate`, { token }));
      succeed(await admin('POST', `/scenarios/${name}/deactivate`, { token }));
    }
  });

  test.each([
    '/v1/me',
    '/v1/nowhere',
    '/__admin/clock',
    '/__admin/inbox/shop',
    '/__admin/requests.har',
    '/__admin/mail',
  ])('%s is no page with rights either', async (path) => {
    const { headers } = await started.api.get(started.mock.url + path, {
      as: null,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(headers).toMatchObject({ 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' });
  });

  test.each(['/', '/v1/me', '/__admin', '/__inbox/shop', '/problems', '/openapi.yaml', '/v1/self-service/x'])(
    '%s is no script of a service worker',
    async (path) => {
      const answer = await started.api.get(started.mock.url + path, {
        as: null,
        headers: { authorization: `Bearer ${token}`, 'service-worker': 'script' },
      });
      expectProblem(answer, started.mock, {
        status: 403,
        type: 'forbidden',
        instance: path,
        detail: 'no scripts for service workers',
      });
    },
  );
});

test('on a local server, a scenario may set any header', async () => {
  const started = await startMock();
  const admin = createAdminClient(started);
  const headers = { 'Set-Cookie': 'a=b', Location: 'https://other.example/', Refresh: '0' };
  succeed(await admin('POST', '/scenarios', { body: scenario(headers) }));
  succeed(await admin('POST', '/scenarios/page/activate'));
  const answer = await started.api.get('/me');
  expect(answer.headers).toMatchObject({ location: 'https://other.example/', refresh: '0' });
  expect(answer.headers['content-security-policy']).toBeUndefined();
  await started.stop();
});
