import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { RESTRICTED_SELLER, SELLER, newOrder, sampleOrder } from '../../support/sample-order.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

const ORDERS = `/partners/${SELLER}/orders`;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let started: StartedMock;
beforeAll(async () => {
  started = await startMock();
});
afterAll(() => started.stop());

interface Explained {
  readonly answer: { readonly status: number; readonly source: string; readonly problemType: string | null };
  readonly stages: readonly {
    readonly stage: string;
    readonly outcome: string;
    readonly decision: string;
    readonly rule: string;
  }[];
  readonly smallestChange: readonly string[];
}

const explain = async ({ headers }: ApiAnswer, as: string | null = null): Promise<Explained> => {
  const url = `${started.mock.url}/__admin/requests/${headers['x-mock-request-id'] ?? ''}/explain`;
  const { status, body } = await started.api.get(url, { as });
  expect(status).toBe(200);
  return body as Explained;
};

const decisionOf = ({ stages }: Explained, stage: string): string =>
  stages.find((decided) => decided.stage === stage)?.decision ?? '';

const refusedAt = ({ stages }: Explained): string | undefined =>
  stages.find(({ outcome }) => outcome === 'refused')?.stage;

test('an answered request shows each stage with its numbers and its rule', async () => {
  const answer = await started.api.post(ORDERS, newOrder());
  const explained = await explain(answer);
  expect(explained.stages.map(({ stage, outcome }) => `${stage} ${outcome}`)).toEqual([
    'open-exchange passed',
    'route passed',
    'authenticate passed',
    'resolve-sandbox passed',
    'play-received-steps passed',
    'check-link passed',
    'authorize passed',
    'decode-body passed',
    'check-capabilities passed',
    'lookup-idempotency passed',
    'limit-rate passed',
    'replay-response passed',
    'validate-request passed',
    'respond answered',
  ]);
  expect(decisionOf(explained, 'route')).toContain('is createOrder');
  expect(decisionOf(explained, 'authenticate')).toContain('api-client-demo');
  expect(decisionOf(explained, 'resolve-sandbox')).toBe('sandbox demo, clock at 2026-11-20T09:00:00.000Z');
  expect(decisionOf(explained, 'authorize')).toContain(SELLER);
  expect(decisionOf(explained, 'check-capabilities')).toContain('allowMultiVinOrders');
  expect(decisionOf(explained, 'lookup-idempotency')).toContain('has not been seen');
  expect(decisionOf(explained, 'limit-rate')).toMatch(/^\d+ of 60 write requests left until 2026-/);
  expect(decisionOf(explained, 'respond')).toBe('answered by: stateful, with 201');
  for (const { rule } of explained.stages) expect(rule).toMatch(/\.$/);
  expect(explained.smallestChange).toEqual([]);
});

test('a replay tells when the key was seen first', async () => {
  const headers = { 'idempotency-key': 'explained' };
  const order = newOrder();
  await started.api.post(ORDERS, order, { headers });
  const explained = await explain(await started.api.post(ORDERS, order, { headers }));
  expect(decisionOf(explained, 'lookup-idempotency')).toContain('the key was first used at 2026-11-20T09:');
  expect(decisionOf(explained, 'limit-rate')).toBe('a replay uses no budget');
  expect(explained.stages.at(-1)?.outcome).toBe('not-reached');
});

