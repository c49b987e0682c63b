import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import type { Envelope } from '../../../src/engine/events/event.ts';
import { type World, iso, offsetFrom, startWorld } from './start-world.ts';

const HOUR = 3_600_000;

let world: World;
let receiver: Receiver;

beforeEach(async () => {
  [world, receiver] = await Promise.all([startWorld(), startReceiver()]);
});

afterEach(async () => {
  await receiver.stop();
  await world.stop();
});

test('72 hours of a dead receiver: ten attempts, the end, the pause, and a replay after its recovery', async () => {
  receiver.answer('/dead', 503);
  const dead = await world.register(receiver.urlOf('/dead'), ['compliance.*']);
  const watcher = await world.register(receiver.urlOf('/watcher'), ['webhook.*']);
  const start = world.sandbox.clock.now();
  const eventId = await world.happen();

  const fired = await world.advance(72 * HOUR);
  const [delivery, ...others] = await world.history(dead.id);
  expect(others).toEqual([]);
  expect(delivery).toMatchObject({ eventId, status: 'FAILED', attempts: 10, httpStatus: 503, nextRetryAt: null });
  const instants = [
    '0:00:00',
    '0:00:05',
    '0:05:05',
    '0:35:05',
    '2:35:05',
    '7:35:05',
    '17:35:05',
    '29:35:05',
    '44:35:05',
    '64:35:05',
  ];
  expect(delivery!.tries.map(({ at }) => offsetFrom(start, at))).toEqual(instants);
  expect(
    fired.filter(({ events }) => events.length > 0).map(({ dueAt, events }) => [offsetFrom(start, dueAt), events]),
  ).toEqual([
    ['64:35:05', ['webhook.delivery_failed_terminal']],
    ['72:00:00', ['webhook.endpoint_auto_paused']],
  ]);

  // The same bytes ten times, each signed anew with the wall's time, which has not moved.
  const sent = receiver.received.filter(({ path }) => path === '/dead');
  expect(sent).toHaveLength(10);
  expect(new Set(sent.map(({ raw }) => raw)).size).toBe(1);
  for (const { headers } of sent)
    expect(headers['x-service-signature']).toMatch(new RegExp(`^t=${String(Math.floor(world.wall.now() / 1000))},v1=`));

  const told = receiver.received.filter(({ path }) => path === '/watcher').map(({ body }) => body as Envelope);
  expect(told.map(({ type, createdAt, data }) => ({ type, createdAt, data }))).toEqual([
    {
      type: 'webhook.delivery_failed_terminal',
      createdAt: iso(start + 64 * HOUR + 35 * 60_000 + 5000),
      data: {
        endpointId: dead.id,
        eventId,
        eventType: 'compliance.decision_made',
        attempts: 10,
        lastHttpStatus: 503,
        lastAttemptAt: iso(start + 64 * HOUR + 35 * 60_000 + 5000),
      },
    },
    {
      type: 'webhook.endpoint_auto_paused',
      createdAt: iso(start + 72 * HOUR),
      data: {
        endpointId: dead.id,
        reason: 'CONTINUOUS_FAILURE_WINDOW',
        lastSuccessAt: null,
        pausedAt: iso(start + 72 * HOUR),
      },
    },
  ]);
  expect(await world.mails()).toEqual([`Webhook endpoint ${dead.id} was paused`]);
  expect((await world.history(watcher.id)).map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED']);

  receiver.answer('/dead', 200);
  await world.call('updateWebhook', { path: { id: dead.id }, body: { status: 'ACTIVE' } });
  await world.sandbox.idle();
  expect(receiver.received.filter(({ path }) => path === '/dead')).toHaveLength(10);
  world.wall.advance(90_000);
  const path = { id: dead.id, deliveryId: delivery!.id };
  const { status, body } = await world.call('replayWebhookDelivery', { path });
  expect({ status, body }).toMatchObject({ status: 202, body: { eventId, status: 'PENDING', attempts: 0 } });
  await world.sandbox.idle();
  const replayed = receiver.received.filter(({ path }) => path === '/dead').at(-1)!;
  expect(replayed.raw).toBe(sent[0]!.raw);
  expect(replayed.headers['x-service-signature']).not.toBe(sent[0]!.headers['x-service-signature']);
  // The event is delivered, and so is what failed to deliver it.
  expect((await world.history(dead.id)).map(({ id, status, attempts }) => [id, status, attempts])).toEqual([
    [delivery!.id, 'DELIVERED', 10],
    [body.id, 'DELIVERED', 1],
  ]);
});
