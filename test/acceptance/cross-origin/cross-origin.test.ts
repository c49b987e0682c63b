import { afterEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

const PAGE = 'https://app.example';
const OPERATOR = 'the-operator-of-this-server';

let started: StartedMock;
afterEach(() => started.stop());

const fromPage = (
  method: string,
  url: string,
  headers: Record<string, string> = {},
  origin = PAGE,
): Promise<ApiAnswer> =>
  started.api.call(method, url, { as: null, headers: { 'idempotency-key': undefined, origin, ...headers } });

const preflight = (url: string, method: string, headers?: string, origin = PAGE): Promise<ApiAnswer> =>
  fromPage(
    'OPTIONS',
    url,
    { 'access-control-request-method': method, ...(headers && { 'access-control-request-headers': headers }) },
    origin,
  );

const allowed = ({ headers }: ApiAnswer): string | undefined => headers['access-control-allow-origin'];

describe('in local mode', () => {
  test.each(['http://localhost:3000', 'http://127.0.0.1:5173', 'https://app.localhost', 'http://[::1]:80'])(
    'a page of this machine calls the API and reads the answer: %s',
    async (origin) => {
      started = await startMock();
      const authorization = `Bearer ${await started.mock.token()}`;
      expect(allowed(await preflight('/me', 'GET', 'authorization', origin))).toBe(origin);
      const answer = await fromPage('GET', '/me', { authorization }, origin);
      expect([answer.status, allowed(answer), answer.headers['vary']]).toEqual([
        200,
        origin,
        expect.stringMatching(/\bOrigin$/),
      ]);
      expect(allowed(await preflight(`${started.mock.url}/__admin/clock`, 'GET', 'authorization', origin))).toBe(
        undefined,
      );
    },
  );

  test('a page of another site reads nothing', async () => {
    started = await startMock();
    for (const origin of [PAGE, 'null', 'http://localhost.evil.example', 'http://devbox:3000'])
      for (const path of ['/me', `${started.mock.url}/openapi.json`, `${started.mock.url}/`])
        expect([origin, path, allowed(await fromPage('GET', path, {}, origin))]).toEqual([origin, path, undefined]);
    expect(allowed(await preflight('/webhooks', 'POST', 'authorization,content-type'))).toBeUndefined();
  });

  test('without an Origin nothing is said about it', async () => {
    started = await startMock();
    const { headers } = await started.api.get('/me');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers['vary']).toBeUndefined();
  });
});

