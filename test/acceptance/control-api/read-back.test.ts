import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SELLER } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createWorkflow } from '../../support/workflow.ts';
import { createAdminClient, createSandbox, succeed, tokenOf } from './admin-client.ts';

/** What the API answers once, or makes by itself, can be read back. */

let buyerUuid: string;
let orderUuid: string;

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);
beforeAll(async () => {
  const workflow = createWorkflow(started.api, started.clock);
  ({ buyerUuid, orderUuid } = await workflow.begin());
  await workflow.takeToTheRoad(orderUuid);
});

const list = async (path: string): Promise<ReturnType<typeof JSON.parse>> => succeed(await admin('GET', path)).body;

test('payments, by order and by buyer', async () => {
  const { data, pagination } = await list(`/records/payments?orderUuid=${orderUuid}`);
  expect(pagination).toEqual({ page: 0, limit: 100, totalElements: 1, totalPages: 1 });
  expect(data).toEqual([
    expect.objectContaining({ orderUuid, buyerUuid, seller: SELLER, outstandingAmount: { value: 0, currency: 'EUR' } }),
  ]);
  expect((await list(`/records/payments?buyerUuid=${buyerUuid.toUpperCase()}`)).data).toEqual(data);
  expect((await list(`/records/payments?orderUuid=${buyerUuid}`)).data).toEqual([]);
});

test('the VIES check that the service makes by itself, by buyer and by order', async () => {
  const { data } = await list(`/records/vies-checks?buyerUuid=${buyerUuid}`);
  expect(data).toEqual([expect.objectContaining({ buyerUuid, result: 'VALID', checkedAt: expect.any(String) })]);
  expect((await list(`/records/vies-checks?orderUuid=${orderUuid}`)).data).toEqual(data);
});

test('invitations with their links, by buyer and by status', async () => {
  const made = succeed(await started.api.post(`/buyers/${buyerUuid}/kyc/self-service-invitations`, {})).body;
  const { data } = await list(`/records/invitations?buyerUuid=${buyerUuid}`);
  expect(data).toEqual([{ ...made, seller: SELLER }]);
  expect((await list('/records/invitations?status=USED')).data.every(({ usedAt }: { usedAt?: string }) => usedAt)).toBe(
    true,
  );
});

test('lists are paged, newest first, and wrong filters are refused', async () => {
  const all = await list('/records/payments');
  const paged = await list('/records/payments?limit=1&page=1');
  expect(all.data.length).toBeGreaterThan(1);
  expect(paged.data).toEqual([all.data[1]]);
  const times = all.data.map(({ createdAt }: { createdAt: string }) => createdAt);
  expect(times).toEqual([...times].sort().toReversed());
  expect((await admin('GET', '/records/payments?orderUuid=one')).status).toBe(422);
});

test('every collection says which filters it knows, and refuses the others', async () => {
  const { data } = await list('/records');
  const wanted = { status: 'OPEN', q: 'a', orderUuid, buyerUuid, seller: SELLER };
  for (const { name, filters } of data)
    for (const [filter, value] of Object.entries(wanted)) {
      const { status } = await admin('GET', `/records/${name}?${filter}=${value}`);
      expect([name, filter, status]).toEqual([name, filter, filters.includes(filter) ? 200 : 422]);
    }
  expect(await admin('GET', `/records/buyers?orderUuid=${orderUuid}`)).toMatchObject({
    status: 422,
    body: { detail: 'orderUuid: buyers know q, seller.', errors: [{ field: 'orderUuid', rejectedValue: orderUuid }] },
  });
  expect(await admin('GET', '/records/orders?limit=101')).toMatchObject({
    status: 422,
    body: { detail: 'limit: at most 100 orders are listed at once.' },
  });
});

test('each record of a list is shown by itself', async () => {
  for (const { name } of (await list('/records')).data) {
    const [first] = (await list(`/records/${name}`)).data;
    const { body } = succeed(await admin('GET', `/records/${name}/${encodeURIComponent(first.uuid ?? first.id)}`));
    if (name === 'orders' || name === 'buyers') expect(body).toMatchObject({ uuid: first.uuid, seller: first.seller });
    else expect(body).toEqual(first);
    const none = await admin('GET', `/records/${name}/${SELLER}`);
    expect(none).toMatchObject({ status: 404, body: { detail: expect.stringContaining(`/records/${name} lists`) } });
  }
});

test('nobody reads those of others', async () => {
  const other = await createSandbox(admin, { fixtures: false });
  const token = await tokenOf(other);
  for (const path of ['/records/payments', '/records/vies-checks', '/records/invitations'])
    expect(succeed(await admin('GET', path, { token })).body.data).toEqual([]);
  expect((await admin('GET', '/records/payments?sandbox=demo', { token })).status).toBe(403);
});
