import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Drawn } from '../../../src/engine/faking/generator.ts';
import { vatRelationsAt } from '../../../src/vat/faking/relations.ts';
import { createDraw } from '../../support/create-draw.ts';

const relate = (name: string, value: Drawn, seed = 1): Drawn => {
  const copy = structuredClone(value);
  vatRelationsAt('')[name]!(copy, createDraw(seed));
  return copy;
};

const [EARLY, LATE] = ['2026-11-01T09:00:00.000Z', '2026-11-02T09:00:00.000Z'] as const;

describe('instants', () => {
  test('come in the order of their names', () => {
    expect(relate('changed', { createdAt: LATE, updatedAt: EARLY })).toEqual({ createdAt: EARLY, updatedAt: LATE });
    expect(relate('changed', { createdAt: EARLY, updatedAt: LATE })).toEqual({ createdAt: EARLY, updatedAt: LATE });
  });

  test('that are not there stay away', () => {
    expect(relate('changed', { createdAt: LATE })).toEqual({ createdAt: LATE });
    expect(relate('changed', { createdAt: LATE, updatedAt: null })).toEqual({ createdAt: LATE, updatedAt: null });
  });
});

describe('a page', () => {
  const page = (items: number, pagination: unknown) =>
    relate('page', { data: Array.from({ length: items }, () => ({})), pagination });

  test('is the last one, and those before it are full', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(100), fc.nat(30), (items, number, size) => {
        const { pagination } = page(items, { page: number, size });
        const counts = pagination as Readonly<Record<'page' | 'size' | 'totalElements' | 'totalPages', number>>;
        expect(counts.size).toBe(Math.max(size, items, 1));
        expect(counts.totalElements).toBe(counts.page * counts.size + items);
        expect(counts.totalPages).toBe(Math.ceil(counts.totalElements / counts.size));
        expect(counts.page).toBe(items === 0 ? 0 : number % 3);
      }),
    );
  });

  test('without counts is as it is', () => {
    for (const pagination of [null, undefined, 'none']) expect(page(1, pagination)).toEqual({ data: [{}], pagination });
    expect(relate('page', { pagination: { page: 2, size: 5 } })).toEqual({
      pagination: { page: 0, size: 5, totalElements: 0, totalPages: 0 },
    });
  });
});

describe('an order', () => {
  const order = (more: Drawn = {}) =>
    relate('order', {
      status: 'CREATED',
      createdAt: LATE,
      updatedAt: EARLY,
      totalAmount: { value: 1, currency: 'EUR' },
      vins: [{ purchaseAmount: { value: 300, currency: 'PLN' } }, { purchaseAmount: { value: 500, currency: 'PLN' } }],
      ...more,
    });

  test('costs what its vehicles cost, in one currency', () => {
    expect(order()).toMatchObject({
      totalAmount: { value: 800, currency: 'EUR' },
      vins: [{ purchaseAmount: { value: 300, currency: 'EUR' } }, { purchaseAmount: { currency: 'EUR' } }],
      createdAt: EARLY,
      updatedAt: LATE,
    });
    expect(order({ vins: [] })).toMatchObject({ totalAmount: { value: 0 } });
  });

  test('was made on the day of the purchase', () => {
    expect(order()).not.toHaveProperty('purchaseDate');
    expect(order({ purchaseDate: '2020-01-01' })).toMatchObject({ purchaseDate: '2026-11-01' });
  });

  test.each([
    ['CREATED', 'PENDING'],
    ['READY_FOR_PICKUP', 'PENDING'],
    ['TRANSPORT_IN_PROGRESS', 'IN_TRANSIT'],
    ['TRANSPORT_COMPLETED', 'DELIVERED'],
    ['COMPLIANCE_VALID', 'VALID'],
    ['COMPLIANCE_INVALID', 'INVALID'],
  ])('in %s has vehicles that are %s', (status, complianceStatus) => {
    expect(order({ status })).toMatchObject({ vins: [{ complianceStatus }, { complianceStatus }] });
  });
});

