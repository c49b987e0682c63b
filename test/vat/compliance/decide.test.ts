import { describe, expect, test } from '@jest/globals';
import { decide } from '../../../src/vat/compliance/decide.ts';
import type { OrderRecord, VinRecord } from '../../../src/vat/orders/order.ts';
import { sampleOrderRecord } from '../../support/sample-records.ts';

const PICKUP = { confirmedAt: '2026-11-10T08:00:00+01:00' };

const withVehicle = (change: Partial<VinRecord>): OrderRecord => {
  const order = sampleOrderRecord();
  return { ...order, vins: order.vins.map((vin) => ({ ...vin, pickup: PICKUP, ...change })) };
};

const invoice = (type: 'PRELIMINARY' | 'FINAL', marginScheme: boolean): OrderRecord['invoices'][number] => ({
  type,
  invoiceDate: '2026-11-02',
  invoiceNumber: 'R-1',
  vatIncluded: false,
  amount: { value: 1, currency: 'EUR' },
  marginScheme,
  status: 'SUBMITTED',
  version: 1,
  updatedAt: 0,
});

test('a valid order of used vehicles is exempt', () => {
  expect(decide(withVehicle({}), true)).toBe('VALID_EXPORT');
});

test('an order that is not valid is not', () => {
  expect(decide(withVehicle({}), false)).toBe('VAT_APPLICABLE');
});

describe('a new means of transport', () => {
  test.each([
    [6000, 'VAT_APPLICABLE'],
    [6001, 'VALID_EXPORT'],
    [0, 'VAT_APPLICABLE'],
  ])('at %d km', (mileage, decision) => {
    expect(decide(withVehicle({ mileage }), true)).toBe(decision);
  });

  test.each([
    ['2026-05-10', 'VAT_APPLICABLE'],
    ['2026-05-09', 'VALID_EXPORT'],
    ['2026-11-10', 'VAT_APPLICABLE'],
  ])('first registered on %s, picked up on 2026-11-10', (firstRegistrationDate, decision) => {
    expect(decide(withVehicle({ firstRegistrationDate }), true)).toBe(decision);
  });

  test('an unknown mileage and date make no vehicle new', () => {
    const { mileage: _mileage, firstRegistrationDate: _date, ...vin } = sampleOrderRecord().vins[0]!;
    expect(decide({ ...sampleOrderRecord(), vins: [{ ...vin, pickup: PICKUP }] }, true)).toBe('VALID_EXPORT');
  });
});

describe('the margin scheme', () => {
  test('of the preliminary invoice counts until there is a final one', () => {
    const preliminary = { ...withVehicle({}), invoices: [invoice('PRELIMINARY', true)] };
    expect(decide(preliminary, true)).toBe('VAT_APPLICABLE');
    expect(decide({ ...preliminary, invoices: [...preliminary.invoices, invoice('FINAL', false)] }, true)).toBe(
      'VALID_EXPORT',
    );
  });
});
