import { describe, expect, test } from '@jest/globals';
import { type Assumed, NOTHING_ASSUMED } from '../../../src/engine/assumptions/register.ts';
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

test('rules are made once for what a sandbox assumes', () => {
  const assumed: Assumed = { ...NOTHING_ASSUMED, has: (choice) => choice === 'margin-scheme=exempt' };
  expect(rulesOf(assumed)).not.toBe(COMPLIANCE_RULES);
  expect(rulesOf(assumed)).toBe(rulesOf(assumed));
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

describe('each switch changes what it is about, and nothing else', () => {
  const NAMES = COMPLIANCE_RULES.vat.map(({ name }) => name);
  const decisionsUnder = (choice: Choice): readonly string[] =>
    assuming(choice).vat.map(({ name, decision }) => `${name}: ${decision}`);
  const decisions = COMPLIANCE_RULES.vat.map(({ name, decision }) => `${name}: ${decision}`);

  test('margin-scheme=exempt: there is no such rule', () => {
    expect(decisionsUnder('margin-scheme=exempt')).toEqual(
      decisions.filter((text) => !text.startsWith('margin-scheme')),
    );
    expect(decisions).toContain('margin-scheme: VAT_APPLICABLE');
  });

  test('new-means-of-transport=taxed: that rule decides otherwise', () => {
    expect(decisionsUnder('new-means-of-transport=taxed')).toEqual(
      decisions.map((text) =>
        text.replace('new-means-of-transport: VALID_EXPORT', 'new-means-of-transport: VAT_APPLICABLE'),
      ),
    );
    expect(reasonsUnder('new-means-of-transport=taxed', {}).map(([decision]) => decision)).toEqual(['VALID_EXPORT']);
  });

  test('domestic-sale=exempt: it decides last but for the general rule, and no exception is lost behind it', () => {
    const others = NAMES.filter((name) => name !== 'domestic-sale');
    const rules = assuming('domestic-sale=exempt').vat;
    expect(rules.map(({ name }) => name)).toEqual([...others.slice(0, -1), 'domestic-sale', others.at(-1)]);
    expect(rules.map(({ decision }) => decision).slice(-2)).toEqual(['VALID_EXPORT', 'VALID_EXPORT']);
  });

  test('vies-failure-blocks=nothing: a blocked buyer blocks still', () => {
    const rules = assuming('vies-failure-blocks=nothing');
    expect(rules).toEqual({
      ...COMPLIANCE_RULES,
      blocking: { ...COMPLIANCE_RULES.blocking, failures: ['BUYER_BLOCKED'] },
    });
  });

  test('compliance-evidence=cmr-and-delivery: other documents are not asked for', () => {
    expect(assuming('compliance-evidence=cmr-and-delivery')).toEqual({
      ...COMPLIANCE_RULES,
      evidence: ['CMR', 'DELIVERY_DECLARATION'],
    });
  });
});
