import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startReceiver } from '../../support/receiver.ts';
import { SELLER, newOrder } from '../../support/sample-order.ts';
import { activate, failureOf } from '../../support/scenario.ts';
import { startedBy } from '../../support/started-by.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';
import { createAdminClient, tokenOf } from '../control-api/admin-client.ts';

const ORDERS = `/partners/${SELLER}/orders`;
const BUYERS = `/partners/${SELLER}/buyers`;

const started = startedBy(beforeEach, afterEach);

interface Found {
  readonly rule: string;
  readonly detail: string;
  readonly certain: boolean;
  readonly clientId: string;
  readonly quote: string;
  readonly remedy: string;
  readonly requests: readonly string[];
}

const findings = async (query = ''): Promise<readonly Found[]> =>
  (await createAdminClient(started)('GET', `/findings${query}`)).body.data as readonly Found[];

const rules = async (): Promise<readonly string[]> =>
  (await findings()).map(({ rule, certain }) => (certain ? rule : `${rule}?`));

const newToken = (): Promise<string> =>
  tokenOf({ tokenUrl: started.mock.tokenUrl, clientId: 'api-client-demo', clientSecret: 'demo-secret' });

const withToken = (token: string) => ({ as: null, headers: { authorization: `Bearer ${token}` } });
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });
const orders = '/orders?vin=WVWZZZ1JZ3W386752';

describe('a wrong client is told', () => {
  test('that it goes on with a token that was refused, after the sandbox was moved on', async () => {
    const token = await newToken();
    await started.api.get(orders, withToken(token));
    await started.mock.clock.advance({ by: 'PT10M' });
    await started.api.get(orders, withToken(token));
    expect(await rules()).toEqual([]);
    await started.api.get(orders, withToken(token));
    expect(await rules()).toEqual(['token-expired']);
  });

  test('that a filter of its search is misspelt', async () => {
    await started.api.get('/orders?vinn=WVWZZZ1JZ3W386752');
    const [finding] = await findings();
    expect(finding).toMatchObject({
      rule: 'unknown-query-parameter',
      certain: true,
      detail: expect.stringContaining('"vinn", which findOrders does not have: did you mean "vin"'),
    });
  });

  test('that an operation does not take a query parameter at all; what is asked of the stub itself is none', async () => {
    await started.api.get('/me?__seed=1');
    expect(await rules()).toEqual([]);
    await started.api.get('/me?_=1234567890');
    expect(await rules()).toEqual(['unknown-query-parameter?']);
  });

  test('that it sends again what was refused for good', async () => {
    const order = newOrder();
    succeed(await started.api.post(ORDERS, order));
    const other = { ...order, purchaseDate: '2026-01-01' };
    const keys = ['first', 'second', 'third'];
    const ids: (string | undefined)[] = [];
    for (const key of keys)
      ids.push((await started.api.post(ORDERS, other, withKey(key))).headers['x-mock-request-id']);
    const [finding] = await findings();
    expect(finding).toMatchObject({
      rule: 'refused-again',
      certain: true,
      remedy: expect.stringContaining('currentResource'),
      requests: ids,
    });
  });

  test('that a VIN is unlikely', async () => {
    const order = newOrder();
    await started.api.post(ORDERS, { ...order, vins: order.vins.map((vin) => ({ ...vin, vin: 'WVWZZZ1JZ3W38675O' })) });
    expect(await rules()).toEqual(['unlikely-vin?']);
  });
});

test('a correct client is left alone through a storm, a lost answer, an expired token, a change and patient polling', async () => {
  let token = await newToken();
  const workflow = createWorkflow(started.api, started.clock);
  await started.api.get('/me', withToken(token));
  const { uuid } = succeed(await workflow.createBuyer()).body;
  started.clock.advance(10_000);
  const buyer = `${BUYERS}/${String(uuid)}`;
  const { headers } = await started.api.get(buyer);
  await started.api.patch(buyer, { companyName: 'Other' }, { headers: { 'if-match': headers['etag'] } });

  await activate(started, 'rate-limit-storm');
  for (let i = 0; i < 4; i++) {
    await started.api.get(orders, withToken(token));
    started.clock.advance(2000);
  }
  await activate(started, 'lost-answer');
  const order = newOrder({ buyerId: uuid });
  await failureOf(started.api.post(ORDERS, order, withKey('once')));
  const created = succeed(await started.api.post(ORDERS, order, withKey('once'))).body;
  for (let i = 0; i < 5; i++) {
    await started.api.get(`/orders/${String(created.uuid)}/compliance`);
    started.clock.advance(60_000);
  }
  token = await newToken();
  await started.api.get('/me', withToken(token));
  expect(await findings()).toEqual([]);
});

describe('a finding', () => {
  test('names the rule, the requests that show it and the remedy', async () => {
    const ids: (string | undefined)[] = [];
    for (let i = 0; i < 3; i++) ids.push((await started.api.get('/me')).headers['x-mock-request-id']);
    const [finding] = await findings();
    expect(finding).toMatchObject({
      rule: 'fresh-answer-asked-again',
      quote: 'The response carries Cache-Control hints; a 5-minute in-process cache is recommended.',
      assumptions: ['cache-control-value'],
      remedy: expect.stringContaining('max-age'),
      clientId: 'api-client-demo',
      subject: 'getOrganization',
      detail: 'GET /v1/me came 3 times in 0 seconds; the first answer was good for 300 seconds.',
      certain: false,
      count: 1,
      firstSeenAt: '2026-11-20T09:00:00.000Z',
      requests: ids,
    });
    for (const id of finding?.requests ?? [])
      expect((await createAdminClient(started)('GET', `/requests/${id}`)).status).toBe(200);
  });

  test('belongs to the sandbox of its client, and goes with a reset', async () => {
    for (let i = 0; i < 3; i++) await started.api.get('/me', { as: 'api-client-restricted' });
    expect(await findings()).toEqual([]);
    expect(await findings('?sandbox=restricted')).toHaveLength(1);
    await started.mock.reset('restricted');
    expect(await findings('?sandbox=restricted')).toEqual([]);
  });

  test('is no secret of the journal: what cannot be seen is said too', async () => {
    const { body } = await createAdminClient(started)('GET', '/findings');
    expect(body.notSeen.length).toBeGreaterThan(0);
    for (const { instead } of body.notSeen) expect(instead).toMatch(/scenario/);
  });
});

test('what a receiver does wrong is told with the delivery', async () => {
  const receiver = await startReceiver();
  const hook = { url: receiver.urlOf(), events: ['compliance.*'] };
  const { id } = succeed(await started.api.post('/webhooks', hook)).body;
  await activate(started, 'forged-webhook');
  const event = { eventType: 'compliance.status_changed', data: {} };
  succeed(await started.api.post(`/webhooks/${String(id)}/test`, event));
  await started.mock.idle();
  const { data: tried } = succeed(await createAdminClient(started)('GET', '/deliveries')).body as {
    data: readonly { id: string; status: string }[];
  };
  expect(tried).toHaveLength(1);
  expect(await findings()).toEqual([
    expect.objectContaining({
      rule: 'bad-signature-accepted',
      clientId: null,
      subject: 'wrong-secret',
      detail: expect.stringMatching(/^del_\w+ .* came with a signature by another secret and was answered with 200\.$/),
      certain: true,
      requests: [],
      deliveries: tried.map((delivery) => delivery.id),
    }),
  ]);
  await started.mock.reset();
  expect(await findings()).toEqual([]);
  await receiver.stop();
});
