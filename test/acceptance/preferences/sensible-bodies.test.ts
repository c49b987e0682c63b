import { afterAll, describe, expect, test } from '@jest/globals';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import { closedBy } from '../../support/closed-by.ts';

const { api } = await closedBy(afterAll).start();

const AS = 'api-client-enterprise';
const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
const UUID = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
const SEEDS = Array.from({ length: 30 }, (_, seed) => String(seed));

/** Thirty generated bodies of an operation. */
const draw = async <T>(path: string, method = 'GET'): Promise<T[]> => {
  const drawn: T[] = [];
  for (const seed of SEEDS) {
    const prefer = `dynamic=true, seed=${seed}`;
    const { status, body } = await api.call(method, path, { as: AS, headers: { prefer } });
    expect(status).toBeLessThan(300);
    drawn.push(body as T);
  }
  return drawn;
};

type Page = Schemas['OrderPage'];

test.each(['/orders', `/partners/${SELLER}/buyers`, `/partners/${SELLER}/prospects`])(
  'a generated page of %s counts what it holds',
  async (path) => {
    for (const { data, pagination } of await draw<Page>(path)) {
      const { page, size, totalElements, totalPages } = pagination;
      expect(totalPages).toBe(Math.ceil(totalElements / size));
      expect(page === 0 || page < totalPages).toBe(true);
      expect(data).toHaveLength(Math.min(size, totalElements - page * size));
    }
  },
);

test('the amounts of a generated order add up, in one currency, and it was changed after it was made', async () => {
  for (const order of await draw<Schemas['Order']>(`/partners/${SELLER}/orders/${UUID}`)) {
    const amounts = order.vins.map(({ purchaseAmount }) => purchaseAmount);
    expect(order.totalAmount.value).toBe(amounts.reduce((sum, { value }) => sum + value, 0));
    expect(new Set(amounts.map(({ currency }) => currency))).toEqual(new Set([order.totalAmount.currency]));
    expect(order.updatedAt >= order.createdAt).toBe(true);
  }
});

test('the status of a generated transport follows from its vehicles', async () => {
  const met = new Set<string>();
  for (const { status, vins } of await draw<Schemas['Transport']>(`/orders/${UUID}/transport`)) {
    met.add(status);
    for (const { status: own, pickup, delivery } of vins) {
      expect(own).toBe(pickup === undefined ? 'NOT_STARTED' : delivery === undefined ? 'IN_TRANSIT' : 'DELIVERED');
      if (delivery !== undefined) expect(delivery.confirmedAt >= pickup!.confirmedAt).toBe(true);
    }
    const own = new Set(vins.map((vin) => vin.status));
    expect(status).toBe(own.size === 1 ? vins[0]!.status : own.has('DELIVERED') ? 'PARTIAL' : 'IN_TRANSIT');
  }
  expect(met.size).toBeGreaterThan(2);
});

test('a generated rollup that is VALID has no blockers; one that is not has some and no decision', async () => {
  for (const { status, blockers, decision, viesResult } of await draw<Schemas['ComplianceRollup']>(
    `/orders/${UUID}/compliance`,
  )) {
    expect(blockers.length === 0).toBe(status === 'VALID');
    if (status !== 'VALID') expect(decision).toBeNull();
    expect(viesResult).toBe(status === 'INVALID' ? 'INVALID' : 'VALID');
  }
});

test('a generated Export File is downloaded where its document is', async () => {
  for (const { documentId, downloadUrl } of await draw<Schemas['ExportFile']>(`/orders/${UUID}/export-file`))
    expect(downloadUrl).toBe(`/v1/documents/${documentId}/download`);
});

test('generated deliveries tell one story', async () => {
  const pages = await draw<Schemas['WebhookDeliveryPage']>('/webhooks/wh_01J8ZQ4T6V9XKM3N5P7R2B8C4D/deliveries');
  for (const { status, httpStatus, attempts, lastAttemptAt, nextRetryAt } of pages.flatMap(({ data }) => data)) {
    if (status === 'FAILED') expect(attempts).toBe(10);
    if (status !== 'PENDING') expect(nextRetryAt).toBeNull();
    expect(lastAttemptAt === null).toBe(attempts === 0);
    if (httpStatus !== null) expect(httpStatus >= 200 && httpStatus < 300).toBe(status === 'DELIVERED');
  }
});

describe('an invitation is of its operation’s kind', () => {
  test.each([
    ['KYC', `/buyers/${UUID}/kyc/self-service-invitations`],
    ['PROSPECT', `/partners/${SELLER}/prospects/self-service-invitations`],
  ])('%s', async (kind, path) => {
    for (const invitation of await draw<Schemas['SelfServiceInvitation']>(path, 'POST')) {
      expect(invitation).toMatchObject({ kind, status: 'OPEN' });
      expect('buyerUuid' in invitation).toBe(kind === 'KYC');
    }
  });

  test('and an open prospect link shows no company', async () => {
    for (const view of await draw<Schemas['SelfServiceInvitationView']>(
      '/self-service/demo.7QM8XV3TZR1YW5KC7HN2BD9KF4',
    ))
      expect('companyName' in view && view.kind === 'PROSPECT').toBe(false);
  });
});

test('documents are of the types that their owner has', async () => {
  const buyers = await draw<Schemas['DocumentList']>(`/partners/${SELLER}/buyers/${UUID}/documents`);
  for (const { data } of buyers)
    for (const document of data) {
      expect(document).not.toHaveProperty('orderUuid');
      expect(document).not.toHaveProperty('vin');
    }
  const orders = await draw<Schemas['DocumentList']>(`/partners/${SELLER}/orders/${UUID}/documents`);
  for (const { data } of orders) for (const document of data) expect(document).not.toHaveProperty('buyerUuid');
});
