import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import { type World, startWorld } from '../../engine/webhooks/start-world.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { refusalOf } from '../../support/refusal-of.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

let world: World;
let receiver: Receiver;
let id: string;

beforeEach(async () => {
  [world, receiver] = await Promise.all([startWorld(), startReceiver()]);
  ({ id } = await world.register(receiver.urlOf(), ['compliance.*']));
});

afterEach(async () => {
  await receiver.stop();
  await world.stop();
});

const list = async (query: object = {}): Promise<Schemas['WebhookDeliveryPage']> =>
  (await world.call('listWebhookDeliveries', { path: { id }, query })).body as Schemas['WebhookDeliveryPage'];

/** Deliveries a minute apart: the second and the fifth fail once and go on failing, the third is delivered late. */
const makeHistory = async (): Promise<void> => {
  for (let index = 0; index < 6; index++) {
    receiver.answer('/hook', index === 1 || index === 4 ? 500 : 200);
    await world.happen();
    await world.sandbox.idle();
    receiver.answer('/hook', 500);
    await world.advance(MINUTE);
  }
};

describe('filters, sorts and pages', () => {
  beforeEach(makeHistory);

  test('by age: those created after it, and not the one created at it', async () => {
    const all = (await list()).data;
    const third = all[2]!;
    expect((await list({ since: third.createdAt })).data).toEqual(all.slice(0, 2));
    expect((await list({ since: '2000-01-01T00:00:00+02:00' })).data).toEqual(all);
    expect((await list({ since: '2100-01-01T00:00:00Z' })).data).toEqual([]);
    const { errors } = await refusalOf(list({ since: '2026-13-45T00:00:00Z' }));
    expect(errors).toMatchObject([{ field: 'since' }]);
  });

  test('with a cut-off the same as without it, whatever else is asked', async () => {
    // One without an attempt.
    await world.call('updateWebhook', { path: { id }, body: { status: 'PAUSED' } });
    await world.happen();
    const query = fc.record(
      {
        status: fc.constantFrom('PENDING', 'DELIVERED', 'FAILED'),
        page: fc.nat(3),
        size: fc.integer({ min: 1, max: 8 }),
        sort: fc
          .tuple(fc.constantFrom('createdAt', 'lastAttemptAt', 'attempts'), fc.constantFrom('asc', 'desc'))
          .map((parts) => parts.join(',')),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        expect(await list({ ...asked, since: '2000-01-01T00:00:00Z' })).toEqual(await list(asked));
      }),
    );
  });
});

describe('the history keeps 30 days', () => {
  test('of a replay apart from the first delivery; what was purged cannot be replayed', async () => {
    await world.happen();
    await world.advance(29 * DAY);
    const [first] = (await list()).data;
    const { body: second } = await world.call('replayWebhookDelivery', { path: { id, deliveryId: first!.id } });
    await world.advance(DAY);
    expect((await list()).data.map((each) => each.id)).toEqual([second.id]);
    const again = world.call('replayWebhookDelivery', { path: { id, deliveryId: first!.id } });
    expect(await refusalOf(again)).toMatchObject({ type: 'not-found' });
    // The bytes are still there for the replay, and can be replayed once more.
    await world.call('replayWebhookDelivery', { path: { id, deliveryId: second.id } });
    await world.sandbox.idle();
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
    expect(receiver.received).toHaveLength(3);
    await world.advance(29 * DAY);
    expect((await list()).data).toHaveLength(1);
  });
});
