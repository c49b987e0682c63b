import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { components } from '../../../src/generated/api-types.ts';
import { closedBy } from '../../support/closed-by.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import type { Receiver } from '../../support/receiver.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';
import { AS, SANDBOX, SELLER, createWebhookClient, signed } from './webhook-client.ts';

let started: StartedMock;
let receiver: Receiver;

const { receive, start } = closedBy(afterEach);

beforeEach(async () => {
  [started, receiver] = await Promise.all([start(), receive()]);
});

const { call, fire, historyOf, ...client } = createWebhookClient(() => started, AS);

const register = (events: readonly string[], path?: string) => client.register(receiver.urlOf(path), events);

const envelopes = (path = '/hook'): components['schemas']['event-envelope'][] =>
  receiver.received.filter((each) => each.path === path).map(({ body }) => body as never);

const workflowOf = ({ api, clock }: StartedMock) => createWorkflow(api, clock, { as: AS, seller: SELLER });

test('the workflow tells its events, cause before effect, to whoever subscribes', async () => {
  const { secret } = await register(['compliance.*', 'export_file.*']);
  await register(['kyc.*', 'prospect.*'], '/others');
  const workflow = workflowOf(started);
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  succeed(await workflow.confirmDelivery(orderUuid));
  succeed(await workflow.submitInvoice(orderUuid));
  succeed(await workflow.upload(orderUuid, 'INVOICE'));
  succeed(await workflow.upload(orderUuid, 'DELIVERY_DECLARATION'));
  await started.mock.idle();

  const told = envelopes();
  const data = told.map((envelope) => [envelope.type, envelope.data] as const);
  expect(data).toEqual([
    ['compliance.status_changed', { orderUuid, previousStatus: 'INCOMPLETE', currentStatus: 'VALID', blockers: [] }],
    [
      'compliance.status_changed',
      { orderUuid, previousStatus: 'VALID', currentStatus: 'INCOMPLETE', blockers: expect.any(Array) },
    ],
    ['compliance.status_changed', { orderUuid, previousStatus: 'INCOMPLETE', currentStatus: 'VALID', blockers: [] }],
    ['compliance.decision_made', { orderUuid, decision: 'VALID_EXPORT' }],
    ['export_file.generated', expect.objectContaining({ orderUuid, version: 1, decision: 'VALID_EXPORT' })],
  ]);
  for (const each of receiver.received) expect(signed(each).by(secret)).toBe(true);
  expect(new Set(told.map(({ id }) => id)).size).toBe(5);
  expect(envelopes('/others')).toEqual([]);
});

test('an answer does not wait for a receiver, nor does any other request', async () => {
  receiver.answer('/hook', 'hang');
  const { id } = await register(['prospect.*']);
  for (let index = 0; index < 8; index++) await fire({ id });
  await receiver.waitFor(5);
  expect((await historyOf(id)).map(({ status }) => status)).toEqual(Array(8).fill('PENDING'));
  receiver.answer('/hook', 200);
  receiver.release(200);
  await started.mock.idle();
  expect((await historyOf(id)).map(({ status }) => status)).toEqual(Array(8).fill('DELIVERED'));
});

describe('a test fire', () => {
  test('forwards its data verbatim, to whatever the webhook endpoint subscribes', async () => {
    const { id, secret } = await register(['kyc.*']);
    const data = '{"b":9007199254740993,"a":[{"note":"ü \\u0000 {id}"},null,1.5],"1":{"nested":{"more":true}}}';
    const { status, body } = await call(
      'POST',
      `/webhooks/${id}/test`,
      `{"eventType":"compliance.decision_made","data":${data}}`,
    );
    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.stringMatching(/^del_/),
      eventId: expect.stringMatching(/^evt_/),
      eventType: 'compliance.decision_made',
      status: 'PENDING',
      httpStatus: null,
      attempts: 0,
      lastAttemptAt: null,
      nextRetryAt: expect.any(String),
      createdAt: expect.any(String),
    });
    await started.mock.idle();
    const [received] = receiver.received;
    expect(received!.raw).toContain(`"id":"${body.eventId as string}"`);
    expect(received!.raw).toContain('"b":9007199254740993');
    expect(received!.body.data).toEqual(JSON.parse(data));
    expect(signed(received!).by(secret)).toBe(true);
    expect(await historyOf(id)).toMatchObject([{ id: body.id, status: 'DELIVERED', httpStatus: 200, attempts: 1 }]);
  });

  test.each([
    [{ eventType: 'order.created', data: {} }, 'eventType'],
    [{ eventType: 'compliance.*', data: {} }, 'eventType'],
    [{ eventType: 'prospect.submitted' }, 'data'],
    [{ eventType: 'prospect.submitted', data: [] }, 'data'],
    [{ eventType: 'prospect.submitted', data: {}, more: 1 }, 'more'],
  ])('refuses %j', async (body, field) => {
    const { id } = await register(['kyc.*']);
    const answer = await call('POST', `/webhooks/${id}/test`, body);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });
});

