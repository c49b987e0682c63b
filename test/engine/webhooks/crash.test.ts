import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Envelope } from '../../../src/engine/events/event.ts';
import { jobs } from '../../../src/engine/sandbox/job.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { type World, startWorld } from './start-world.ts';

const HOUR = 3_600_000;

let world: World;
let receiver: Receiver;
let folder: TempFolder;

beforeEach(async () => {
  folder = await createTempFolder({});
  [world, receiver] = await Promise.all([startWorld({ file: folder.file('vatmock.db') }), startReceiver()]);
});

afterEach(async () => {
  await receiver.stop();
  await world.stop();
  await folder.remove();
});

const idsOf = ({ received }: Receiver): string[] => received.map(({ body }) => (body as Envelope).id);

describe('a process that ends between two steps loses nothing', () => {
  test('after the event was kept, before its first attempt', async () => {
    const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
    const eventId = await world.happen();
    world = await world.crash();
    await world.sandbox.idle();
    expect(idsOf(receiver)).toEqual([eventId]);
    expect((await world.history(id)).map(({ status, attempts }) => [status, attempts])).toEqual([['DELIVERED', 1]]);
  });

  test('while an attempt is under way: it is made again', async () => {
    receiver.answer('/hook', 'hang');
    const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
    const eventId = await world.happen();
    await receiver.waitFor(1);
    world = await world.crash();
    receiver.answer('/hook', 200);
    await world.sandbox.idle();
    expect(idsOf(receiver)).toEqual([eventId, eventId]);
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
    expect((await world.history(id)).map(({ status, attempts }) => [status, attempts])).toEqual([['DELIVERED', 1]]);
  });

  test('with many attempts under way and others that wait for their turn', async () => {
    receiver.answer('/hook', 'hang');
    const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
    for (let index = 0; index < 12; index++) await world.happen();
    await receiver.waitFor(5);
    world = await world.crash();
    receiver.answer('/hook', 200);
    await world.sandbox.idle();
    const history = await world.history(id);
    expect(history.map(({ status }) => status)).toEqual(Array(12).fill('DELIVERED'));
    expect(new Set(idsOf(receiver)).size).toBe(12);
    expect(receiver.received.length).toBeLessThanOrEqual(17);
  });

  test('between two attempts: the schedule goes on, and so do both counts', async () => {
    receiver.answer('/hook', 500);
    const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
    await world.happen();
    for (let step = 0; step < 72; step++) {
      await world.advance(HOUR);
      world = await world.crash();
    }
    expect(await world.history(id)).toMatchObject([{ status: 'FAILED', attempts: 10 }]);
    expect(await world.endpoint(id)).toMatchObject({ status: 'PAUSED' });
    expect(receiver.received).toHaveLength(10);
    expect(await world.mails()).toHaveLength(1);
  });

  test('and nothing that was taken is left lying', async () => {
    receiver.answer('/hook', 'hang');
    await world.register(receiver.urlOf(), ['compliance.*']);
    await world.happen();
    await receiver.waitFor(1);
    world = await world.crash();
    receiver.answer('/hook', 200);
    await world.advance(0);
    const left = await world.sandbox.read((work) => work.page(jobs, { page: 0, size: 10 }));
    expect(left.values.map(({ kind }) => kind)).toEqual(['webhook-purge']);
  });
});