describe('a transport', () => {
  const at = (confirmedAt: string) => ({ confirmedAt });
  const transport = (...vins: Drawn[]) => relate('transport', { vins });
  const STILL = {};
  const MOVES = { pickup: at(EARLY) };
  const THERE = { pickup: at(EARLY), delivery: at(LATE) };

  test.each<[string, Drawn[]]>([
    ['NOT_STARTED', [STILL, STILL]],
    ['IN_TRANSIT', [MOVES]],
    ['DELIVERED', [THERE, THERE]],
    ['IN_TRANSIT', [STILL, MOVES]],
    ['PARTIAL', [MOVES, THERE]],
    ['PARTIAL', [STILL, THERE]],
  ])('is %s where its vehicles are %j', (status, vins) => {
    expect(transport(...vins)).toMatchObject({ status });
  });

  test('brings each vehicle in order: no delivery without a pickup, and none before it', () => {
    expect(transport({ delivery: at(LATE) })).toEqual({ status: 'NOT_STARTED', vins: [{ status: 'NOT_STARTED' }] });
    expect(transport({ pickup: at(LATE), delivery: at(EARLY) })).toEqual({
      status: 'DELIVERED',
      vins: [{ pickup: at(EARLY), delivery: at(LATE), status: 'DELIVERED' }],
    });
    expect(transport(MOVES)).toMatchObject({ vins: [{ status: 'IN_TRANSIT' }] });
  });

  test('was revoked for one of its vehicles', () => {
    const value = { vins: [{ vin: 'A' }, { vin: 'B' }], revocations: [{ vins: ['C', 'D'] }] };
    expect(relate('transport', value)).toMatchObject({ revocations: [{ vins: ['A'] }] });
  });
});

describe('a rollup', () => {
  const rollup = (status: string, blockers: Drawn[], seed?: number) =>
    relate('rollup', { status, decision: 'VALID_EXPORT', viesResult: 'PENDING', blockers }, seed);

  test('that is valid has no blockers and a decision', () => {
    for (const value of [rollup('VALID', [{ code: 'x' }]), rollup('INCOMPLETE', [])]) {
      expect(value).toMatchObject({ status: 'VALID', viesResult: 'VALID', blockers: [] });
      expect(value['decision']).toEqual(expect.any(String));
    }
  });

  test('that is invalid says that VIES does not confirm the buyer', () => {
    expect(rollup('INVALID', [])).toEqual({
      status: 'INVALID',
      decision: null,
      viesResult: 'INVALID',
      blockers: [{ code: 'VIES_INVALID', message: 'VIES does not confirm the VAT number of the buyer.' }],
    });
  });

  test('that is incomplete says what is missing; only what concerns a vehicle names one', () => {
    const seen = new Set<unknown>();
    for (let seed = 0; seed < 30; seed++) {
      const value = rollup('INCOMPLETE', [{ code: 'x', message: 'x', vin: 'A' }], seed);
      expect(value).toMatchObject({ status: 'INCOMPLETE', decision: null, viesResult: 'VALID' });
      const [blocker] = value['blockers'] as Drawn[];
      seen.add(blocker!['code']);
      expect(blocker!['message']).toMatch(/\.$/);
      expect(Object.hasOwn(blocker!, 'vin')).toBe(blocker!['code'] !== 'FINAL_INVOICE_MISSING');
    }
    expect([...seen].sort()).toEqual(['CMR_MISSING', 'DELIVERY_MISSING', 'FINAL_INVOICE_MISSING']);
  });
});

test('an export file is found where its document is', () => {
  expect(relate('export-file', { documentId: 'd-1', downloadUrl: 'x' })).toMatchObject({
    downloadUrl: '/v1/documents/d-1/download',
  });
});

