import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SELLER, newOrder } from '../../support/sample-order.ts';
import { eventually } from '../../support/eventually.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';
import { createAdminClient, succeed } from '../control-api/admin-client.ts';

const ORDERS = `/partners/${SELLER}/orders`;

const started = await closedBy(afterAll).start({ longPollsPerSandbox: 20 });
const admin = createAdminClient(started);
beforeEach(() => started.mock.reset());

const post = (externalOrderId: string, key: string) =>
  started.api.post(ORDERS, newOrder({ externalOrderId }), { headers: { 'idempotency-key': key } });

describe('find and count', () => {
  test('by operation, status, parameters, headers and places in the body', async () => {
    await post('A-1', 'k-1');
    await post('B-1', 'k-2');
    await post('B-2', 'k-3');
    await started.api.get(`/orders?vin=WVWZZZ1JZ3W386752`);
    const find = async (criteria: object) =>
      (
        succeed(await admin('POST', '/requests/find', { body: criteria })).body.data as readonly {
          request: { body: { json: { externalOrderId: string } } | null };
        }[]
      ).map(({ request }) => request.body?.json.externalOrderId);
    expect(await find({ operation: 'createOrder', status: 201 })).toEqual(['A-1', 'B-1', 'B-2']);
    expect(await find({ body: { '/externalOrderId': { matches: '^B-' } } })).toEqual(['B-1', 'B-2']);
    expect(await find({ headers: { 'Idempotency-Key': { oneOf: ['k-1', 'k-3'] } } })).toEqual(['A-1', 'B-2']);
    expect(await find({ params: { vin: { present: true } } })).toEqual([undefined]);
    expect(await find({ method: 'post', path: { matches: '/orders$' }, source: 'stateful' })).toHaveLength(3);
    expect(await find({ path: `/v1${ORDERS}`, replayed: true })).toEqual([]);
    await post('A-1', 'k-1');
    expect(await find({ replayed: true })).toEqual(['A-1']);
    const reused = await post('A-1', 'k-2');
    expect(await find({ problemType: 'idempotency-key-reused' })).toEqual(['A-1']);
    expect(await find({ operation: 'createOrder', after: reused.headers['x-mock-request-id'] })).toEqual([]);
    expect(await find({ operation: 'createOrder', limit: 1 })).toEqual(['A-1']);
    const count = async (criteria: object) =>
      succeed(await admin('POST', '/requests/find', { body: criteria })).body.count as number;
    expect(await count({ operation: 'createOrder' })).toBe(5);
    expect(await count({ operation: 'createOrder', clientId: 'somebody-else' })).toBe(0);
    expect(await count({})).toBe(6);
    expect(await count({ since: new Date(started.clock.now()).toISOString() })).toBe(6);
  });

  test('a credential is compared as it is shown: nobody finds out its letters', async () => {
    await started.api.post(ORDERS, { secret: 'abc' });
    const isFound = async (criteria: object) =>
      succeed(await admin('POST', '/requests/find', { body: { operation: 'createOrder', ...criteria } })).body.count >
      0;
    expect(await isFound({ headers: { authorization: { present: true } } })).toBe(true);
    expect(await isFound({ headers: { authorization: { matches: '^Bearer e' } } })).toBe(false);
    expect(await isFound({ body: { '/secret': { matches: 'abc' } } })).toBe(false);
  });

  test.each([
    [{ operation: 'createOrders' }, 'operation'],
    [{ body: { vins: 'x' } }, 'body.vins'],
    [{ headers: { accept: { matches: '(' } } }, 'headers.accept'],
    [{ path: { matches: '(?=a)' } }, 'path'],
    [{ after: '00000000-0000-4000-8000-999999999999' }, 'after'],
    [{ headers: { accept: {} } }, 'headers.accept'],
    [{ headres: {} }, 'headres'],
    [{ status: '201' }, 'status'],
  ])('criteria that nothing could meet are refused: %j', async (criteria, field) => {
    const { status, body } = await admin('POST', '/requests/find', { body: criteria });
    expect([status, body.errors[0].field]).toEqual([422, field]);
  });
});

