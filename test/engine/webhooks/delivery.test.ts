import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type World, startWorld } from './start-world.ts';

let world: World;
let receiver: Receiver;

beforeEach(async () => {
  [world, receiver] = await Promise.all([startWorld(), startReceiver()]);
});

afterEach(async () => {
  await receiver.stop();
  await world.stop();
});

test('an event reaches its receiver', async () => {
  const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
  await world.happen();
  await world.sandbox.idle();
  expect(receiver.received).toHaveLength(1);
  expect(await world.history(id)).toMatchObject([{ status: 'DELIVERED' }]);
});