describe('a document', () => {
  const document = (type: string) =>
    relate('document', {
      type,
      buyerUuid: 'b',
      orderUuid: 'o',
      vin: 'v',
      invoiceType: 'FINAL',
      createdAt: LATE,
      updatedAt: EARLY,
    });
  const members = (type: string) =>
    ['buyerUuid', 'orderUuid', 'vin', 'invoiceType'].filter((name) => Object.hasOwn(document(type), name));

  test.each([
    ['INVOICE', ['orderUuid', 'invoiceType']],
    ['PROOF_OF_PAYMENT', ['orderUuid']],
    ['CMR', ['orderUuid', 'vin']],
    ['PICKUP_DECLARATION', ['orderUuid', 'vin']],
    ['DELIVERY_DECLARATION', ['orderUuid', 'vin']],
    ['EXPORT_FILE', ['orderUuid']],
    ['REGISTER_EXTRACT', ['buyerUuid']],
  ])('of type %s has %j', (type, expected) => {
    expect(members(type)).toEqual(expected);
  });

  test('is a file that is named after its type, in order of its changes', () => {
    const { fileName, createdAt, updatedAt } = document('PROOF_OF_PAYMENT');
    expect(fileName).toMatch(/^proof-of-payment-[1-9]\d{3}\.pdf$/);
    expect([createdAt, updatedAt]).toEqual([EARLY, LATE]);
  });
});

describe('a VIES check', () => {
  const check = (result: string) => relate('vies-check', { result, reason: 'r', requestedAt: LATE, checkedAt: EARLY });

  test('has a reason where VIES did not confirm, and was made after it was asked for', () => {
    const times = { requestedAt: EARLY, checkedAt: LATE };
    expect(check('VALID')).toEqual({ result: 'VALID', ...times });
    expect(check('INVALID')).toEqual({ result: 'INVALID', reason: 'r', ...times });
    expect(check('PENDING')).toEqual({ result: 'PENDING', requestedAt: LATE, checkedAt: null });
  });
});

describe('a verification', () => {
  test.each([
    ['PENDING', { startedAt: LATE, completedAt: null }],
    ['VERIFIED', { profile: {}, startedAt: EARLY, completedAt: LATE }],
    ['REJECTED', { reason: 'r', startedAt: EARLY, completedAt: LATE }],
  ])('that is %s', (status, expected) => {
    const value = { status, reason: 'r', profile: {}, startedAt: LATE, completedAt: EARLY };
    expect(relate('verification', value)).toEqual({ status, ...expected });
  });
});

test('an invitation that was just made is open', () => {
  expect(relate('invitation', { status: 'USED' })).toEqual({ status: 'OPEN' });
});

test('an invitation shows a company only for KYC', () => {
  const company = { companyName: 'A', vatNumber: 'B' };
  expect(relate('invitation-view', { kind: 'KYC', ...company })).toEqual({ kind: 'KYC', ...company });
  expect(relate('invitation-view', { kind: 'PROSPECT', ...company })).toEqual({ kind: 'PROSPECT' });
});

describe('a delivery', () => {
  const delivery = (status: string, attempts: number, more: Drawn = {}, seed?: number) =>
    relate('delivery', { status, attempts, createdAt: EARLY, lastAttemptAt: LATE, nextRetryAt: LATE, ...more }, seed);

  test('that failed was tried ten times, one that was delivered at least once, one that waits at most nine times', () => {
    expect(delivery('FAILED', 3)).toMatchObject({ attempts: 10, nextRetryAt: null });
    expect(delivery('DELIVERED', 0)).toMatchObject({ attempts: 1, httpStatus: 204, nextRetryAt: null });
    expect(delivery('DELIVERED', 5)).toMatchObject({ attempts: 5, httpStatus: 204 });
    expect(delivery('PENDING', 10)).toMatchObject({ attempts: 9, nextRetryAt: LATE });
  });

  test('that was not tried yet has no last attempt and no answer', () => {
    expect(delivery('PENDING', 0)).toMatchObject({ attempts: 0, httpStatus: null, lastAttemptAt: null });
  });

  test('that was tried has a last attempt, not before it was made', () => {
    expect(delivery('PENDING', 1, { lastAttemptAt: null })).toMatchObject({ lastAttemptAt: EARLY });
    expect(delivery('PENDING', 1, { createdAt: LATE, lastAttemptAt: EARLY })).toMatchObject({
      createdAt: EARLY,
      lastAttemptAt: LATE,
    });
  });

  test('that was not taken was answered with a failure', () => {
    const answers = new Set(Array.from({ length: 40 }, (_, seed) => delivery('FAILED', 3, {}, seed)['httpStatus']));
    expect([...answers].sort()).toEqual([404, 500, 502, 503]);
  });
});
