import { describe, expect, test } from '@jest/globals';
import { decide, reasonsFor } from '../../../src/vat/compliance/vat-rules.ts';
import type { OrderRecord, VinRecord } from '../../../src/vat/orders/order.ts';
import { sampleBuyer, sampleOrderRecord } from '../../support/sample-records.ts';

type VatFacts = Parameters<typeof decide>[0];

const PICKUP = { confirmedAt: '2026-11-10T08:00:00+01:00' };

/** Used, from the Netherlands to Germany, and valid. */
const facts = ({
  vehicle = {},
  order = {},
  ...change
}: Partial<Omit<VatFacts, 'order'>> & {
  vehicle?: Partial<VinRecord>;
  order?: Partial<OrderRecord>;
} = {}): VatFacts => {
  const sample = sampleOrderRecord();
  const vins = sample.vins.map((vin) => ({ ...vin, pickup: PICKUP, ...vehicle }));
  return { order: { ...sample, vins, ...order }, buyer: sampleBuyer(), isValid: true, ...change };
};

const ruleOf = (given: VatFacts): string | undefined => reasonsFor(given)[0]?.rule.name;

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

const buyerAt = (vatNumber: string, country: string, postCode = '1'): { buyer: VatFacts['buyer'] } => {
  const { address } = sampleBuyer();
  return { buyer: sampleBuyer({ vatNumber, address: { ...address, country, postCode } }) };
};

test('used vehicles, supplied to a buyer in another member state, are exempt', () => {
  expect(decide(facts())).toBe('VALID_EXPORT');
  expect(ruleOf(facts())).toBe('intra-community-supply');
});

test('an order that is not valid is not exempt, whatever else is true of it', () => {
  expect(decide(facts({ isValid: false }))).toBe('VAT_APPLICABLE');
  expect(decide(facts({ isValid: false, vehicle: { mileage: 10 } }))).toBe('VAT_APPLICABLE');
});

describe('a new means of transport is exempt where it leaves', () => {
  test.each([
    [6000, true],
    [6001, false],
    [0, true],
  ])('at %d km', (mileage, isNew) => {
    expect(ruleOf(facts({ vehicle: { mileage } }))).toBe(isNew ? 'new-means-of-transport' : 'intra-community-supply');
    expect(decide(facts({ vehicle: { mileage } }))).toBe('VALID_EXPORT');
  });

  test.each([
    ['2026-05-10', true],
    ['2026-05-09', false],
    ['2026-11-10', true],
  ])('first registered on %s, picked up on 2026-11-10', (firstRegistrationDate, isNew) => {
    expect(ruleOf(facts({ vehicle: { firstRegistrationDate } }))).toBe(
      isNew ? 'new-means-of-transport' : 'intra-community-supply',
    );
  });

  test.each([
    ['2025-08-31', '2026-02-28', true],
    ['2025-08-31', '2026-03-01', false],
    ['2027-08-30', '2028-02-29', true],
    ['2027-08-30', '2028-03-01', false],
    ['2026-03-31', '2026-09-30', true],
    ['2026-03-31', '2026-10-01', false],
  ])('six months end with a shorter month: %s, picked up on %s', (firstRegistrationDate, day, isNew) => {
    const pickup = { confirmedAt: `${day}T23:00:00Z` };
    expect(ruleOf(facts({ vehicle: { firstRegistrationDate, pickup } }))).toBe(
      isNew ? 'new-means-of-transport' : 'intra-community-supply',
    );
  });

  test('the year 50 is not 1950', () => {
    const vehicle = { firstRegistrationDate: '0050-01-01', pickup: { confirmedAt: '1950-03-01T10:00:00Z' } };
    expect(ruleOf(facts({ vehicle }))).toBe('intra-community-supply');
  });

  test('an unknown mileage and date make no vehicle new', () => {
    const { mileage: _mileage, firstRegistrationDate: _date, ...vin } = sampleOrderRecord().vins[0]!;
    expect(ruleOf(facts({ order: { vins: [{ ...vin, pickup: PICKUP }] } }))).toBe('intra-community-supply');
  });

  test('not in the same member state, and not under the margin scheme', () => {
    const vehicle = { mileage: 10 };
    expect(decide(facts({ vehicle, ...buyerAt('NL854123775B01', 'NL') }))).toBe('VAT_APPLICABLE');
    const order = { ...facts({ vehicle }).order, invoices: [invoice('FINAL', true)] };
    expect(decide({ ...facts(), order })).toBe('VAT_APPLICABLE');
  });
});

