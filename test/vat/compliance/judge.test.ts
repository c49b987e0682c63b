import { describe, expect, test } from '@jest/globals';
import { evidenceFor } from '../../../src/vat/compliance/evidence.ts';
import { judge } from '../../../src/vat/compliance/judge.ts';
import type { OrderRecord, VinRecord } from '../../../src/vat/orders/order.ts';
import { OTHER_VIN, VIN, sampleBuyer, sampleDocument, sampleOrderRecord } from '../../support/sample-records.ts';

const MILESTONE = { confirmedAt: '2026-11-10T08:00:00Z' };
const INVOICE = {
  invoiceDate: '2026-11-02',
  invoiceNumber: 'R-1',
  vatIncluded: false,
  amount: { value: 2_500_000, currency: 'EUR' },
  marginScheme: false,
  status: 'SUBMITTED',
  version: 1,
  updatedAt: 0,
} as const;
const PRELIMINARY = { ...INVOICE, type: 'PRELIMINARY' } as const;
const FINAL = { ...INVOICE, type: 'FINAL' } as const;
const GROSS = { ...INVOICE.amount, value: Math.round(INVOICE.amount.value * 1.21) };
const PAYMENT = {
  uuid: 'p',
  amount: { value: 2_500_000, currency: 'EUR' },
  paidAt: '2026-11-03T00:00:00Z',
  createdAt: 0,
};

const withVins = (order: OrderRecord, change: (vin: VinRecord, index: number) => VinRecord): OrderRecord => ({
  ...order,
  vins: order.vins.map(change),
});

const paid = (vins?: readonly string[]): OrderRecord => ({
  ...sampleOrderRecord(vins),
  status: 'READY_FOR_PICKUP',
  invoices: [PRELIMINARY],
  payments: [PAYMENT],
});
const onTheRoad = withVins(paid(), (vin) => ({ ...vin, pickup: MILESTONE }));
const delivered = withVins({ ...onTheRoad, invoices: [PRELIMINARY, FINAL] }, (vin) => ({
  ...vin,
  delivery: MILESTONE,
}));

const CMR = sampleDocument('CMR');
const DECLARATION = sampleDocument('DELIVERY_DECLARATION');
/** The evidence of an order on the road but for its CMR. */
const PAPERS = [
  sampleDocument('INVOICE', { invoiceType: 'PRELIMINARY' }),
  sampleDocument('PROOF_OF_PAYMENT'),
  sampleDocument('PICKUP_DECLARATION'),
];
const FINAL_DOCUMENT = sampleDocument('INVOICE', { invoiceType: 'FINAL' });

const codes = (facts: Parameters<typeof judge>[0]): string[] =>
  judge(facts).blockers.map(({ code, vin }) => (vin === undefined ? code : `${code} ${vin}`));

test('a new order lacks everything, and says so', () => {
  const facts = { order: sampleOrderRecord(), buyer: sampleBuyer(), documents: [] };
  expect(judge(facts).status).toBe('INCOMPLETE');
  expect(codes(facts)).toEqual([
    'PRELIMINARY_INVOICE_MISSING',
    'FINAL_INVOICE_MISSING',
    'INVOICE_DOCUMENT_MISSING',
    'PAYMENT_MISSING',
    'PROOF_OF_PAYMENT_MISSING',
    `PICKUP_MISSING ${VIN}`,
    `PICKUP_DECLARATION_MISSING ${VIN}`,
    `CMR_MISSING ${VIN}`,
    `DELIVERY_MISSING ${VIN}`,
    `DELIVERY_DECLARATION_MISSING ${VIN}`,
  ]);
});

test('on the road with its papers, nothing is missing yet', () => {
  const facts = { order: onTheRoad, buyer: sampleBuyer(), documents: [...PAPERS, CMR] };
  expect(judge(facts)).toEqual({ status: 'VALID', blockers: [], viesResult: 'VALID' });
});

test('on the road without its CMR, the CMR is missing and nothing else', () => {
  const facts = { order: onTheRoad, buyer: sampleBuyer(), documents: PAPERS };
  expect(codes(facts)).toEqual([`CMR_MISSING ${VIN}`]);
});

test('with the last delivery everything counts', () => {
  const facts = { order: { ...delivered, invoices: [PRELIMINARY] }, buyer: sampleBuyer(), documents: [...PAPERS, CMR] };
  expect(codes(facts)).toEqual(['FINAL_INVOICE_MISSING', `DELIVERY_DECLARATION_MISSING ${VIN}`]);
  const all = [...PAPERS, CMR, DECLARATION, FINAL_DOCUMENT];
  expect(judge({ order: delivered, buyer: sampleBuyer(), documents: all }).status).toBe('VALID');
});

