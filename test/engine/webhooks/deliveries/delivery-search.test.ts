import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Sandbox } from '../../../../src/engine/sandbox/sandbox.ts';
import {
  type DeliveryCriteria,
  otherDeliveries,
  pageDeliveries,
  searchDeliveries,
} from '../../../../src/engine/webhooks/queries.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { MINUTE, startSandbox } from '../../sandbox/start-sandbox.ts';
import { createDelivery, keepDeliveries } from './create-delivery.ts';

let sandbox: Sandbox;

/** Of two endpoints and three events, a minute apart, oldest first. */
beforeEach(async () => {
  ({ sandbox } = startSandbox());
  await keepDeliveries(
    sandbox,
    createDelivery({ id: 'a', status: 'DELIVERED' }),
    createDelivery({ id: 'b', endpointId: 'wh_2', createdAt: TEST_NOW + MINUTE }),
    createDelivery({ id: 'c', eventId: 'evt_2', eventType: 'order.closed', createdAt: TEST_NOW + 2 * MINUTE }),
    createDelivery({ id: 'd', eventId: 'evt_3', status: 'FAILED', createdAt: TEST_NOW + 3 * MINUTE }),
  );
});

const since = (minutes: number): string => new Date(TEST_NOW + minutes * MINUTE).toISOString();
const search = async (criteria: DeliveryCriteria, limit = 100): Promise<string> =>
  (await sandbox.read((reading) => searchDeliveries(reading, criteria, limit))).map(({ id }) => id).join('');

describe('a search', () => {
  test.each<[DeliveryCriteria, string]>([
    [{}, 'dcba'],
    [{ webhookId: 'wh_1' }, 'dca'],
    [{ webhookId: 'wh_2' }, 'b'],
    [{ webhookId: 'wh_3' }, ''],
    [{ eventId: 'evt_1' }, 'ba'],
    [{ eventId: 'evt_1', webhookId: 'wh_2' }, 'b'],
    [{ eventType: 'order.closed' }, 'c'],
    [{ status: 'PENDING' }, 'cb'],
    [{ webhookId: 'wh_1', status: 'PENDING' }, 'c'],
    [{ webhookId: 'wh_1', status: 'FAILED', eventType: 'order.created' }, 'd'],
    [{ webhookId: 'wh_2', status: 'FAILED' }, ''],
    [{ since: since(2) }, 'dc'],
    [{ since: new Date(TEST_NOW + 2 * MINUTE + 1).toISOString() }, 'd'],
    [{ since: since(1), status: 'PENDING' }, 'cb'],
    [{ since: since(9) }, ''],
  ])('%j finds what meets all criteria, newest first: %s', async (criteria, found) => {
    expect(await search(criteria)).toBe(found);
  });

  test('finds no more than are wanted', async () => {
    expect(await search({}, 2)).toBe('dc');
    expect(await search({ eventType: 'order.created' }, 2)).toBe('db');
  });

  test('goes on where there are very many', async () => {
    const more = Array.from({ length: 450 }, (_, n) => createDelivery({ id: `x${String(n)}`, eventId: 'evt_9' }));
    await keepDeliveries(sandbox, ...more);
    const all = await sandbox.read((reading) => searchDeliveries(reading, {}, Infinity));
    expect(all).toHaveLength(454);
    expect(new Set(all.map(({ id }) => id)).size).toBe(454);
    expect(await search({ eventType: 'order.closed' })).toBe('c');
    // A full last page is the last one.
    const full = await sandbox.read((reading) => searchDeliveries(reading, { eventId: 'evt_9' }, Infinity));
    expect([full.length, full.at(-1)?.id]).toEqual([450, 'x0']);
  });
});

describe('a page', () => {
  const page = async (criteria: DeliveryCriteria, number: number, limit: number) => {
    const wanted = { page: number, limit };
    const { values, total } = await sandbox.read((reading) => pageDeliveries(reading, criteria, wanted));
    return [values.map(({ id }) => id).join(''), total];
  };

  test('of all of them begins with the newest, and tells how many there are', async () => {
    expect(await page({}, 0, 3)).toEqual(['dcb', 4]);
    expect(await page({}, 1, 3)).toEqual(['a', 4]);
    expect(await page({}, 2, 3)).toEqual(['', 4]);
  });

  test('of some of them counts those alone', async () => {
    expect(await page({ webhookId: 'wh_1' }, 0, 2)).toEqual(['dc', 3]);
    expect(await page({ webhookId: 'wh_1' }, 1, 2)).toEqual(['a', 3]);
    expect(await page({ webhookId: 'wh_1' }, 2, 2)).toEqual(['', 3]);
    expect(await page({ since: since(1) }, 0, 2)).toEqual(['dc', 3]);
  });
});

describe('what came instead', () => {
  const others = (criteria: DeliveryCriteria, limit = 10) =>
    sandbox.read((reading) =>
      otherDeliveries(reading, criteria, limit).map(({ delivery, difference }) => [delivery.id, difference]),
    );

  test('is told oldest first, with the first criterion that it does not meet', async () => {
    expect(await others({ webhookId: 'wh_1', eventId: 'evt_1', status: 'PENDING' })).toEqual([
      ['a', { at: 'status', expected: 'PENDING', actual: 'DELIVERED' }],
      ['b', { at: 'webhookId', expected: 'wh_1', actual: 'wh_2' }],
      ['c', { at: 'eventId', expected: 'evt_1', actual: 'evt_2' }],
      ['d', { at: 'eventId', expected: 'evt_1', actual: 'evt_3' }],
    ]);
    expect(await others({ eventType: 'order.created' })).toEqual([
      ['c', { at: 'eventType', expected: 'order.created', actual: 'order.closed' }],
    ]);
  });

  test('may be too old', async () => {
    expect(await others({ since: since(2) })).toEqual([
      ['a', { at: 'since', expected: `${since(2)} or later`, actual: since(0) }],
      ['b', { at: 'since', expected: `${since(2)} or later`, actual: since(1) }],
    ]);
  });

  test('is what came last, where there is too much of it', async () => {
    expect((await others({ webhookId: 'wh_3' }, 2)).map(([id]) => id)).toEqual(['c', 'd']);
  });
});
