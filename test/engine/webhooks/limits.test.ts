import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createOutboundSlots } from '../../../src/engine/sandbox/outbound-task-runner.ts';
import { type Received, type Receiver, startReceiver } from '../../support/receiver.ts';
import { type World, startWorld } from './start-world.ts';

const running = { kind: 'running', offset: 0 } as const;

let receiver: Receiver;
let worlds: World[];

beforeEach(async () => {
  worlds = [];
  receiver = await startReceiver();
});

afterEach(async () => {
  await receiver.stop();
  for (const world of worlds) await world.stop();
});

const start = async (options: Parameters<typeof startWorld>[0] = {}): Promise<World> => {
  const world = await startWorld({ clock: running, ...options });
  worlds.push(world);
  return world;
};

const happenTimes = async (world: World, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) await world.happen();
};

const countAt = (path: string): number => receiver.received.filter((each: Received) => each.path === path).length;

test('five at most are under way to one webhook endpoint, and a hanging one holds up no other', async () => {
  const world = await start();
  receiver.answer('/hanging', 'hang');
  const { id: hanging } = await world.register(receiver.urlOf('/hanging'), ['compliance.*']);
  const { id: quick } = await world.register(receiver.urlOf('/quick'), ['compliance.*']);
  await happenTimes(world, 40);
  await receiver.waitFor(45);
  expect(countAt('/hanging')).toBe(5);
  expect(countAt('/quick')).toBe(40);
  // Requests do not wait for any of them.
  await world.call('getWebhook', { path: { id: hanging } });
  receiver.answer('/hanging', 200);
  receiver.release(200);
  await world.sandbox.idle();
  for (const id of [hanging, quick])
    expect((await world.history(id)).map(({ status }) => status)).toEqual(Array(40).fill('DELIVERED'));
});

test('twenty at most are under way in one sandbox', async () => {
  const world = await start();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    receiver.answer(`/${name}`, 'hang', 'hang', 'hang', 'hang', 'hang', 200);
    await world.register(receiver.urlOf(`/${name}`), ['compliance.*']);
  }
  await happenTimes(world, 6);
  await receiver.waitFor(20);
  await world.sandbox.catchUp();
  expect(receiver.received).toHaveLength(20);
  // Those that come next may hang as well.
  for (let round = 0; round < 4; round++) {
    receiver.release(200);
    await receiver.waitFor(Math.min(36, 20 + round * 5));
  }
  receiver.release(200);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) receiver.answer(`/${name}`, 200);
  receiver.release(200);
  await world.sandbox.idle();
  expect(receiver.received).toHaveLength(36);
});

test('when those that hang take up all twenty, each of the others has one under way, up to five', async () => {
  const world = await start();
  const hang = async (...paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      receiver.answer(path, 'hang');
      await world.register(receiver.urlOf(path), ['compliance.*']);
    }
  };
  const [full, others] = [
    ['/a', '/b', '/c', '/d'],
    ['/e', '/f', '/g', '/h', '/i', '/j'],
  ];
  await hang(...full);
  await happenTimes(world, 6);
  await receiver.waitFor(20);
  await hang(...others);
  await happenTimes(world, 3);
  await receiver.waitFor(25);
  await world.sandbox.catchUp();
  expect([...full, ...others].map(countAt)).toEqual([5, 5, 5, 5, 1, 1, 1, 1, 1, 0]);
  for (const path of [...full, ...others]) receiver.answer(path, 200);
  receiver.release(200);
  await world.sandbox.idle();
  expect([...full, ...others].map(countAt)).toEqual([9, 9, 9, 9, 3, 3, 3, 3, 3, 3]);
});

test('a receiver that always responds just before its time-out is quarantined, and others are not delayed', async () => {
  const world = await start({ settings: { timeout: 15_000 } });
  receiver.answer('/slow', 'hang');
  const { id: slow } = await world.register(receiver.urlOf('/slow'), ['compliance.*']);
  await happenTimes(world, 5);
  await receiver.waitFor(5);
  world.wall.advance(14_000);
  receiver.release(200);
  await world.sandbox.idle();
  const { id: quick } = await world.register(receiver.urlOf('/quick'), ['compliance.*']);
  await happenTimes(world, 4);
  await receiver.waitFor(10);
  await world.sandbox.catchUp();
  // One of the quarantined host, at a time.
  expect([countAt('/slow'), countAt('/quick')]).toEqual([6, 4]);
  receiver.answer('/slow', 200);
  receiver.release(200);
  await world.sandbox.idle();
  for (const [id, count] of [
    [slow, 9],
    [quick, 4],
  ] as const)
    expect((await world.history(id)).map(({ status }) => status)).toEqual(Array(count).fill('DELIVERED'));
  const details = (await world.history(slow)).flatMap(({ tries }) => tries.map(({ detail }) => detail));
  expect(details.filter((detail) => detail !== undefined)).toEqual([
    expect.stringMatching(/^slow response; 127\.0\.0\.1:\d+ is quarantined: it gets one attempt at a time/),
  ]);
});

test('all sandboxes share the slots of the server, and each has its turn', async () => {
  const slots = createOutboundSlots({ inAll: 3, slow: 1, share: 3 });
  const [busy, other] = [await start({ slots }), await start({ slots, id: 'other' })];
  receiver.answer('/busy', 'hang', 'hang', 'hang', 200);
  await busy.register(receiver.urlOf('/busy'), ['compliance.*']);
  const { id } = await other.register(receiver.urlOf('/other'), ['compliance.*']);
  await happenTimes(busy, 10);
  await receiver.waitFor(3);
  await other.happen();
  await other.sandbox.catchUp();
  expect(receiver.received).toHaveLength(3);
  receiver.release(200);
  await Promise.all([busy.sandbox.idle(), other.sandbox.idle()]);
  expect(await other.history(id)).toMatchObject([{ status: 'DELIVERED' }]);
  expect(countAt('/busy')).toBe(10);
});

test('advancing sends what is due at one instant side by side, and writes it down in order', async () => {
  const world = await start({ clock: { kind: 'frozen', at: 1_800_000_000_000 } });
  receiver.answer('/hook', 500);
  const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
  await happenTimes(world, 12);
  await world.sandbox.idle();
  receiver.answer('/hook', 200);
  const fired = await world.advance(5000);
  expect(fired.map(({ kind }) => kind)).toEqual(Array(12).fill('webhook-attempt'));
  const history = await world.history(id);
  expect(history.map(({ status, attempts }) => `${status} ${String(attempts)}`)).toEqual(Array(12).fill('DELIVERED 2'));
});