test('the margin scheme of the preliminary invoice counts until there is a final one', () => {
  expect(decide(facts({ order: { invoices: [invoice('PRELIMINARY', true)] } }))).toBe('VAT_APPLICABLE');
  const both = [invoice('PRELIMINARY', true), invoice('FINAL', false)];
  expect(decide(facts({ order: { invoices: both } }))).toBe('VALID_EXPORT');
});

describe('where seller and buyer are', () => {
  const sold = (sellerVatNumber: string, vatNumber: string, country: string, postCode?: string): string | undefined =>
    ruleOf(facts({ order: { sellerVatNumber }, ...buyerAt(vatNumber, country, postCode) }));

  test.each([
    ['both in one member state', 'NL114933108B01', 'NL854123775B01', 'NL', '1', 'domestic-sale'],
    ['both in Greece', 'EL929378427', 'EL998712546', 'GR', '1', 'domestic-sale'],
    ['a Greek seller whose number is written GR', 'GR929378427', 'EL998712546', 'GR', '1', 'domestic-sale'],
    ['from Greece', 'EL929378427', 'DE136695976', 'DE', '1', 'intra-community-supply'],
    ['to Greece', 'NL114933108B01', 'EL998712546', 'GR', '1', 'intra-community-supply'],
    ['a foreign number, but the vehicles stay', 'NL114933108B01', 'DE136695976', 'NL', '1', 'domestic-sale'],
    ['a domestic number and a foreign address', 'NL114933108B01', 'NL854123775B01', 'DE', '1', 'domestic-sale'],
    ['to Northern Ireland', 'NL114933108B01', 'XI284612016', 'GB', 'BT1 3BA', 'intra-community-supply'],
    ['its number, but an address in Great Britain', 'NL114933108B01', 'XI284612016', 'GB', 'E1 6AN', 'leaves-the-eu'],
    ['from Northern Ireland to Ireland', 'XI284612016', 'IE6388047V', 'IE', '1', 'intra-community-supply'],
    ['within Northern Ireland', 'XI284612016', 'XI284612058', 'GB', 'BT2 7AA', 'domestic-sale'],
    ['to Switzerland', 'NL114933108B01', 'DE136695976', 'CH', '1', 'leaves-the-eu'],
    ['to the Canary Islands', 'NL114933108B01', 'ESB84570936', 'ES', '35001', 'leaves-the-eu'],
    ['to the Spanish mainland', 'NL114933108B01', 'ESB84570936', 'ES', '28001', 'intra-community-supply'],
    ['to Ceuta', 'NL114933108B01', 'ESB84570936', 'ES', '51001', 'leaves-the-eu'],
    ['to Åland', 'NL114933108B01', 'FI20774740', 'FI', 'FI-22100', 'leaves-the-eu'],
    ['to Heligoland', 'NL114933108B01', 'DE136695976', 'DE', 'D-27498', 'leaves-the-eu'],
    ['to Büsingen', 'NL114933108B01', 'DE136695976', 'DE', '78266', 'leaves-the-eu'],
    ['to Livigno', 'NL114933108B01', 'IT00743110157', 'IT', '23041', 'leaves-the-eu'],
    ['to Mount Athos', 'NL114933108B01', 'EL998712546', 'GR', '630 86', 'leaves-the-eu'],
    ['to Réunion with a French address', 'NL114933108B01', 'FR61793158023', 'FR', '97400', 'leaves-the-eu'],
    ['to Réunion', 'NL114933108B01', 'FR61793158023', 'RE', '97400', 'leaves-the-eu'],
    // An export, though seller and buyer are registered in the same member state.
    ['from the Spanish mainland to Tenerife', 'ESB84570936', 'ESB84570936', 'ES', '38001', 'leaves-the-eu'],
    ['from France to Nouméa with a French address', 'FR61793158023', 'FR61793158023', 'FR', '98800', 'leaves-the-eu'],
    ['to Nuuk with a Danish address', 'NL114933108B01', 'DK13585628', 'DK', '3900', 'leaves-the-eu'],
    ['to Tórshavn with a Danish address', 'NL114933108B01', 'DK13585628', 'DK', 'FO-100', 'leaves-the-eu'],
    ['to Copenhagen', 'NL114933108B01', 'DK13585628', 'DK', '1000', 'intra-community-supply'],
    ['from the Netherlands to Monaco', 'NL114933108B01', 'FR61793158023', 'FR', '98000', 'intra-community-supply'],
    ['from France to Monaco', 'FR61793158023', 'DE136695976', 'MC', '1', 'domestic-sale'],
    ['from Monaco to France', 'MC123', 'DE136695976', 'FR', '75001', 'domestic-sale'],
    ['to Paris', 'NL114933108B01', 'FR61793158023', 'FR', '75001', 'intra-community-supply'],
    ['to Northern Ireland, written UK', 'NL114933108B01', 'XI284612016', 'UK', ' bt1 3BA', 'intra-community-supply'],
    ['to Ireland, with such a post code', 'NL114933108B01', 'IE6388047V', 'IE', 'BT1 3BA', 'intra-community-supply'],
    ['to Greece, written EL', 'NL114933108B01', 'EL998712546', 'EL', '10431', 'intra-community-supply'],
    ['to Mount Athos, written EL', 'NL114933108B01', 'EL998712546', 'EL', '63087', 'leaves-the-eu'],
    ['to Helsinki', 'NL114933108B01', 'FI20774740', 'FI', '00100', 'intra-community-supply'],
    ['to Büsingen, in other letters', 'NL114933108B01', 'DE136695976', 'DE', 'D-78 266', 'leaves-the-eu'],
    ['to Campione d’Italia', 'NL114933108B01', 'IT00743110157', 'IT', '22061', 'leaves-the-eu'],
    ['to a place beside it', 'NL114933108B01', 'IT00743110157', 'IT', '22060', 'intra-community-supply'],
    ['from the United Kingdom', 'UK980780684', 'DE136695976', 'DE', '1', 'seller-outside-the-eu'],
    ['from Switzerland', 'CHE114837206', 'DE136695976', 'DE', '1', 'seller-outside-the-eu'],
    ['from Great Britain', 'GB123456789', 'DE136695976', 'DE', '1', 'seller-outside-the-eu'],
  ])('%s', (_what, seller, buyer, country, postCode, rule) => {
    expect(sold(seller, buyer, country, postCode)).toBe(rule);
  });

  test.each([
    ['stay', 'NL', 'This is a domestic sale: seller and buyer are both registered in NL.'],
    ['leave', 'DE', 'the exemption requires a buyer who is registered in another member state.'],
  ])('both registered in one member state, and the vehicles %s: the reason says so', (_what, country, text) => {
    const order = { sellerVatNumber: 'NL114933108B01' };
    const [reason] = reasonsFor(facts({ order, ...buyerAt('NL854123775B01', country) }));
    expect(reason?.text).toContain(text);
  });

  test('a seller whose number is not known counts as one of another member state', () => {
    const { sellerVatNumber: _number, ...order } = facts().order;
    expect(ruleOf({ ...facts(buyerAt('NL854123775B01', 'NL')), order })).toBe('intra-community-supply');
  });
});

