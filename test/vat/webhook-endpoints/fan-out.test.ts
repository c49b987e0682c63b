import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { events } from '../../../src/engine/sandbox/event.ts';
import { webhookEndpoints } from '../../../src/engine/webhooks/endpoint.ts';
import { SELLER, type World, iso, startWorld } from '../../engine/webhooks/start-world.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

let world: World;
let receiver: Receiver;

beforeEach(async () => {
  [world, receiver] = await Promise.all([startWorld(), startReceiver()]);
});

afterEach(async () => {
  await receiver.stop();
  await world.stop();
});

const pathsOf = async (): Promise<string[]> => {
  await world.sandbox.idle();
  return receiver.received.map(({ path }) => path);
};

describe('who gets an event', () => {
  test('is decided when it happens: later changes and registrations make no difference', async () => {
    receiver.answer('/early', 500, 200);
    const { id } = await world.register(receiver.urlOf('/early'), ['compliance.*']);
    await world.happen();
    await world.sandbox.idle();
    await world.register(receiver.urlOf('/late'), ['compliance.*']);
    await world.call('updateWebhook', { path: { id }, body: { events: ['prospect.*'] } });
    await world.advance(5000);
    expect(await pathsOf()).toEqual(['/early', '/early']);
  });

  test('goes on at the new URL when that was changed', async () => {
    receiver.answer('/old', 500);
    const { id } = await world.register(receiver.urlOf('/old'), ['compliance.*']);
    await world.happen();
    await world.sandbox.idle();
    await world.call('updateWebhook', { path: { id }, body: { url: receiver.urlOf('/new') } });
    await world.advance(5000);
    expect(await pathsOf()).toEqual(['/old', '/new']);
  });
});

test('all deliveries of an event share its id and its bytes, which are those of the description', async () => {
  await world.register(receiver.urlOf('/a'), ['compliance.*']);
  await world.register(receiver.urlOf('/b'), ['compliance.*']);
  const id = await world.happen();
  const createdAt = iso(world.sandbox.clock.now());
  await world.sandbox.idle();
  const [a, b] = receiver.received;
  expect(a!.raw).toBe(b!.raw);
  expect(Object.entries(a!.body)).toEqual([
    ['id', id],
    ['type', 'compliance.decision_made'],
    ['createdAt', createdAt],
    ['organizationUuid', world.sandbox.organization],
    ['data', { orderUuid: expect.any(String), decision: 'VALID_EXPORT' }],
  ]);
  expect(a).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': expect.stringMatching(/^vatmock\//) },
  });
});

test('a change that fails leaves neither event nor delivery', async () => {
  const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
  const work = world.sandbox.transact((unit) => {
    unit.emit({ type: 'compliance.decision_made', seller: SELLER, data: {} });
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await pathsOf()).toEqual([]);
  expect(await world.history(id)).toEqual([]);
  expect((await world.sandbox.read((read) => read.page(events, { page: 0, size: 1 }))).total).toBe(0);
  world.breaches.length = 0;
});

describe('an event that does not fit its description', () => {
  test.each([
    ['compliance.decision_made', { orderUuid: SELLER, decision: 'MAYBE' }, /decision/],
    ['compliance.decision_made', { decision: 'VALID_EXPORT' }, /orderUuid/],
    ['no.such_event', {}, /no event "no.such_event" is described/],
  ])('%s is reported as a breach of ours', async (type, data, reason) => {
    await world.sandbox.transact((work) => work.emit({ type, data }));
    expect(world.breaches).toMatchObject([{ operationId: type, reasons: [expect.stringMatching(reason)] }]);
    world.breaches.length = 0;
  });
});

test('a removed webhook endpoint gets nothing more, and leaves nothing behind', async () => {
  receiver.answer('/hook', 'hang');
  const { id } = await world.register(receiver.urlOf(), ['compliance.*']);
  await world.happen();
  await world.happen();
  await receiver.waitFor(2);
  await world.call('deleteWebhook', { path: { id } });
  receiver.release(500);
  await world.sandbox.idle();
  await world.advance(72 * 3_600_000);
  expect(receiver.received).toHaveLength(2);
  const left = await world.sandbox.read((work) => work.page(webhookEndpoints, { page: 0, size: 1 }));
  expect(left).toMatchObject({ total: 0 });
  expect(await world.history(id)).toEqual([]);
  expect(await world.mails()).toEqual([]);
});