describe('evidence of a delivered order', () => {
  const all = [...PAPERS, CMR, DECLARATION, FINAL_DOCUMENT];
  test.each([
    ['INVOICE', 'INVOICE_DOCUMENT_MISSING'],
    ['PROOF_OF_PAYMENT', 'PROOF_OF_PAYMENT_MISSING'],
    ['PICKUP_DECLARATION', `PICKUP_DECLARATION_MISSING ${VIN}`],
    ['CMR', `CMR_MISSING ${VIN}`],
    ['DELIVERY_DECLARATION', `DELIVERY_DECLARATION_MISSING ${VIN}`],
  ])('without %s it is %s', (missing, code) => {
    const documents = all.filter(({ type, invoiceType }) => type !== missing || invoiceType === 'PRELIMINARY');
    expect(codes({ order: delivered, buyer: sampleBuyer(), documents })).toEqual([code]);
  });

  test('of nothing to be paid there is no proof', () => {
    const totalAmount = { value: 0, currency: 'EUR' };
    const invoices = [PRELIMINARY, { ...FINAL, amount: totalAmount }];
    const order = { ...delivered, payments: [], invoices, totalAmount };
    const documents = all.filter(({ type }) => type !== 'PROOF_OF_PAYMENT');
    expect(codes({ order, buyer: sampleBuyer(), documents })).toEqual([]);
  });
});

test('one of two vehicles not picked up: the order is not on the road', () => {
  const half = withVins(paid([VIN, OTHER_VIN]), (vin, index) => (index === 0 ? { ...vin, pickup: MILESTONE } : vin));
  const facts = { order: half, buyer: sampleBuyer(), documents: [CMR] };
  expect(codes(facts)).toContain(`PICKUP_MISSING ${OTHER_VIN}`);
  expect(codes(facts)).not.toContain(`PICKUP_MISSING ${VIN}`);
});

describe('documents', () => {
  test('a CMR about one VIN is none for the other', () => {
    const both = withVins(paid([VIN, OTHER_VIN]), (vin) => ({ ...vin, pickup: MILESTONE }));
    const facts = { order: both, buyer: sampleBuyer(), documents: [...PAPERS, sampleDocument('CMR', { vin: VIN })] };
    expect(codes(facts)).toEqual([`CMR_MISSING ${OTHER_VIN}`]);
  });

  test('of two ACTIVE ones of a type the latest counts, for its VIN', () => {
    const older = sampleDocument('CMR');
    const newer = sampleDocument('CMR');
    const aboutOne = sampleDocument('CMR', { vin: VIN });
    const archived = sampleDocument('CMR', { status: 'ARCHIVED' });
    const another = sampleDocument('DELIVERY_DECLARATION');
    expect(evidenceFor(VIN, 'CMR', [older, newer, archived, another])).toBe(newer);
    expect(evidenceFor(VIN, 'CMR', [older, aboutOne])).toBe(aboutOne);
    expect(evidenceFor(OTHER_VIN, 'CMR', [older, aboutOne])).toBe(older);
    expect(evidenceFor(VIN, 'CMR', [aboutOne, older])).toBe(older);
    expect(evidenceFor(VIN, 'PICKUP_DECLARATION', [older, newer])).toBeUndefined();
  });

  test('an archived document does not count', () => {
    const facts = {
      order: onTheRoad,
      buyer: sampleBuyer(),
      documents: [...PAPERS, sampleDocument('CMR', { status: 'ARCHIVED' })],
    };
    expect(codes(facts)).toEqual([`CMR_MISSING ${VIN}`]);
  });
});