describe('a replay', () => {
  test('sends the same event again, once for each Idempotency-Key', async () => {
    const { id, secret } = await register(['kyc.*']);
    const first = await fire({ id });
    await started.mock.idle();
    started.clock.advance(60_000);
    const path = `/webhooks/${id}/deliveries/${first.id as string}/replay`;
    const key = { 'idempotency-key': 'replay-1' };
    const replayed = await call('POST', path, undefined, key);
    expect(replayed).toMatchObject({ status: 202, body: { eventId: first.eventId, status: 'PENDING' } });
    expect(replayed.body.id).not.toBe(first.id);
    const again = await call('POST', path, undefined, key);
    expect(again).toMatchObject({ status: 202, body: replayed.body, headers: { 'idempotency-replayed': 'true' } });
    await started.mock.idle();
    expect(receiver.received).toHaveLength(2);
    const [one, two] = receiver.received;
    expect(two!.raw).toBe(one!.raw);
    expect(two!.headers['x-service-signature']).not.toBe(one!.headers['x-service-signature']);
    expect(signed(two!).by(secret)).toBe(true);
  });

  test('that arrives takes what it repeats out of the failed ones', async () => {
    receiver.answer('/hook', 500);
    const { id } = await register(['kyc.*']);
    const { id: other } = await register(['kyc.*'], '/other-hook');
    const failed = await fire({ id });
    await fire({ id });
    await started.mock.clock.freeze(undefined, SANDBOX);
    await started.mock.clock.advance({ by: 'P3D' }, SANDBOX);
    expect(await historyOf(id, '?status=FAILED')).toHaveLength(2);

    const path = `/webhooks/${id}/deliveries/${failed.id as string}/replay`;
    await call('POST', path);
    await started.mock.idle();
    // One that does not arrive changes nothing.
    expect(await historyOf(id, '?status=FAILED')).toHaveLength(2);
    receiver.answer('/hook', 204);
    const { body: replayed } = await call('POST', path);
    await started.mock.idle();
    expect((await historyOf(id, '?status=FAILED')).map(({ eventId }) => eventId)).not.toContain(failed.eventId);
    expect(await historyOf(id, '?status=FAILED')).toHaveLength(1);
    const delivered = await historyOf(id, '?status=DELIVERED');
    expect(delivered.map((delivery) => delivery['id'])).toEqual([replayed.id, failed.id]);
    expect(delivered[1]).toMatchObject({
      attempts: 10,
      httpStatus: 204,
      lastAttemptAt: delivered[0]?.['lastAttemptAt'],
    });
    expect((await historyOf(other)).map(({ eventType }) => eventType)).toEqual(
      Array.from({ length: 2 }, () => 'webhook.delivery_failed_terminal'),
    );
  });

  test('is refused while the webhook endpoint is paused', async () => {
    const { id } = await register(['kyc.*']);
    const { id: delivery } = await fire({ id });
    await started.mock.idle();
    await call('PATCH', `/webhooks/${id}`, { status: 'PAUSED' });
    for (const [rest, payload] of [
      [`/deliveries/${delivery as string}/replay`, undefined],
      ['/test', { eventType: 'prospect.submitted', data: {} }],
    ] as const)
      expectProblem(await call('POST', `/webhooks/${id}${rest}`, payload), started.mock, {
        status: 409,
        type: 'webhook-endpoint-paused',
        instance: `/v1/webhooks/${id}${rest}`,
        detail: 'ACTIVE',
      });
  });
});

test('events about the webhooks reach every other active webhook endpoint, whatever it subscribes to', async () => {
  receiver.answer('/hook', 500);
  const { id } = await register(['compliance.*']);
  const { id: other } = await register(['prospect.submitted'], '/other-hook');
  const { id: paused } = await register(['webhook.*'], '/paused');
  await call('PATCH', `/webhooks/${paused}`, { status: 'PAUSED' });
  const { orderUuid } = await workflowOf(started).begin();
  await started.mock.clock.freeze(undefined, SANDBOX);
  await workflowOf(started).takeToTheRoad(orderUuid);
  await started.mock.clock.advance({ by: 'PT72H' }, SANDBOX);
  expect((await call('GET', `/webhooks/${id}`)).body.status).toBe('PAUSED');
  const told = (await historyOf(other)).map(({ eventType }) => eventType);
  expect(told.toReversed()).toEqual(['webhook.delivery_failed_terminal', 'webhook.endpoint_auto_paused']);
  expect(await historyOf(paused)).toEqual([]);
  // It hears of its own failures only if it asks for that.
  expect((await historyOf(id)).map(({ eventType }) => eventType)).toEqual(['compliance.status_changed']);
  const mail = await call('GET', `${started.mock.url}/__admin/mail`);
  expect(mail.body.data).toMatchObject([
    { to: 'admin@enterprise.example', subject: `Webhook endpoint ${id} was paused`, text: expect.stringContaining(id) },
  ]);
});

test('a receiver may read the order that it is told of, before it answers', async () => {
  const statuses: number[] = [];
  receiver.before('/hook', async ({ body }) => {
    statuses.push(
      (await call('GET', `/orders/${(body as { data: { orderUuid: string } }).data.orderUuid}/compliance`)).status,
    );
  });
  await register(['compliance.*']);
  const workflow = workflowOf(started);
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  // Also while somebody moves the clock.
  await started.mock.clock.advance({ by: 'PT1S' }, SANDBOX);
  await started.mock.idle();
  expect(statuses).toEqual([200]);
});

test('a reset sandbox has no webhook endpoints, and what was under way is given up', async () => {
  receiver.answer('/hook', 'hang');
  await fire(await register(['kyc.*']));
  await receiver.waitFor(1);
  await started.mock.reset(SANDBOX);
  receiver.release(200);
  await started.mock.idle();
  expect((await call('GET', '/webhooks')).body.data).toEqual([]);
});
