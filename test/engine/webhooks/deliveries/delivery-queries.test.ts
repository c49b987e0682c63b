import { beforeEach, describe, expect, test } from '@jest/globals';
import { createJournal } from '../../../../src/engine/journal/journal.ts';
import { createChangeWatch } from '../../../../src/engine/sandbox/change-watch.ts';
import { type DeliveryCriteria, createDeliveryQueries } from '../../../../src/engine/webhooks/queries.ts';
import { createPlaces } from '../../../../src/kernel/places.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { createFakeTimers } from '../../../support/fake-timers.ts';
import { FORM } from '../../journal/create-entry.ts';
import { MINUTE, startSandbox } from '../../sandbox/start-sandbox.ts';
import { settle } from './settle.ts';
import { createDelivery, keepDeliveries } from './create-delivery.ts';

const start = () => {
  const changes = createChangeWatch();
  const started = startSandbox({}, { changes });
  const { sandbox } = started;
  const timers = createFakeTimers();
  const queries = createDeliveryQueries({
    sandboxOf: () => sandbox,
    changes,
    journal: createJournal({ form: FORM, sharesUnowned: false }),
    retries: { waits: [1000, 1000, 3_600_000], jitter: 0, span: 0 },
    after: timers.after,
    longPolls: createPlaces(20),
  });
  return { ...started, timers, ...queries };
};

const idsIn = (found: readonly { readonly id: string }[]): string => found.map(({ id }) => id).join('');

describe('of two endpoints and three events, a minute apart', () => {
  let started: ReturnType<typeof start>;
  beforeEach(async () => {
    started = start();
    await keepDeliveries(
      started.sandbox,
      createDelivery({ id: 'a', status: 'DELIVERED' }),
      createDelivery({ id: 'b', endpointId: 'wh_2', createdAt: TEST_NOW + MINUTE }),
      createDelivery({ id: 'c', eventId: 'evt_2', eventType: 'order.closed', createdAt: TEST_NOW + 2 * MINUTE }),
      createDelivery({ id: 'd', eventId: 'evt_3', status: 'FAILED', createdAt: TEST_NOW + 3 * MINUTE }),
    );
  });

  /** What a wait that is over tells instead. */
  const others = async (criteria: DeliveryCriteria) => {
    const waiting = started.await('org', { criteria, count: 1000, timeout: 1000 });
    await settle();
    started.timers.pass(1000);
    return (await waiting).others.map(({ id, difference }) => [id, difference]);
  };

  test('where there are very many, all are searched, and the newest are told', async () => {
    const more = Array.from({ length: 450 }, (_, n) => createDelivery({ id: `x${String(n)}`, eventId: 'evt_9' }));
    await keepDeliveries(started.sandbox, ...more);
    const all = await started.list(started.sandbox, {});
    expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([454, 454]);
    expect(idsIn(await started.list(started.sandbox, { eventType: 'order.closed' }))).toBe('c');
    // A full last page is the last one.
    const full = await started.list(started.sandbox, { eventId: 'evt_9' });
    expect([full.length, full.at(-1)?.id]).toEqual([450, 'x0']);
    const { kind, found } = await started.await('org', { criteria: {}, count: 450, timeout: 1000 });
    expect([kind, found.length, found[0]?.id, found.at(-1)?.id]).toEqual(['met', 100, 'x350', 'x449']);
    expect((await others({ webhookId: 'wh_3' })).map(([id]) => id)).toEqual(more.slice(-10).map(({ id }) => id));
  });
});
