import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Stream, type StreamedMessage, listenToStream } from '../../support/listen-to-stream.ts';
import { CLIENT, ORDERS, newOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';
import { HOOK } from '../../support/receiver.ts';
import { startedBy } from '../../support/started-by.ts';

const started = startedBy(beforeEach, afterEach);
const { closing, receive: openReceiver } = closedBy(afterEach);

const listen = async (kinds: string, query = 'sandbox=enterprise'): Promise<Stream> => {
  const stream = await listenToStream(`${started.mock.url}/__admin/stream?${query}&kinds=${kinds}`);
  closing(stream.leave);
  return stream;
};

const as = { as: CLIENT };

/** The messages after the greeting. */
const receive = async (from: Stream, count: number): Promise<readonly StreamedMessage[]> =>
  (await from.waitFor(count + 1)).slice(1);

test.each(['state,clock', 'state%2Cclock'])('the first message says what follows, and where: %s', async (kinds) => {
  const [first] = await (await listen(kinds)).waitFor(1);
  expect(first).toEqual({ event: 'listening', id: expect.stringMatching(/\.0$/), data: { kinds: ['clock', 'state'] } });
});

test('an exchange is a line of the list: with the reason of a refusal and the records concerned', async () => {
  const from = await listen('exchange');
  const made = await started.api.post(ORDERS, newOrder(), as);
  await started.api.post(ORDERS, newOrder({ vins: [] }), as);
  const [first, second] = await receive(from, 2);
  const sellerId = ORDERS.split('/')[2];
  expect(first).toMatchObject({
    event: 'exchange',
    data: { operationId: 'createOrder', status: 201, reason: null, records: { sellerId, created: made.body.uuid } },
  });
  expect(second?.data).toMatchObject({
    problemType: 'validation-error',
    reason: 'vins: must have at least 1 item, but has 0',
    records: { sellerId },
  });
  const { body } = await started.api.get(`${started.mock.url}/__admin/requests?sandbox=enterprise`, { as: null });
  expect(body.data).toEqual([second?.data, first?.data]);
});

test('each move of the clock is told', async () => {
  const from = await listen('clock');
  await started.mock.clock.advance({ by: 'PT1H' }, 'enterprise');
  await started.mock.clock.freeze(undefined, 'enterprise');
  await started.mock.clock.resume('enterprise');
  const now = '2026-11-20T10:00:00.000Z';
  const after = { now, offset: 3_600_000, wallTime: '2026-11-20T09:00:00.000Z' };
  expect((await receive(from, 3)).map(({ event, data }): unknown => [event, data])).toEqual([
    ['clock', { ...after, frozen: false }],
    ['clock', { ...after, frozen: true }],
    ['clock', { ...after, frozen: false }],
  ]);
});

test('changed records are told by collection and id, a reset as one message', async () => {
  const from = await listen('state');
  const { body } = await started.api.post(ORDERS, newOrder(), as);
  const [changed] = await receive(from, 1);
  expect(changed?.data).toMatchObject({ reason: 'changed', collections: ['orders', 'jobs'], truncated: false });
  expect(changed?.data.changes).toContainEqual({ collection: 'orders', id: body.uuid, change: 'created' });
  await started.mock.reset('enterprise');
  expect((await receive(from, 2))[1]?.data).toEqual({
    reason: 'reset',
    collections: [],
    changes: [],
    truncated: false,
  });
});

test('after a reset the clock and the journal are told too', async () => {
  await started.mock.clock.freeze(undefined, 'enterprise');
  const from = await listen('clock,exchange');
  await started.mock.reset('enterprise');
  expect((await receive(from, 2)).map(({ event }) => event).sort()).toEqual(['clock', 'forgotten']);
});

test('a delivery is told with each change of it: attempts, status, the next attempt', async () => {
  const receiver = await openReceiver();
  receiver.answer(HOOK, 500, 200);
  const { body } = await started.api.post('/webhooks', { url: receiver.urlOf(), events: ['kyc.*'] }, as);
  const from = await listen('delivery');
  await started.api.post(
    `/webhooks/${String(body.id)}/test`,
    { eventType: 'kyc.verification_completed', data: {} },
    as,
  );
  await started.mock.clock.advance({ by: 'PT1H' }, 'enterprise');
  const messages = (await receive(from, 3)).map(({ data }) => data as Record<string, unknown>);
  expect(messages.map(({ status, attempts, httpStatus }) => [status, attempts, httpStatus])).toEqual([
    ['PENDING', 0, null],
    ['PENDING', 1, 500],
    ['DELIVERED', 2, 200],
  ]);
  expect(messages[1]).toMatchObject({ webhookId: body.id, maxAttempts: 10, nextRetryAt: expect.any(String) });
});

test('a scenario is told from its upload to its removal, with steps, states and verdicts', async () => {
  const from = await listen('scenario');
  const name = 'told';
  const scenarios = await started.mock.scenarios('enterprise');
  const scenario = {
    scenario: name,
    steps: [{ on: 'getOrganization', moveTo: 'over', reply: { status: 500, fake: true } }],
    expect: [{ request: 'getOrganization', times: 1 }],
  };
  await scenarios.add(JSON.stringify(scenario));
  await scenarios.activate(name);
  await receive(from, 3);
  await started.api.get('/me', as);
  await receive(from, 6);
  await scenarios.remove(name);
  const messages = (await receive(from, 8)).map(({ data }) => data as Record<string, unknown>);
  expect(messages.map(({ change, state, number, verdict }) => [change, state, number, verdict])).toEqual([
    ['uploaded', null, null, null],
    ['activated', 'Started', null, null],
    ['verdict', null, null, 'open'],
    ['step', 'over', 1, null],
    ['state', 'over', null, null],
    ['verdict', null, null, 'met'],
    ['deactivated', null, null, null],
    ['removed', null, null, null],
  ]);
});

test('a new finding is told, and once more when it is certain', async () => {
  const from = await listen('finding');
  for (let i = 0; i < 5; i++) await started.api.get('/me', as);
  const { body } = await started.api.get(`${started.mock.url}/__admin/findings?sandbox=enterprise`, { as: null });
  const [finding] = body.data;
  const { rule, title, clientId, subject, certain } = finding;
  const [first, second] = (await receive(from, 2)).map(({ data }): unknown => data);
  expect(first).toMatchObject({ rule, title, clientId, subject, certain: false });
  expect(second).toMatchObject({ rule, title, clientId, subject, certain });
  expect(from.messages).toHaveLength(3);
});

test('an unknown kind is refused', async () => {
  const { status, body } = await started.api.get(`${started.mock.url}/__admin/stream?kinds=clock,weather`, {
    as: null,
  });
  expect(status).toBe(422);
  expect(body.errors[0].field).toBe('kinds[1]');
});
