import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type World, startWorld } from './start-world.ts';

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

test('20 consecutive failures count over all deliveries and all attempts, and a success starts them again', async () => {
  const failures = Array<number>(19).fill(500);
  receiver.answer('/hook', ...failures, 204, ...failures, 200);
  const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
  await happenTimes(40);
  expect(await statusOf(id)).toBe('ACTIVE');
  expect((await world.endpoint(id))!.streak).toBeNull();
  expect((await world.endpoint(id))!.lastSuccessAt).toBe(world.sandbox.clock.now());
});

test('a paused webhook endpoint lets an attempt finish that is under way, and begins no other', async () => {
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

test('events about the webhooks themselves cause no others when they fail, and still count', async () => {
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