test('the reason of an exempt supply names where it goes from and to', () => {
  const text = (change: object): string => reasonsFor(facts(change)).at(-1)?.text ?? '';
  const order = { sellerVatNumber: 'NL114933108B01' };
  // Registered in one member state, delivered to another (a supply under Article 138 all the same).
  expect(text({ order, ...buyerAt('PL9540638567', 'DE') })).toBe(
    'The vehicles go from NL to DE, to a buyer who is registered for VAT in PL.',
  );
});

test('the margin scheme on a new means of transport: the reason says that it is not for it', () => {
  const order = { ...facts({ vehicle: { mileage: 10 } }).order, invoices: [invoice('FINAL', true)] };
  const [reason] = reasonsFor({ ...facts(), order });
  expect(reason?.rule.name).toBe('margin-scheme');
  expect(reason?.text).toMatch(/313\(2\).*submit the invoice again without it/);
});

test('a seller without a VAT number, or with a foreign one, sells nothing at home', () => {
  const abroad = buyerAt('US100', 'DE');
  const { sellerVatNumber: _number, ...order } = facts().order;
  expect(ruleOf({ ...facts(), ...abroad, order })).toBe('intra-community-supply');
  expect(ruleOf(facts({ ...abroad, order: { sellerVatNumber: 'CH116281710' } }))).toBe('seller-outside-the-eu');
});

test('of many new vehicles the first six are named, and the others counted', () => {
  const textWith = (count: number): string => {
    const vins = Array.from({ length: count }, (_item, index) => `VIN${String(index + 1)}`);
    const { order } = facts({ vehicle: { mileage: 10 } });
    const [first] = order.vins;
    const given = facts({ order: { vins: vins.map((vin) => ({ ...first!, vin })) } });
    return reasonsFor(given)[0]?.text ?? '';
  };
  expect(textWith(1)).toContain(': VIN1. They');
  expect(textWith(6)).toContain(': VIN1, VIN2, VIN3, VIN4, VIN5, VIN6. They');
  expect(textWith(7)).toContain(': VIN1, VIN2, VIN3, VIN4, VIN5, VIN6 and 1 more. They');
  expect(textWith(9)).toContain('VIN6 and 3 more. They');
});