describe('await', () => {
  const wait = (wish: object) => admin('POST', '/requests/await', { body: wish });

  test('answers at once with what is there already', async () => {
    await post('A-1', 'k');
    const { status, body } = await wait({ operation: 'createOrder', status: 201 });
    expect([status, body.data.length, body.data[0].request.body.json.externalOrderId]).toEqual([200, 1, 'A-1']);
  });

  test('answers as soon as the last of them has come', async () => {
    const waiting = wait({ operation: 'createOrder', count: 2, timeout: 'PT30S' });
    await post('A-1', 'k-1');
    await post('A-2', 'k-2');
    expect((await waiting).body.data).toHaveLength(2);
  });

  test('only what comes after another one, or not before a time', async () => {
    const first = await post('A-1', 'k-1');
    const after = first.headers['x-mock-request-id'];
    expect((await wait({ operation: 'createOrder', after, timeout: 'PT0S' })).status).toBe(408);
    expect((await wait({ operation: 'createOrder', since: '2026-12-01T00:00:00Z', timeout: 'PT0S' })).status).toBe(408);
    await post('A-2', 'k-2');
    const { body } = await wait({ operation: 'createOrder', after });
    expect(body.data).toMatchObject([{ request: { body: { json: { externalOrderId: 'A-2' } } } }]);
  });

  test('tells what came instead, with the first thing that is different', async () => {
    await post('A-1', 'k-1');
    await started.api.post(ORDERS, '{');
    await started.api.get('/me');
    const answer = await wait({ operation: 'createOrder', status: 201, count: 2, timeout: 'PT0.05S' });
    expect([answer.status, answer.headers['content-type']]).toEqual([408, 'application/problem+json']);
    expect(answer.body).toMatchObject({ type: 'about:blank', detail: '1 of 2 requests came within PT0.05S.' });
    expect(answer.body.found).toHaveLength(1);
    expect(
      answer.body.cameInstead.map((came: { operationId: string; status: number; difference: object }) => [
        came.operationId,
        came.status,
        came.difference,
      ]),
    ).toEqual([
      ['createOrder', 400, { at: 'status', expected: 'equals 201', actual: '400' }],
      ['getOrganization', 200, { at: 'operation', expected: 'equals "createOrder"', actual: '"getOrganization"' }],
    ]);
  });

  test.each([['PT56S'], ['soon'], ['P1M']])('refuses to wait for %s', async (timeout) => {
    expect((await wait({ timeout })).body.errors).toMatchObject([{ field: 'timeout', rejectedValue: timeout }]);
  });

  test('as many as a sandbox may have wait for it, and the place of one that leaves is free again', async () => {
    const url = `${started.mock.url}/__admin/requests/await`;
    const leaving = new AbortController();
    const send = (signal: AbortSignal) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ operation: 'cancelOrder', timeout: 'PT30S' }),
        signal,
      });
    // Whichever of them comes last is refused. To ask whether it is full yet would take a place from one of them.
    const sent = Array.from({ length: 21 }, () => send(leaving.signal));
    expect((await Promise.race(sent)).status).toBe(429);
    // Those of others have places of their own.
    expect((await admin('POST', '/requests/await?sandbox=restricted', { body: { count: 0 } })).status).toBe(200);
    const refused = async () => (await wait({ operation: 'cancelOrder', timeout: 'PT0S' })).status === 429;
    expect(await refused()).toBe(true);
    leaving.abort();
    expect((await Promise.allSettled(sent)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await eventually(async () => !(await refused()));
  });

  test('ends when the server shuts down', async () => {
    const other = await startMock({ longPollsPerSandbox: 1 });
    const ask = () => createAdminClient(other)('POST', '/requests/await', { body: { timeout: 'PT30S' } });
    const sent = [ask(), ask()];
    // The other one waits, then.
    expect((await Promise.race(sent)).status).toBe(429);
    await other.stop();
    expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([429, 503]);
  });
});
