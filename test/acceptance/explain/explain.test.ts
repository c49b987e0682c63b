import { afterAll, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { SELLER, newOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const ORDERS = `/partners/${SELLER}/orders`;

const started = await closedBy(afterAll).start();

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

test.each([
  ['Content-Encoding', ORDERS, newOrder(), { 'content-encoding': 'gzip' }, /^Content-Encoding gzip .*unencoded\.$/],
  ['charset', ORDERS, newOrder(), { 'content-type': 'application/json; charset=utf-16' }, /^Charset utf-16 .*UTF-8\.$/],
  [
    'partnerIds',
    '/webhooks',
    { url: 'https://a.example', events: ['kyc.*'], partnerIds: ['acbda359-95c1-4bf5-b598-96c4baf862d4'] },
    {},
    /authorized partners with a new Idempotency-Key: 3f0e8a52/,
  ],
])('the smallest change is about the %s that was refused', async (_what, path, body, headers, change) => {
  const { smallestChange } = await explain(await started.api.post(path, body, { headers }));
  expect(smallestChange).toEqual([expect.stringMatching(change)]);
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

test('the journal another organization’s exchange, and one that never was, are the same 404', async () => {
  const theirs = await started.api.get('/me', { as: 'api-client-high-volume' });
  const answers = await Promise.all(
    [theirs.headers['x-mock-request-id'] ?? '', '00000000-0000-4000-8000-000000000000'].map((id) =>
      started.api.get(`${started.mock.url}/__admin/requests/${id}/explain`, { as: 'api-client-demo' }),
    ),
  );
  for (const { status, body } of answers)
    expect([status, body.type]).toEqual([404, `${started.mock.url}/problems/not-found`]);
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
