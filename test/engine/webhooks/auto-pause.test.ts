import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type World, iso, startWorld } from './start-world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: World;
let receiver: Receiver;

beforeEach(async () => {
  [world, receiver] = await Promise.all([startWorld(), startReceiver()]);
});

afterEach(async () => {
  await receiver.stop();
  await world.stop();
});

const statusOf = async (id: string) => (await world.endpoint(id))!.status;

/** So many events, each with its first attempt. */
const happenTimes = async (count: number): Promise<void> => {
  for (let index = 0; index < count; index++) await world.happen();
  await world.advance(0);
};

describe('20 consecutive failures', () => {
  test('pause the webhook endpoint at the twentieth, and nothing more is sent', async () => {
    receiver.answer('/bad', 500);
    const { id } = await world.register(receiver.urlOf('/bad'), ['compliance.*']);
    const { id: watcher } = await world.register(receiver.urlOf('/watcher'), ['webhook.endpoint_auto_paused']);
    await happenTimes(19);
    expect(await statusOf(id)).toBe('ACTIVE');
    await happenTimes(11);
    expect(await statusOf(id)).toBe('PAUSED');
    await world.advance(3 * DAY);
    const sent = receiver.received.filter(({ path }) => path === '/bad').length;
    // Those that were under way with the twentieth, of which there are five at most.
    expect(sent).toBeGreaterThanOrEqual(20);
    expect(sent).toBeLessThan(25);

    const history = await world.history(id);
    expect(history.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(sent);
    expect(history).toHaveLength(30);
    for (const { status, nextRetryAt } of history)
      expect({ status, nextRetryAt }).toEqual({ status: 'PENDING', nextRetryAt: null });

    expect((await world.history(watcher)).map(({ status }) => status)).toEqual(['DELIVERED']);
    const told = receiver.received.find(({ path }) => path === '/watcher')!;
    expect(told.body).toMatchObject({
      type: 'webhook.endpoint_auto_paused',
      data: { endpointId: id, reason: 'CONSECUTIVE_FAILURES', lastSuccessAt: null },
    });
    expect(await world.mails()).toEqual([`Webhook endpoint ${id} was paused`]);
  });

  test('count over all deliveries and all attempts, and a success starts them again', async () => {
    const failures = Array<number>(19).fill(500);
    receiver.answer('/hook', ...failures, 204, ...failures, 200);
    const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
    await happenTimes(40);
    expect(await statusOf(id)).toBe('ACTIVE');
    expect((await world.endpoint(id))!.streak).toBeNull();
    expect((await world.endpoint(id))!.lastSuccessAt).toBe(world.sandbox.clock.now());
  });

  test('of test deliveries do not count, nor do their successes', async () => {
    receiver.answer('/hook', 500);
    const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
    const fire = () =>
      world.call('testWebhook', { path: { id }, body: { eventType: 'kyc.vies_check_failed', data: {} } });
    for (let index = 0; index < 25; index++) await fire();
    await world.call('replayWebhookDelivery', { path: { id, deliveryId: (await fire()).body.id } });
    await world.advance(73 * HOUR);
    expect((await world.endpoint(id))!).toMatchObject({ status: 'ACTIVE', streak: null });
    await happenTimes(1);
    receiver.answer('/hook', 200);
    await fire();
    await world.advance(0);
    expect((await world.endpoint(id))!).toMatchObject({ streak: { failures: 1 }, lastSuccessAt: null });
  });
});

describe('72 hours without a success', () => {
  test('count from the first failure after the last success', async () => {
    const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
    await happenTimes(1);
    const succeededAt = world.sandbox.clock.now();
    // Idle for a month: that is no failure.
    await world.advance(30 * DAY);
    expect(await statusOf(id)).toBe('ACTIVE');
    receiver.answer('/hook', 500);
    const failedAt = world.sandbox.clock.now();
    await happenTimes(1);
    await world.advance(72 * HOUR - 1);
    expect(await statusOf(id)).toBe('ACTIVE');
    await world.advance(1);
    expect(await statusOf(id)).toBe('PAUSED');
    expect(world.sandbox.clock.now()).toBe(failedAt + 72 * HOUR);
    const { id: watcher } = await world.register(receiver.urlOf('/watcher'), ['webhook.*']);
    // Whoever registers later hears nothing of it.
    expect(await world.history(watcher)).toEqual([]);
    expect((await world.endpoint(id))!.lastSuccessAt).toBe(succeededAt);
  });

  test('tell when the last success was', async () => {
    await world.register(receiver.urlOf('/watcher'), ['webhook.*']);
    const { id } = await world.register(receiver.urlOf('/late'), ['compliance.*']);
    const succeededAt = world.sandbox.clock.now();
    await happenTimes(1);
    receiver.answer('/late', 500);
    await world.advance(HOUR);
    await happenTimes(1);
    await world.advance(72 * HOUR);
    const pausedAt = iso(world.sandbox.clock.now());
    expect(receiver.received.at(-1)!.body).toMatchObject({
      type: 'webhook.endpoint_auto_paused',
      data: { endpointId: id, reason: 'CONTINUOUS_FAILURE_WINDOW', lastSuccessAt: iso(succeededAt), pausedAt },
    });
  });
});

describe('a paused webhook endpoint', () => {
  test('lets an attempt finish that is under way, and begins no other', async () => {
    receiver.answer('/hook', 'hang');
    const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
    await world.happen();
    await receiver.waitFor(1);
    await world.call('updateWebhook', { path: { id }, body: { status: 'PAUSED' } });
    await world.call('updateWebhook', { path: { id }, body: { status: 'ACTIVE' } });
    receiver.release(500);
    await world.sandbox.idle();
    expect((await world.history(id))[0]).toMatchObject({ status: 'PENDING', attempts: 1, nextRetryAt: null });
    await world.advance(3 * DAY);
    expect(receiver.received).toHaveLength(1);
  });

  test('starts both counts anew when it is reactivated', async () => {
    receiver.answer('/hook', 500);
    const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
    await happenTimes(20);
    expect(await statusOf(id)).toBe('PAUSED');
    await world.advance(DAY);
    await world.call('updateWebhook', { path: { id }, body: { status: 'ACTIVE' } });
    await happenTimes(19);
    expect(await statusOf(id)).toBe('ACTIVE');
    await happenTimes(1);
    expect(await statusOf(id)).toBe('PAUSED');
  });
});

describe('events about the webhooks themselves', () => {
  test('cause no others when they fail, and still count', async () => {
    receiver.answer('/dead', 500);
    const { id } = await world.register(receiver.urlOf('/dead'), ['webhook.delivery_failed_terminal']);
    const { id: other } = await world.register(receiver.urlOf('/other-dead'), ['compliance.*']);
    receiver.answer('/other-dead', 500);
    await world.happen();
    await world.advance(65 * HOUR);
    expect((await world.history(id)).map(({ eventType }) => eventType)).toEqual(['webhook.delivery_failed_terminal']);
    await world.advance(65 * HOUR);
    const seen = async () => (await world.history(id)).map(({ eventType, status }) => [eventType, status]);
    // The pause is told to any other, whatever it subscribes to.
    const paused = ['webhook.endpoint_auto_paused', 'PENDING'];
    expect(await seen()).toEqual([['webhook.delivery_failed_terminal', 'FAILED'], paused]);
    expect(await statusOf(id)).toBe('ACTIVE');
    await world.advance(DAY);
    expect([await statusOf(id), await statusOf(other)]).toEqual(['PAUSED', 'PAUSED']);
    expect(await seen()).toEqual([['webhook.delivery_failed_terminal', 'FAILED'], paused]);
  });
});
