import { describe, expect, test } from '@jest/globals';
import {
  openOrder,
  type OrderRecord,
  type OrderStatus,
  hadVerdict,
  hasVerdict,
  orders,
  toCreateRequest,
  toOrder,
} from '../../../src/vat/orders/order.ts';
import { ORDER_STATUSES } from '../../../src/vat/orders/order-steps.ts';
import { OTHER_VIN, SELLER, VIN, sampleOrderRecord } from '../../support/sample-records.ts';
import { TEST_NOW } from '../../support/test-clock.ts';

type OrderRequest = Parameters<typeof openOrder>[0];

const UUID = 'a0b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d';
const BUYER = 'b1d2c3e4-5f60-4718-9a2b-3c4d5e6f7081';
const NOW = new Date(TEST_NOW).toISOString();

const request = (change: Partial<OrderRequest> = {}): OrderRequest => ({
  externalOrderId: 'ORD-7',
  buyerId: BUYER,
  purchaseDate: '2026-11-01',
  vins: [
    { vin: VIN, brand: 'Volkswagen', model: 'Golf', purchaseAmount: { value: 2_000_000, currency: 'EUR' } },
    { vin: OTHER_VIN, brand: 'BMW', model: '320d', mileage: 64_000, purchaseAmount: { value: 1, currency: 'EUR' } },
  ],
  totalAmount: { value: 2_000_001, currency: 'EUR' },
  ...change,
});

const contact = { firstName: 'Ana', lastName: 'Sample', email: 'ana@example.com' };

const open = (asked: OrderRequest, seller: { uuid: string; vatNumber?: string } = { uuid: SELLER }): OrderRecord =>
  openOrder(asked, { uuid: UUID, seller, now: TEST_NOW });

const milestones = {
  pickup: { confirmedAt: '2026-11-18T08:00:00Z' },
  delivery: { confirmedAt: '2026-11-19T08:00:00Z' },
};

describe('a new order', () => {
  test('has everything that was asked for, and nothing that has not happened', () => {
    expect(open(request())).toEqual({
      ...request(),
      uuid: UUID,
      seller: SELLER,
      vins: request().vins.map((vin) => ({ ...vin, complianceStatus: 'PENDING' })),
      status: 'CREATED',
      version: 1,
      createdAt: TEST_NOW,
      updatedAt: TEST_NOW,
      invoices: [],
      payments: [],
      transport: { revocations: [], version: 1, updatedAt: TEST_NOW },
      compliance: {
        status: 'INCOMPLETE',
        decision: null,
        blockers: [],
        viesResult: 'PENDING',
        version: 1,
        updatedAt: TEST_NOW,
      },
    });
  });

  test('remembers the seller’s VAT number as it is today, where there is one', () => {
    expect(open(request(), { uuid: SELLER, vatNumber: 'NL114933108B01' }).sellerVatNumber).toBe('NL114933108B01');
    expect(Object.keys(open(request()))).not.toContain('sellerVatNumber');
  });

  test('knows its buyer by value: in upper case it is the same', () => {
    expect(open(request({ buyerId: BUYER.toUpperCase() })).buyerId).toBe(BUYER);
  });

  test('is shown as the API has it: without what belongs to other resources', () => {
    const shown = toOrder(open(request()));
    const { vins, ...rest } = request();
    expect(shown).toEqual({
      ...rest,
      uuid: UUID,
      vins: vins.map((vin) => ({ ...vin, complianceStatus: 'PENDING' })),
      status: 'CREATED',
      version: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
    for (const order of [shown, open(request())]) expect(Object.keys(order)).not.toContain('responsibleContact');
    expect(toOrder(open(request({ responsibleContact: contact }))).responsibleContact).toEqual(contact);
  });
});

test.each(['pickup', 'delivery'] as const)(
  'the %s of a vehicle is shown with the transport, not with the order',
  (name) => {
    const order = open(request());
    const [first, second] = toOrder({
      ...order,
      vins: order.vins.map((vin, index) => (index === 0 ? { ...vin, [name]: milestones[name] } : vin)),
    }).vins;
    expect(Object.keys(first!)).toEqual(Object.keys(order.vins[0]!));
    expect(second).toEqual(order.vins[1]);
  },
);

describe('the order as it was asked for', () => {
  test.each([request(), request({ responsibleContact: contact })])(
    'is the request, whatever has happened since',
    (asked) => {
      const order = open(asked);
      const later: OrderRecord = {
        ...order,
        status: 'TRANSPORT_COMPLETED',
        version: 9,
        vins: order.vins.map((vin) => ({ ...vin, ...milestones, complianceStatus: 'DELIVERED' })),
      };
      const text = JSON.stringify(asked, Object.keys(asked).sort());
      for (const record of [order, later]) {
        expect(toCreateRequest(record)).toEqual(asked);
        expect(Object.keys(toCreateRequest(record)).sort()).toEqual(Object.keys(asked).sort());
        expect(JSON.stringify(toCreateRequest(record), Object.keys(asked).sort())).toBe(text);
      }
    },
  );
});

describe('how an order is found', () => {
  const keysOf = (change: Partial<OrderRecord>): Readonly<Record<string, readonly string[]>> => {
    const found: Record<string, string[]> = {};
    for (const { name, text } of orders.keysOf(sampleOrderRecord([VIN, OTHER_VIN], change)))
      (found[name] ??= []).push(text);
    return found;
  };

  test('by its natural key, its status and each VIN', () => {
    expect(keysOf({ status: 'CREATED' })).toMatchObject({
      natural: [`${SELLER}\nORD-1`],
      status: ['CREATED'],
      vin: [VIN, OTHER_VIN],
    });
    expect(orders.idOf(sampleOrderRecord())).toBe(UUID);
  });

  const CLOSED: readonly OrderStatus[] = ['CANCELLED', 'COMPLIANCE_VALID', 'COMPLIANCE_INVALID'];

  test.each(ORDER_STATUSES)('%s: by its buyer as long as what happens to that one matters', (status) => {
    expect(keysOf({ status })['open-of-buyer']).toEqual(CLOSED.includes(status) ? undefined : [BUYER]);
  });
});

describe('a verdict', () => {
  test.each(ORDER_STATUSES)('%s', (status) => {
    expect(hasVerdict(sampleOrderRecord(undefined, { status }))).toBe(status.startsWith('COMPLIANCE_'));
  });

  test('was reached once there is an Export File, also after it was taken back', () => {
    expect(hadVerdict(sampleOrderRecord())).toBe(false);
    const exportFile = { documentId: UUID, version: 1, decision: 'VALID_EXPORT' as const, generatedAt: TEST_NOW };
    expect(hadVerdict(sampleOrderRecord(undefined, { status: 'TRANSPORT_COMPLETED', exportFile }))).toBe(true);
  });
});
