import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { createAdminClient } from '../control-api/admin-client.ts';
import { readRecord, readRecords } from './read-records.ts';

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);

const list = readRecords(admin, 'orders');
const show = readRecord(admin, 'orders');

test('the orders are listed by their last change, with the number of orders in each status', async () => {
  const { data, counts, pagination } = await list();
  expect(data.length).toBe(pagination.totalElements);
  const times = data.map(({ updatedAt }) => updatedAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(counts.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(pagination.totalElements);
  for (const { status, count, oldest } of counts) {
    const ofStatus = data.filter((order) => order.status === status);
    expect(ofStatus).toHaveLength(count);
    expect(oldest?.since).toBe(ofStatus.map(({ updatedAt }) => updatedAt).toSorted()[0]);
  }
});

test('filters apply together, and counts cover all statuses', async () => {
  const { data: all } = await list();
  const [first] = all;
  if (first === undefined) throw new Error('the fixtures have orders');
  const statuses = [...new Set(all.map(({ status }) => status))].slice(0, 2);
  const several = await list(`?${statuses.map((status) => `status=${status}`).join('&')}`);
  expect(several.data).toEqual(all.filter(({ status }) => statuses.includes(status)));
  expect((await list(`?status=${first.status}`)).data).toEqual(all.filter(({ status }) => status === first.status));
  for (const q of [
    first.uuid.toUpperCase(),
    first.externalOrderId,
    first.vehicles.vins[0] ?? '',
    first.buyer.companyName.slice(1).toUpperCase(),
    first.buyer.vatNumber,
  ]) {
    const found = await list(`?q=${encodeURIComponent(q)}&seller=${first.seller.uuid}`);
    expect(found.data.map(({ uuid }) => uuid)).toContain(first.uuid);
    expect(found.counts.reduce((sum, { count }) => sum + count, 0)).toBe(found.pagination.totalElements);
  }
  expect((await list('?q=nothing%20of%20the%20kind')).data).toEqual([]);
});

test('pages follow one another without a gap', async () => {
  const { data: all } = await list();
  const pages = [await list('?limit=3'), await list('?limit=3&page=1'), await list('?limit=3&page=2')];
  expect(pages.flatMap(({ data }) => data)).toEqual(all.slice(0, 9));
});

test('an order has all its parts, and the rules agree with its blockers', async () => {
  for (const summary of (await list()).data) {
    const order = await show(summary.uuid);
    expect(order).toMatchObject({ ...summary, blockers: expect.any(Array), milestones: expect.any(Array) });
    expect(order.vins).toHaveLength(summary.vehicles.count);
    const unmet = order.rules.filter(({ state }) => state === 'not_met').flatMap(({ codes }) => codes);
    for (const { code } of order.blockers) expect(unmet).toContain(code);
    expect(order.rules.some(({ state }) => state === 'not_met')).toBe(order.blockerCount > 0);
    expect(summary.exportFileId).toBe(order.exportFile?.documentId ?? null);
  }
});

test('an order that does not exist is answered with 404', async () => {
  expect(await admin('GET', '/records/orders/00000000-0000-4000-8000-000000000000')).toMatchObject({ status: 404 });
});
