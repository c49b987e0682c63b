import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import { startedBy } from '../../support/started-by.ts';

const started = startedBy(beforeEach, afterEach);

const AS = 'api-client-enterprise';
const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
const UUID = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
const SEEDS = Array.from({ length: 30 }, (_, seed) => String(seed));

/** Thirty generated bodies of an operation. */
const draw = async <T>(path: string, method = 'GET'): Promise<T[]> => {
  const drawn: T[] = [];
  for (const seed of SEEDS) {
    const prefer = `dynamic=true, seed=${seed}`;
    const { status, body } = await started.api.call(method, path, { as: AS, headers: { prefer } });
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

const STATUS_OF_VEHICLES: Readonly<Record<string, string>> = {
  TRANSPORT_IN_PROGRESS: 'IN_TRANSIT',
  TRANSPORT_COMPLETED: 'DELIVERED',
  COMPLIANCE_VALID: 'VALID',
  COMPLIANCE_INVALID: 'INVALID',
};

test('a generated order adds up, in one currency; its dates and its vehicles are in its order', async () => {
  for (const order of await draw<Schemas['Order']>(`/partners/${SELLER}/orders/${UUID}`)) {
    const amounts = order.vins.map(({ purchaseAmount }) => purchaseAmount);
    expect(order.totalAmount.value).toBe(amounts.reduce((sum, { value }) => sum + value, 0));
    expect(new Set(amounts.map(({ currency }) => currency))).toEqual(new Set([order.totalAmount.currency]));
    expect(order.updatedAt >= order.createdAt).toBe(true);
    if ('purchaseDate' in order) expect(order.purchaseDate).toBe(order.createdAt.slice(0, 10));
    for (const { complianceStatus } of order.vins)
      expect(complianceStatus).toBe(STATUS_OF_VEHICLES[order.status] ?? 'PENDING');
  }
});

test('the status of a generated transport follows from its vehicles', async () => {
  const met = new Set<string>();
  for (const { status, vins, revocations = [] } of await draw<Schemas['Transport']>(`/orders/${UUID}/transport`)) {
    met.add(status);
    for (const { status: own, pickup, delivery } of vins) {
      expect(own).toBe(pickup === undefined ? 'NOT_STARTED' : delivery === undefined ? 'IN_TRANSIT' : 'DELIVERED');
      if (delivery !== undefined) expect(delivery.confirmedAt > pickup!.confirmedAt).toBe(true);
    }
    for (const revocation of revocations) expect(revocation.vins).toEqual([vins[0]!.vin]);
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
    if (status === 'INVALID') expect(blockers.map(({ code }) => code)).toEqual(['VIES_INVALID']);
    for (const { code, message, vin } of blockers) {
      expect(message).toMatch(/\.$/);
      if (code === 'FINAL_INVOICE_MISSING' || code === 'VIES_INVALID') expect(vin).toBeUndefined();
    }
  }
});

test('a generated Export File is downloaded where its document is', async () => {
  for (const { documentId, downloadUrl } of await draw<Schemas['ExportFile']>(`/orders/${UUID}/export-file`))
    expect(downloadUrl).toBe(`/v1/documents/${documentId}/download`);
});

test('generated deliveries tell one story', async () => {
  const pages = await draw<Schemas['WebhookDeliveryPage']>('/webhooks/wh_01J8ZQ4T6V9XKM3N5P7R2B8C4D/deliveries');
  for (const delivery of pages.flatMap(({ data }) => data)) {
    const { status, httpStatus, attempts, createdAt, lastAttemptAt, nextRetryAt } = delivery;
    if (status === 'FAILED') expect(attempts).toBe(10);
    if (status === 'DELIVERED') expect(attempts).toBeGreaterThan(0);
    if (status === 'PENDING') expect(attempts).toBeLessThan(10);
    if (lastAttemptAt !== null) expect(lastAttemptAt >= createdAt).toBe(true);
    if (status !== 'PENDING') expect(nextRetryAt).toBeNull();
    expect(lastAttemptAt === null).toBe(attempts === 0);
    expect(httpStatus === null).toBe(attempts === 0);
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
      expect(view.kind === 'PROSPECT' && ('companyName' in view || 'vatNumber' in view)).toBe(false);
  });
});

const OF_VEHICLES = ['CMR', 'PICKUP_DECLARATION', 'DELIVERY_DECLARATION'];

test('documents are of the types that their owner has, and named after them', async () => {
  const buyers = await draw<Schemas['DocumentList']>(`/partners/${SELLER}/buyers/${UUID}/documents`);
  const orders = await draw<Schemas['DocumentList']>(`/partners/${SELLER}/orders/${UUID}/documents`);
  for (const document of buyers.flatMap(({ data }) => data)) expect(document).not.toHaveProperty('orderUuid');
  for (const document of orders.flatMap(({ data }) => data)) expect(document).not.toHaveProperty('buyerUuid');
  for (const document of [...buyers, ...orders].flatMap(({ data }) => data)) {
    const { type, fileName, createdAt, updatedAt } = document;
    if ('vin' in document) expect(OF_VEHICLES).toContain(type);
    if ('invoiceType' in document) expect(type).toBe('INVOICE');
    expect(fileName).toMatch(new RegExp(`^${type.toLowerCase().replaceAll('_', '-')}-\\d{4}\\.pdf$`));
    expect(updatedAt >= createdAt).toBe(true);
  }
});

test('a generated VIES check and a generated verification have what belongs to their result', async () => {
  const buyer = `/partners/${SELLER}/buyers/${UUID}`;
  for (const check of await draw<Schemas['ViesCheck']>(`${buyer}/vies-checks/${UUID}`)) {
    expect('reason' in check && ['VALID', 'PENDING'].includes(check.result)).toBe(false);
    if (check.result === 'PENDING') expect(check.checkedAt).toBeNull();
    else if (check.checkedAt !== null) expect(check.checkedAt >= check.requestedAt).toBe(true);
  }
  for (const session of await draw<Schemas['KycVerification']>(`${buyer}/kyc/verifications/${UUID}`)) {
    if ('reason' in session) expect(session.status).toBe('REJECTED');
    if ('profile' in session) expect(session.status).toBe('VERIFIED');
    if (session.status === 'PENDING') expect(session.completedAt).toBeNull();
    else if (session.completedAt !== null) expect(session.completedAt >= session.startedAt).toBe(true);
  }
});
