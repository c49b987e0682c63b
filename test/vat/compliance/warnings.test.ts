import { describe, expect, test } from '@jest/globals';
import { warningsOf } from '../../../src/vat/compliance/warnings.ts';
import type { OrderRecord } from '../../../src/vat/orders/order.ts';
import { OTHER_VIN, VIN, sampleDocument, sampleOrderRecord } from '../../support/sample-records.ts';

const MINUTE = 60_000;
const at = (text: string): number => Date.parse(text);
const NOW = at('2026-11-20T12:00:00Z');

const INVOICE = {
  type: 'FINAL',
  invoiceDate: '2026-11-10',
  invoiceNumber: '1',
  vatIncluded: false,
  amount: { value: 1, currency: 'EUR' },
  marginScheme: false,
  status: 'SUBMITTED',
  version: 1,
  updatedAt: 0,
} as const;

const travelled = (pickup: string, delivery?: string): OrderRecord => {
  const order = sampleOrderRecord([VIN, OTHER_VIN]);
  const [first, second] = order.vins;
  const milestones = {
    pickup: { confirmedAt: pickup },
    ...(delivery === undefined ? {} : { delivery: { confirmedAt: delivery } }),
  };
  return { ...order, vins: [{ ...first!, ...milestones }, second!] };
};

const codes = (...facts: Parameters<typeof warningsOf>): readonly string[] =>
  warningsOf(...facts).map(({ code, vin = 'all' }) => `${code} ${vin}`);

describe('a paper is older than its fact', () => {
  test.each([
    ['CMR', '2026-11-10T08:00:00Z', undefined],
    ['PICKUP_DECLARATION', '2026-11-10T08:00:00Z', undefined],
    ['DELIVERY_DECLARATION', '2026-11-08T08:00:00Z', '2026-11-10T08:00:00Z'],
  ] as const)('%s: by more than the five minutes that clocks may differ', (type, pickup, delivery) => {
    const uploaded = (instant: number, change = {}) => [sampleDocument(type, { createdAt: instant, ...change })];
    const order = travelled(pickup, delivery);
    const fact = at('2026-11-10T08:00:00Z');
    expect(codes({ order, documents: uploaded(fact - 5 * MINUTE) }, NOW)).toEqual([]);
    expect(codes({ order, documents: uploaded(fact - 5 * MINUTE - 1) }, NOW)).toEqual([
      `EVIDENCE_OLDER_THAN_FACT ${VIN}`,
    ]);
    // It is about the vehicle that has not moved, or does not count any more.
    expect(codes({ order, documents: uploaded(0, { vin: OTHER_VIN }) }, NOW)).toEqual([]);
    expect(codes({ order, documents: uploaded(0, { status: 'ARCHIVED' }) }, NOW)).toEqual([]);
    // The latest counts.
    expect(codes({ order, documents: [...uploaded(0), ...uploaded(fact)] }, NOW)).toEqual([]);
  });

  test('a proof of payment, of the first payment', () => {
    const payment = { uuid: 'p', amount: { value: 1, currency: 'EUR' }, createdAt: 0 };
    const payments = [
      { ...payment, paidAt: '2026-11-09T10:00:00Z' },
      { ...payment, paidAt: '2026-11-05T10:00:00Z' },
    ];
    const order = { ...sampleOrderRecord(), payments };
    const proof = (instant: string) => [sampleDocument('PROOF_OF_PAYMENT', { createdAt: at(instant) })];
    expect(codes({ order, documents: proof('2026-11-05T10:00:00Z') }, NOW)).toEqual([]);
    expect(codes({ order, documents: proof('2026-11-05T09:00:00Z') }, NOW)).toEqual(['EVIDENCE_OLDER_THAN_FACT all']);
  });

  test('the document of an invoice, by more than the day that time zones make', () => {
    const order = { ...sampleOrderRecord(), invoices: [INVOICE] };
    const uploaded = (instant: string, invoiceType: 'FINAL' | 'PRELIMINARY' = 'FINAL') => [
      sampleDocument('INVOICE', { invoiceType, createdAt: at(instant) }),
    ];
    expect(codes({ order, documents: uploaded('2026-11-09T00:00:00Z') }, NOW)).toEqual([]);
    expect(codes({ order, documents: uploaded('2026-11-08T23:59:00Z') }, NOW)).toEqual([
      'EVIDENCE_OLDER_THAN_FACT all',
    ]);
    expect(codes({ order, documents: uploaded('2026-11-01T00:00:00Z', 'PRELIMINARY') }, NOW)).toEqual([]);
  });
});

describe('what is dated in the future', () => {
  test.each([
    ['2026-11-20T12:05:00Z', []],
    ['2026-11-20T12:05:01Z', [`DATED_IN_FUTURE ${VIN}`]],
    ['2029-11-20T12:00:00Z', [`DATED_IN_FUTURE ${VIN}`]],
  ])('a pickup at %s', (instant, expected) => {
    expect(codes({ order: travelled(instant), documents: [] }, NOW)).toEqual(expected);
  });

  test('a delivery, a payment and an invoice', () => {
    const order = travelled('2026-11-19T08:00:00Z', '2026-11-21T08:00:00Z');
    const payments = [
      { uuid: 'p', amount: { value: 1, currency: 'EUR' }, createdAt: 0, paidAt: '2026-11-21T08:00:00Z' },
    ];
    const invoices = [{ ...INVOICE, invoiceDate: '2026-11-22' }];
    const found = warningsOf({ order: { ...order, payments, invoices }, documents: [] }, NOW);
    expect(found.map(({ message }) => message)).toEqual([
      'The final invoice is dated 2026-11-22, which is still to come on the clock of the sandbox.',
      'A payment is dated 2026-11-21T08:00:00Z, which is still to come on the clock of the sandbox.',
      'The delivery is dated 2026-11-21T08:00:00Z, which is still to come on the clock of the sandbox.',
    ]);
  });
});

// Implementing Regulation (EU) 282/2011, Article 45a(1)(b)(i): "by the tenth day of the month following the supply".
test.each([
  ['2026-10-01T08:00:00Z', '2026-11-10T23:59:59Z', false],
  ['2026-10-01T08:00:00Z', '2026-11-11T00:00:00Z', true],
  ['2026-10-31T08:00:00Z', '2026-11-10T12:00:00Z', false],
  ['2025-12-05T08:00:00Z', '2026-01-10T08:00:00Z', false],
  ['2025-12-05T08:00:00Z', '2026-01-11T08:00:00Z', true],
  // Where the vehicle was, the pickup is in October, and the delivery on 11 October.
  ['2026-10-01T00:30:00+02:00', '2026-10-12T08:00:00Z', false],
  ['2026-09-30T23:30:00-02:00', '2026-10-11T00:30:00+01:00', true],
])('picked up at %s and delivered at %s is late: %s', (pickup, delivery, isLate) => {
  const found = warningsOf({ order: travelled(pickup, delivery), documents: [] }, NOW);
  expect(found.map(({ code, vin }) => [code, vin])).toEqual(isLate ? [['DELIVERED_LATE', VIN]] : []);
  if (isLate) expect(found[0]?.message).toMatch(/282\/2011, Article 45a\(1\)\(b\)\(i\).*C-84\/09/);
});