describe('where all may call', () => {
  test('a page of any origin calls the API with its token, and reads the headers of the answer', async () => {
    started = await startMock({ corsOrigins: '*' });
    const before = await preflight('/partners/any/orders', 'POST', 'authorization,content-type,idempotency-key');
    expect(before.status).toBe(204);
    expect(before.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': 'authorization,content-type,idempotency-key',
      'access-control-max-age': '7200',
    });
    const answer = await fromPage('GET', '/me', { authorization: `Bearer ${await started.mock.token()}` });
    expect([answer.status, allowed(answer)]).toEqual([200, '*']);
    const exposed = (answer.headers['access-control-expose-headers'] ?? '').split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining([
        'etag',
        'location',
        'retry-after',
        'x-ratelimit-remaining',
        'x-trace-id',
        'link',
        'allow',
      ]),
    );
  });

  test('cookies are never asked for', async () => {
    started = await startMock({ corsOrigins: '*' });
    for (const answer of [await fromPage('GET', '/me'), await preflight('/me', 'GET')])
      expect(Object.keys(answer.headers)).not.toContain('access-control-allow-credentials');
  });

  test('refusals can be read: an unknown path, a method that is none, no token', async () => {
    started = await startMock({ corsOrigins: '*' });
    for (const [method, path, status] of [
      ['GET', '/nowhere', 404],
      ['PUT', '/me', 405],
      ['GET', '/me', 401],
    ] as const) {
      expect((await preflight(path, method)).status).toBe(204);
      const answer = await fromPage(method, path);
      expect([path, answer.status, allowed(answer)]).toEqual([path, status, '*']);
      expect(answer.body.status).toBe(status);
    }
  });

  test('an OPTIONS that is no preflight is answered as before', async () => {
    started = await startMock({ corsOrigins: '*' });
    const answer = await fromPage('OPTIONS', '/me');
    expect([answer.status, answer.headers['allow'], allowed(answer)]).toEqual([204, 'GET, HEAD, OPTIONS', '*']);
    expect((await fromPage('OPTIONS', '/nowhere')).status).toBe(404);
  });

  test('a page gets a token, the descriptions, the welcome and the pages about problems', async () => {
    started = await startMock({ corsOrigins: '*' });
    const { url, tokenUrl } = started.mock;
    for (const own of [tokenUrl, `${url}/openapi.json`, `${url}/__admin/openapi.yaml`, `${url}/`, `${url}/problems`])
      expect([own, allowed(await fromPage('GET', own))]).toEqual([own, '*']);
  });

  test.each(['POST', 'GET'])('nothing lets a foreign page %s the control API, with a token neither', async (method) => {
    started = await startMock({ corsOrigins: '*' });
    const reset = `${started.mock.url}/__admin/${method === 'GET' ? 'requests' : 'reset'}`;
    expect(allowed(await preflight(reset, method, 'authorization'))).toBeUndefined();
    const refused = await fromPage(method, reset);
    expect([refused.status, allowed(refused)]).toEqual([403, undefined]);
    const authorization = `Bearer ${await started.mock.token()}`;
    expect(allowed(await fromPage(method, reset, { authorization }))).toBeUndefined();
    for (const path of ['/__admin', '/__admin/openapi', '/__admin/openapi/x', '/__admin/requests.har'])
      expect([path, allowed(await preflight(started.mock.url + path, method))]).toEqual([path, undefined]);
  });
});

describe('by the setting', () => {
  test('pages that are named may call everything, the control API with a token; others nothing', async () => {
    started = await startMock({ corsOrigins: `${PAGE}, http://localhost:3000` });
    const authorization = `Bearer ${await started.mock.token()}`;
    for (const origin of [PAGE, 'http://localhost:3000']) {
      const answer = await fromPage('GET', '/me', { authorization }, origin);
      expect([answer.status, allowed(answer), answer.headers['vary']]).toEqual([
        200,
        origin,
        expect.stringMatching(/\bOrigin$/),
      ]);
      expect(allowed(await preflight(`${started.mock.url}/__admin/clock`, 'GET', 'authorization', origin))).toBe(
        origin,
      );
      expect((await fromPage('GET', `${started.mock.url}/__admin/clock`, { authorization }, origin)).status).toBe(200);
      expect((await fromPage('GET', `${started.mock.url}/__admin/clock`, {}, origin)).status).toBe(403);
    }
    for (const origin of ['https://other.example', 'https://app.example.evil.example', 'null', 'http://app.example'])
      expect([origin, allowed(await preflight('/me', 'GET', undefined, origin))]).toEqual([origin, undefined]);
    expect((await started.api.get('/me')).headers['vary']).toMatch(/\bOrigin$/);
  });

  test('a hosted server lets no page in, unless it is named', async () => {
    started = await startMock({ mode: 'hosted', adminToken: OPERATOR });
    expect(allowed(await preflight('/me', 'GET'))).toBeUndefined();
    expect(allowed(await fromPage('GET', '/me'))).toBeUndefined();
    await started.stop();
    started = await startMock({ mode: 'hosted', adminToken: OPERATOR, corsOrigins: PAGE });
    expect(allowed(await preflight('/me', 'GET'))).toBe(PAGE);
    expect((await fromPage('POST', `${started.mock.url}/__admin/sandboxes`)).status).toBe(401);
  });

  test.each(['app.example', 'https://app.example/', 'https://app.example/path', '*, https://app.example', 'ftp://a'])(
    'that holds "%s" stops the start',
    async (corsOrigins) => {
      started = await startMock();
      await expect(startMock({ corsOrigins })).rejects.toThrow(
        /^corsOrigins: ".+" is no origin: write \*, none, local, or/,
      );
    },
  );
});
