import { expect, test } from '@jest/globals';
import { FAKES } from '../../../src/generated/fakes.ts';
import { isVatCountry } from '../../../src/vat/vat-numbers/vat-number.ts';

const { markets: MARKETS, brands: BRANDS, remarks: REMARKS } = FAKES;

test('every market has several of everything, and nothing that is empty or there twice', () => {
  for (const { country, cities, streets, houses, companies, firstNames, lastNames, phone } of MARKETS) {
    expect(isVatCountry(country)).toBe(true);
    for (const texts of [cities.map(([city]) => city), streets, houses, companies, firstNames, lastNames]) {
      expect(texts.length).toBeGreaterThanOrEqual(3);
      expect(texts.every((text) => /^\S.*\S$/.test(text))).toBe(true);
      expect(new Set(texts).size).toBe(texts.length);
    }
    expect(phone[0]).toMatch(/^\+\d{4,}$/);
    for (const [, postCode] of cities) expect(postCode).toMatch(/\d{2}/);
    for (const street of streets) expect(street.split('#')).toHaveLength(2);
    for (const company of companies) expect(company.split('*')).toHaveLength(2);
  }
  expect(new Set(MARKETS.map(({ country }) => country)).size).toBe(MARKETS.length);
  expect(MARKETS.length).toBeGreaterThanOrEqual(9);
});

test('remarks are whole sentences', () => {
  expect(REMARKS.length).toBeGreaterThanOrEqual(5);
  for (const remark of REMARKS) expect(remark).toMatch(/^[A-Z].*\.$/);
});

test('brands have names, and several models each', () => {
  for (const { name, models } of BRANDS) {
    expect(name).not.toBe('');
    expect(models.length).toBeGreaterThanOrEqual(3);
  }
  expect(BRANDS.length).toBeGreaterThanOrEqual(12);
});
