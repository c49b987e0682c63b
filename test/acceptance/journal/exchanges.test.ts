import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { BUYER, SELLER, newOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';
import { ONE_PROCESS } from '../../support/start-mock.ts';

import { createAdminClient, succeed, tokenOf } from '../control-api/admin-client.ts';
import { createDocumentsClient } from '../documents/documents-client.ts';
import { claire, createLinks, linkOf } from '../self-service/links.ts';

const ORDERS = `/partners/${SELLER}/orders`;
const DEMO = { as: 'api-client-demo' };

const { start } = closedBy(afterAll);
const started = await start();
const admin = createAdminClient(started);
beforeEach(() => started.mock.reset());

const idOf = ({ headers }: ApiAnswer): string => headers['x-mock-request-id'] ?? '';
const shown = async (answer: ApiAnswer, query = ''): Promise<ApiAnswer['body']> =>
  succeed(await admin('GET', `/requests/${idOf(answer)}${query}`)).body as unknown;
const listed = async (query = ''): Promise<ApiAnswer['body']> =>
  succeed(await admin('GET', `/requests${query}`)).body.data as unknown;

describe('an exchange shows', () => {
  test('what came and what went, with headers and bodies, who answered and what time it was', async () => {
    const order = newOrder();
    const answer = await started.api.post(ORDERS, order, { headers: { 'idempotency-key': 'shown', 'X-Own': 'x' } });
    expect(await shown(answer)).toEqual({
      id: idOf(answer),
      traceId: answer.headers['x-trace-id'],
      receivedAt: '2026-11-20T09:00:00.000Z',
      sandboxTime: '2026-11-20T09:00:00.000Z',
      milliseconds: 0,
      method: 'POST',
      path: `/v1${ORDERS}`,
      operationId: 'createOrder',
      clientId: 'api-client-demo',
      status: 201,
      source: 'stateful',
      stage: 'respond',
      problemType: null,
      reason: null,
      records: { sellerId: ORDERS.split('/')[2], created: answer.body.uuid },
      scenarios: [],
      replayed: false,
      lost: false,
      fault: null,
      events: [],
      request: {
        headers: {
          host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
          authorization: 'Bearer [redacted]',
          'content-type': 'application/json',
          'content-length': String(JSON.stringify(order).length),
          'idempotency-key': 'shown',
          'x-own': '[redacted]',
          connection: expect.any(String),
        },
        query: {},
        body: { mediaType: 'application/json', byteLength: JSON.stringify(order).length, cut: false, json: order },
      },
      response: {
        headers: expect.objectContaining({
          etag: '"1"',
          location: answer.headers['location'],
          'x-ratelimit-category': 'write',
          'content-type': 'application/json',
        }),
        body: { mediaType: 'application/json', byteLength: answer.text.length, cut: false, json: answer.body },
      },
      scenario: null,
    });
  });

  test('the events that it caused', async () => {
    const links = createLinks(started.api);
    const { url } = linkOf(await links.invite());
    const submitted = await links.submitProspect(url, claire);
    const { events, path } = await shown(submitted, '?sandbox=enterprise');
    const { data } = succeed(await admin('GET', '/events?sandbox=enterprise&limit=2')).body;
    expect(events).toEqual(data.toReversed().map(({ id, type }: { id: string; type: string }) => ({ id, type })));
    expect(events).toHaveLength(2);
    expect(path).toBe('/self-service/{token}/prospect');
  });

  test('the beginning of a long body', async () => {
    const reference = 'x'.repeat(20_000);
    const answer = await started.api.post(ORDERS, { ...newOrder(), reference });
    const { body } = (await shown(answer)).request;
    expect(body).toMatchObject({ mediaType: 'application/json', cut: true });
    expect(body.byteLength).toBeGreaterThan(20_000);
    expect(body.text).toHaveLength(16 * 1024);
  });

  test('of an upload its parts, and of a download nothing but its size', async () => {
    const documents = createDocumentsClient(started.mock, started.api, { as: 'api-client-demo', seller: SELLER });
    const uploaded = await documents.toBuyer(BUYER, { type: 'VAT_CERTIFICATE', content: 'hello', fileName: 'a.pdf' });
    const { request } = await shown(uploaded);
    expect(uploaded.status).toBe(201);
    expect(request.body.parts).toEqual([
      { name: 'type', value: 'VAT_CERTIFICATE' },
      { name: 'file', fileName: 'a.pdf', mediaType: expect.any(String), byteLength: 5 },
    ]);
    expect(JSON.stringify(request)).not.toContain('hello');
    await documents.download(uploaded.body.id as string);
    const [download] = await listed('?operation=downloadDocument');
    const { response } = succeed(await admin('GET', `/requests/${String(download.id)}`)).body;
    expect(response.body).toEqual({ mediaType: expect.any(String), byteLength: 5, cut: false });
  });

  test('a token request, without the secret and without the token', async () => {
    const { tokenUrl } = started.mock;
    const granted = await tokenOf({ tokenUrl, clientId: 'api-client-demo', clientSecret: 'demo-secret' });
    const [exchange] = await listed('?clientId=api-client-demo');
    expect(exchange).toMatchObject({ operationId: null, source: 'identity', status: 200, clientId: 'api-client-demo' });
    const { body } = await admin('GET', `/requests/${String(exchange.id)}`);
    expect(body.request.body.text).toBe(
      'grant_type=client_credentials&client_id=api-client-demo&client_secret=[redacted]',
    );
    expect(body.response.body.json).toMatchObject({ access_token: '[redacted]', token_type: 'Bearer' });
    expect(JSON.stringify(body)).not.toContain(granted);
    expect((await admin('GET', `/requests/${String(exchange.id)}/explain`)).body.stages).toEqual([]);
  });
});

describe('the list', () => {
  test('is filtered by operation, status, client and time, and limited to the newest', async () => {
    await started.api.get('/me', { as: 'api-client-demo-2' });
    await started.api.get('/me', DEMO);
    await started.api.post(ORDERS, '{', DEMO);
    started.clock.advance(60_000);
    const last = await started.api.get('/me', DEMO);
    const counts = async (...queries: string[]) =>
      Promise.all(queries.map(async (query) => (await listed(query)).length as number));
    expect(
      await counts(
        '',
        '?operation=getOrganization',
        '?status=400',
        '?clientId=api-client-demo-2',
        '?since=2026-11-20T09:01:00Z',
        '?operation=getOrganization&clientId=api-client-demo&status=200',
        '?limit=2',
        '?limit=3&page=1',
      ),
    ).toEqual([4, 3, 1, 1, 1, 2, 2, 1]);
    expect((await listed('?limit=1'))[0].id).toBe(idOf(last));
  });

  test('refuses what could never be met', async () => {
    const { status, body } = await admin('GET', '/requests?operation=createOrders');
    expect([status, body.errors[0].message]).toEqual([422, 'is not an operation: did you mean "createOrder"?']);
    expect(body.detail).toMatch(/did you mean "createOrder"\?$/);
    expect((await admin('GET', '/requests?status=9')).status).toBe(422);
    expect((await admin('GET', '/requests?since=yesterday')).status).toBe(422);
  });

  test('is emptied, for this sandbox only', async () => {
    await started.api.get('/me', DEMO);
    await started.api.get('/me', { as: 'api-client-restricted' });
    await started.api.get('/me', { as: null });
    expect((await admin('DELETE', '/requests')).status).toBe(204);
    expect(await listed()).toEqual([]);
    const others = await listed('?sandbox=restricted');
    expect(others.map(({ status }: { status: number }) => status)).toEqual(expect.arrayContaining([200, 401]));
    // Forgetting the past is no reset.
    expect((await admin('GET', '/coverage')).body.exchanges).toBeGreaterThan(0);
  });

  test('holds the newest thousand', async () => {
    for (let i = 0; i < 1010; i++)
      await started.mock.handle(new Request(`${started.mock.baseUrl}/me?i=${String(i)}`, { method: 'GET' }));
    expect(await listed('?limit=1000')).toHaveLength(1000);
  });

  test('holds fewer where their headers are long and memory is short', async () => {
    const small = await start({ ...ONE_PROCESS, maxMemory: 200 * 1_048_576 });
    const headers = { 'x-long': 'x'.repeat(12_000) };
    for (let count = 0; count < 100; count++) await small.api.get('/me', { headers });
    const { pagination } = succeed(await createAdminClient(small)('GET', '/requests')).body;
    expect(pagination.totalElements).toBeLessThan(90);
  });
});
