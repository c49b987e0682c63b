import { expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/register.ts';
import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { rulesOf, COMPLIANCE_RULES } from '../../../src/vat/compliance/compliance-rules.ts';
import { reasonsFor } from '../../../src/vat/compliance/vat-rules.ts';
import type { BuyerRecord } from '../../../src/vat/buyers/buyer.ts';
import type { VinRecord } from '../../../src/vat/orders/order.ts';
import { sampleBuyer, sampleOrderRecord } from '../../support/sample-records.ts';

const assuming = (choice: Choice) => rulesOf({ ...NOTHING_ASSUMED, has: (asked) => asked === choice });

/** What the Export File gives as reasons, sold from the Netherlands. */
const reasonsUnder = (
  choice: Choice,
  { buyer = {}, vehicle = {} }: { readonly buyer?: Partial<BuyerRecord>; readonly vehicle?: Partial<VinRecord> },
) => {
  const sample = sampleOrderRecord();
  const order = {
    ...sample,
    sellerVatNumber: 'NL114933108B01',
    vins: sample.vins.map((vin) => ({ ...vin, ...vehicle })),
  };
  const facts = { order, buyer: sampleBuyer(buyer), isValid: true };
  return reasonsFor(facts, assuming(choice).vat).map(({ rule, text }) => [rule.decision, text]);
};

test('without a switch of theirs the rules are the very ones that were chosen', () => {
  expect(rulesOf(NOTHING_ASSUMED)).toBe(COMPLIANCE_RULES);
  expect(assuming('etag-format=weak')).toBe(COMPLIANCE_RULES);
});

test('a domestic sale that is exempt is not said to leave the member state', () => {
  const buyer = { vatNumber: 'NL854123775B01', address: { ...sampleBuyer().address, country: 'NL' } };
  expect(reasonsUnder('domestic-sale=exempt', { buyer })).toEqual([
    ['VALID_EXPORT', 'This is a domestic sale, which is assumed to be exempt.'],
  ]);
  expect(reasonsUnder('domestic-sale=exempt', {})).toEqual([
    ['VALID_EXPORT', 'The vehicles go from NL to DE, to a buyer who is registered for VAT in DE.'],
  ]);
});

test('a new vehicle that is taxed is not said to be exempt', () => {
  expect(reasonsUnder('new-means-of-transport=taxed', { vehicle: { mileage: 10 } })[0]).toEqual([
    'VAT_APPLICABLE',
    'A vehicle is a new means of transport, which is assumed to be taxed.',
  ]);
});