describe('the buyer', () => {
  test.each([
    ['VIES says no', { vies: { result: 'INVALID', checkedAt: 1 } }, 'INVALID', 'VIES_INVALID'],
    ['VIES has not answered', { vies: { result: 'PENDING', checkedAt: null } }, 'INCOMPLETE', 'VIES_PENDING'],
    ['VIES cannot be reached', { vies: { result: 'UNKNOWN', checkedAt: 1 } }, 'INCOMPLETE', 'VIES_PENDING'],
    ['is blocked', { status: 'BLOCKED' }, 'INVALID', 'BUYER_BLOCKED'],
    ['Mode B, not started', { kycMode: 'SERVICE_LED' }, 'INCOMPLETE', 'KYC_PENDING'],
    ['Mode B, in progress', { kycMode: 'SERVICE_LED', kyc: { status: 'PENDING' } }, 'INCOMPLETE', 'KYC_PENDING'],
    ['Mode B, rejected', { kycMode: 'SERVICE_LED', kyc: { status: 'REJECTED' } }, 'INVALID', 'KYC_REJECTED'],
  ] as const)('%s', (_what, change, status, code) => {
    const facts = { order: onTheRoad, buyer: sampleBuyer(change), documents: [...PAPERS, CMR] };
    expect(judge(facts).status).toBe(status);
    expect(codes(facts)).toEqual([code]);
  });

  test('Mode B, verified: nothing is missing', () => {
    const buyer = sampleBuyer({ kycMode: 'SERVICE_LED', kyc: { status: 'VERIFIED' } });
    expect(judge({ order: onTheRoad, buyer, documents: [...PAPERS, CMR] }).status).toBe('VALID');
  });

  test('in Mode A a verification does not matter', () => {
    const buyer = sampleBuyer({ kyc: { status: 'REJECTED' } });
    expect(judge({ order: onTheRoad, buyer, documents: [...PAPERS, CMR] }).status).toBe('VALID');
  });
});

test('one of two vehicles picked up and delivered: the order is not on the road either', () => {
  const half = withVins(paid([VIN, OTHER_VIN]), (vin, index) =>
    index === 0 ? { ...vin, pickup: MILESTONE, delivery: MILESTONE } : vin,
  );
  const missing = codes({ order: half, buyer: sampleBuyer(), documents: [CMR] });
  expect(missing).toEqual(expect.arrayContaining([`PICKUP_MISSING ${OTHER_VIN}`, `DELIVERY_MISSING ${OTHER_VIN}`]));
  expect(missing).toContain('FINAL_INVOICE_MISSING');
});

test('of a cancelled order nothing is missing any more, but a failure of the buyer stands', () => {
  const order: OrderRecord = { ...sampleOrderRecord(), status: 'CANCELLED' };
  expect(judge({ order, buyer: sampleBuyer(), documents: [] })).toMatchObject({ status: 'INCOMPLETE', blockers: [] });
  expect(codes({ order, buyer: sampleBuyer({ status: 'BLOCKED' }), documents: [] })).toEqual(['BUYER_BLOCKED']);
});

test('what is still to be paid is said in minor units', () => {
  const order = { ...paid(), payments: [{ ...PAYMENT, amount: { value: 2_400_000, currency: 'EUR' } }] };
  const { blockers } = judge({ order, buyer: sampleBuyer(), documents: [] });
  expect(blockers.find(({ code }) => code === 'PAYMENT_MISSING')?.message).toMatch(
    /^EUR [\d,]+\.\d\d is still outstanding\.$/,
  );
});

describe('the final invoice', () => {
  const all = [...PAPERS, CMR, DECLARATION, FINAL_DOCUMENT];
  const differing = { ...FINAL, amount: { value: 1, currency: 'EUR' } };

  test('is held against the order once everything has arrived', () => {
    const order = { ...delivered, invoices: [PRELIMINARY, differing] };
    expect(codes({ order, buyer: sampleBuyer(), documents: all })).toEqual(['FINAL_INVOICE_AMOUNT_DIFFERS']);
    const withVat = { ...delivered, invoices: [PRELIMINARY, { ...FINAL, vatIncluded: true, amount: GROSS }] };
    expect(codes({ order: withVat, buyer: sampleBuyer(), documents: all })).toEqual(['VAT_ON_EXEMPT_INVOICE']);
  });

  test('is not on the road: it may still be put right', () => {
    const order = { ...onTheRoad, invoices: [PRELIMINARY, differing] };
    expect(codes({ order, buyer: sampleBuyer(), documents: all })).toEqual([]);
  });
});

test('the document of an invoice may come before the invoice', () => {
  const order = sampleOrderRecord();
  const documents = [sampleDocument('INVOICE', { invoiceType: 'PRELIMINARY' })];
  expect(codes({ order, buyer: sampleBuyer(), documents })).not.toContain('INVOICE_DOCUMENT_MISSING');
});

test('a failure is named before what is missing', () => {
  const facts = {
    order: sampleOrderRecord(),
    buyer: sampleBuyer({ vies: { result: 'INVALID', checkedAt: 1 } }),
    documents: [],
  };
  expect(judge(facts).status).toBe('INVALID');
  expect(codes(facts)[0]).toBe('VIES_INVALID');
});