describe('a refusal names its stage, its rule and the smallest change', () => {
  test.each<[string, string, () => Promise<ApiAnswer>, string | RegExp]>([
    ['no token', 'authenticate', () => started.api.get('/me', { as: null }), /token/],
    ['an unknown path', 'route', () => started.api.get('/ordres'), /./],
    ['a wrong method', 'route', () => started.api.call('PUT', '/me'), 'use one of the methods GET, HEAD, OPTIONS'],
    ['a foreign seller', 'authorize', () => started.api.get(`/partners/${UNKNOWN}/buyers`), SELLER],
    ['broken JSON', 'decode-body', () => started.api.post(ORDERS, '{'), /./],
    [
      'a wrong content type',
      'decode-body',
      () => started.api.post(ORDERS, 'x', { headers: { 'content-type': 'text/csv' } }),
      'send Content-Type: application/json',
    ],
    [
      'no Idempotency-Key',
      'lookup-idempotency',
      () => started.api.post(ORDERS, sampleOrder(), { headers: { 'idempotency-key': undefined } }),
      /./,
    ],
    [
      'a wrong body',
      'validate-request',
      () => started.api.post(ORDERS, sampleOrder({ vins: [] })),
      'vins must have at least 1 item, but has 0',
    ],
    [
      'another version',
      'respond',
      () =>
        started.api.patch(
          `/partners/${SELLER}/buyers/5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254`,
          { companyName: 'X' },
          { headers: { 'if-match': '"99"' } },
        ),
      /^send If-Match: "\d+"$/,
    ],
    [
      'an order that there is not',
      'respond',
      () => started.api.get(`${ORDERS}/${UNKNOWN}`),
      'the identifier and its seller',
    ],
    [
      'an externalOrderId that is taken',
      'respond',
      async () => {
        const order = newOrder();
        await started.api.post(ORDERS, order);
        return started.api.post(ORDERS, { ...order, purchaseDate: '2026-11-03' });
      },
      'for a different order, use a different `externalOrderId`',
    ],
    [
      'a pickup before the payment',
      'respond',
      async () => {
        const { body } = await started.api.post(ORDERS, newOrder());
        return started.api.post('/transport/pickup/confirm', {
          orderUuid: body.uuid,
          pickedUpAt: '2026-11-20T08:00:00Z',
        });
      },
      'Complete the missing step',
    ],
  ])('%s: %s', async (_name, stage, call, change) => {
    const answer = await call();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const explained = await explain(answer);
    expect(refusedAt(explained)).toBe(stage);
    expect(explained.answer.status).toBe(answer.status);
    expect(decisionOf(explained, stage)).toBe(answer.body.detail);
    const [first = ''] = explained.smallestChange;
    if (typeof change === 'string') expect(first).toContain(change);
    else expect(first).toMatch(change);
  });

  test('a reused key, a missing capability and a used-up budget do too', async () => {
    await started.api.post(ORDERS, sampleOrder(), { headers: { 'idempotency-key': 'taken' } });
    const reused = await explain(
      await started.api.post(ORDERS, sampleOrder({ externalOrderId: 'B' }), {
        headers: { 'idempotency-key': 'taken' },
      }),
    );
    expect([refusedAt(reused), reused.smallestChange[0]]).toEqual([
      'replay-response',
      expect.stringContaining('new Idempotency-Key'),
    ]);

    const asRestricted = { as: 'api-client-restricted' };
    const [vin] = sampleOrder().vins;
    const two = sampleOrder({ vins: [vin, { ...vin, vin: 'WAUZZZ8V9KA067412' }] });
    const refused = await started.api.post(`/partners/${RESTRICTED_SELLER}/orders`, two, asRestricted);
    const gated = await explain(refused, 'api-client-restricted');
    expect([refusedAt(gated), gated.smallestChange[0]]).toEqual([
      'check-capabilities',
      expect.stringContaining('allowMultiVinOrders'),
    ]);

    let last = refused;
    for (let i = 0; i < 12; i++) last = await started.api.get('/webhooks', asRestricted);
    const limited = await explain(last, 'api-client-restricted');
    expect([refusedAt(limited), limited.smallestChange[0]]).toEqual([
      'limit-rate',
      'send the same request again in 60 seconds',
    ]);
  });
});

describe('the journal', () => {
  test('lists exchanges newest first, with the caller’s own and those of nobody', async () => {
    await started.api.get('/me', { as: 'api-client-high-volume' });
    await started.api.get('/me', { as: null });
    started.clock.advance(1000);
    const mine = await started.api.get('/me');
    const { body } = await started.api.get(`${started.mock.url}/__admin/requests`, { as: 'api-client-demo' });
    const [newest] = body.data;
    expect(newest).toMatchObject({
      id: mine.headers['x-mock-request-id'],
      operationId: 'getOrganization',
      status: 200,
      clientId: 'api-client-demo',
    });
    const listed = body.data as readonly { clientId: string | null }[];
    const clients = new Set(listed.map(({ clientId }) => clientId));
    expect(clients).toEqual(new Set(['api-client-demo', null]));
  });

  test('another organization’s exchange, and one that never was, are the same 404', async () => {
    const theirs = await started.api.get('/me', { as: 'api-client-high-volume' });
    const answers = await Promise.all(
      [theirs.headers['x-mock-request-id'] ?? '', '00000000-0000-4000-8000-000000000000'].map((id) =>
        started.api.get(`${started.mock.url}/__admin/requests/${id}/explain`, { as: 'api-client-demo' }),
      ),
    );
    for (const { status, body } of answers)
      expect([status, body.type]).toEqual([404, `${started.mock.url}/problems/not-found`]);
  });
});

test('the administrator’s mail about a paused client is in the control API, for its organization only', async () => {
  const as = 'api-client-demo-2';
  for (let i = 0; i < 30; i++) await started.api.get('/webhooks', { as });
  const mail = async (reader: string): Promise<unknown> =>
    (await started.api.get(`${started.mock.url}/__admin/mail`, { as: reader })).body.data;
  expect(await mail(as)).toEqual([
    {
      to: 'admin@demo.example',
      subject: 'API client api-client-demo-2 is paused for 15 minutes',
      text: expect.stringContaining('api-client-demo-2'),
      sentAt: expect.stringMatching(/^2026-11-20T/),
    },
  ]);
  expect(await mail('api-client-high-volume')).toEqual([]);
});
