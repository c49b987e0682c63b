import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SELLER, type World, startWorld } from '../../engine/webhooks/start-world.ts';
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

test.each([
  ['compliance.decision_made', { orderUuid: SELLER, decision: 'MAYBE' }, /decision/],
  ['compliance.decision_made', { decision: 'VALID_EXPORT' }, /orderUuid/],
  ['no.such_event', {}, /no event "no.such_event" is described/],
])('an event that does not fit its description, %s, is reported as a breach of ours', async (type, data, reason) => {
  await world.sandbox.transact((work) => work.emit({ type, data }));
  expect(world.breaches).toMatchObject([{ operationId: type, reasons: [expect.stringMatching(reason)] }]);
  world.breaches.length = 0;
});
