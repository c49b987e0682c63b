import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FAKES } from '../../../src/generated/fakes.ts';
import { vatGenerators } from '../../../src/vat/faking/generators.ts';
import { createDraw } from '../../support/create-draw.ts';
import { generate, generateText } from '../../support/generate.ts';

const NAMES = Object.keys(vatGenerators);
const VAT_PREFIXES: Record<string, string> = { GR: 'EL' };

const text = (seed: number, name: string): string => generateText(vatGenerators, name, createDraw(seed));

const whole = (seed: number): (string | number)[] => {
  const draw = createDraw(seed);
  return NAMES.map((name) => generate(vatGenerators, name, draw));
};

/** Turns a pattern of the tables into a test for what was made of it. */
const made = (patterns: readonly string[], template: string, value: string, of: string): boolean =>
  patterns.some((pattern) => {
    const [before = '', after = ''] = pattern.split(template);
    const middle = of.slice(before.length, of.length - after.length);
    return of.startsWith(before) && of.endsWith(after) && new RegExp(`^(${value})$`).test(middle);
  });

const marketOf = (country: string) => FAKES.markets.find((market) => market.country === country)!;

describe('vatGenerators', () => {
  it('makes the same values from the same seed, and others from another', () => {
    expect(whole(7)).toEqual(whole(7));
    expect(whole(7)).not.toEqual(whole(8));
  });

  it('knows every name that descriptions use', () => {
    const names =
      'vin vat-number company-name first-name last-name email phone street post-code city country-code vehicle-brand ' +
      'vehicle-model mileage amount-cents currency external-order-id invoice-number payment-reference webhook-id ' +
      'delivery-id event-id webhook-secret sentence file-name self-service-url document-download-path';
    expect(NAMES).toEqual(expect.arrayContaining(names.split(' ')));
  });

  it('keeps all of a body in one country, two companies of it too', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const draw = createDraw(seed);
        const value = (name: string): string => generateText(vatGenerators, name, draw);
        const country = value('country-code');
        const market = marketOf(country);
        const vatNumbers = [1, 2].map(() => {
          const vatNumber = value('vat-number');
          expect(vatNumber.slice(0, 2)).toBe(VAT_PREFIXES[country] ?? country);
          expect(made(market.companies, '*', market.houses.join('|'), value('company-name'))).toBe(true);
          expect(market.cities).toContainEqual([value('city'), value('post-code')]);
          expect(made(market.streets, '#', '\\d+', value('street'))).toBe(true);
          expect(market.firstNames).toContain(value('first-name'));
          expect(market.lastNames).toContain(value('last-name'));
          expect(value('email')).toMatch(/^[a-z]+\.[a-z]+@example\.(com|org)$/);
          expect(value('phone').startsWith(market.phone[0])).toBe(true);
          expect(value('phone')).toMatch(/^\+\d{9,14}$/);
          return vatNumber;
        });
        expect(new Set(vatNumbers).size).toBe(2);
      }),
    );
  });

  it('comes around in all its markets', () => {
    const seen = new Set(Array.from({ length: 200 }, (_, seed) => text(seed, 'country-code')));
    expect([...seen].sort()).toEqual(FAKES.markets.map(({ country }) => country).sort());
  });

  it.each([
    ['webhook-id', /^wh_[0-9A-HJKMNP-TV-Z]{26}$/],
    ['delivery-id', /^del_[0-9A-HJKMNP-TV-Z]{26}$/],
    ['event-id', /^evt_[0-9A-HJKMNP-TV-Z]{26}$/],
    ['webhook-secret', /^whsec_[0-9A-Za-z+/]{43}=$/],
    ['currency', /^EUR$/],
    ['external-order-id', /^ORD-2026-\d{6}$/],
    ['invoice-number', /^INV-2026-\d{5}$/],
    ['payment-reference', /^TRF-2026-\d{8}$/],
    ['file-name', /^[a-z-]+-\d{6}\.pdf$/],
    ['sentence', /^[A-Z].+\.$/],
    ['self-service-url', /^https:\/\/portal\.example\.com\/v1\/self-service\/demo\.[0-9A-HJKMNP-TV-Z]{26}$/],
    ['document-download-path', /^\/v1\/documents\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/download$/],
  ])('makes %s in its form', (name, form) => {
    fc.assert(fc.property(fc.nat(), (seed) => form.test(text(seed, name))));
  });

  it('encodes exactly 32 bytes as a webhook secret', () => {
    const encoded = text(5, 'webhook-secret').slice('whsec_'.length);
    const bytes = Buffer.from(encoded, 'base64');
    expect(bytes).toHaveLength(32);
    expect(bytes.toString('base64')).toBe(encoded);
  });

  it('asks prices that cars fetch, within the limits of their schema', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const price = Number(generate(vatGenerators, 'amount-cents', createDraw(seed)));
        expect(price % 100_00).toBe(0);
        expect(price).toBeGreaterThanOrEqual(4_500_00);
        expect(price).toBeLessThanOrEqual(85_000_00);
      }),
    );
    expect(generate(vatGenerators, 'amount-cents', createDraw(1), { maximum: 1000 })).toBe(1000);
  });

  it('cuts remarks to the limits of their schema', () => {
    expect(generateText(vatGenerators, 'sentence', createDraw(1), { maxLength: 10 }).length).toBeLessThanOrEqual(10);
    expect(generateText(vatGenerators, 'sentence', createDraw(1), { minLength: 200 }).length).toBeGreaterThanOrEqual(
      200,
    );
  });
});

it('a long text is made of several sentences', () => {
  const long = generateText(vatGenerators, 'sentence', createDraw(1), { minLength: 150, maxLength: 1000 });
  expect(long.length).toBeGreaterThanOrEqual(150);
  expect(long).not.toContain('undefined');
  expect(long).toMatch(/\. [A-Z].*\.$/);
});
