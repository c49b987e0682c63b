import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatDate, formatInstant, formatMileage } from '../../../src/vat/sheet/sheet.ts';
import { formatMoney } from '../../../src/vat/api/format-money.ts';

test.each([
  [1_250_000, 'EUR', 'EUR 12,500.00'],
  [5, 'EUR', 'EUR 0.05'],
  [0, 'PLN', 'PLN 0.00'],
  [-1_999, 'CZK', '-CZK 19.99'],
  // How many minor units make one is a matter of the currency.
  [1_250_000, 'JPY', 'JPY 1,250,000'],
  [1_250_000, 'KWD', 'KWD 1,250.000'],
  // Three capital letters that nobody has assigned.
  [100, 'XQZ', 'XQZ 1.00'],
  // "integer (int64)": beyond what a number holds.
  [9_223_372_036_854_775_807n, 'EUR', 'EUR 92,233,720,368,547,758.07'],
  [-9_223_372_036_854_775_808n, 'JPY', '-JPY 9,223,372,036,854,775,808'],
])('%s minor units of %s are %s', (value, currency, written) => {
  expect(formatMoney({ value: value as number, currency })).toBe(written);
});

test('no digit of an amount is lost', () => {
  const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  fc.assert(
    fc.property(int64, fc.constantFrom('EUR', 'JPY', 'BHD', 'SEK'), (value, currency) => {
      const written = formatMoney({ value: value as unknown as number, currency });
      const digits = written.replaceAll(/\D/g, '');
      expect(BigInt(digits)).toBe(value < 0n ? -value : value);
      expect(written.startsWith('-')).toBe(value < 0n);
    }),
  );
});

test('dates and times are in English and in UTC; what is no date stays as it was written', () => {
  expect(formatDate('2026-10-08')).toBe('8 Oct 2026');
  expect(formatDate('whenever')).toBe('whenever');
  expect(formatInstant(Date.UTC(2026, 0, 1, 0, 5))).toBe('1 Jan 2026, 00:05 UTC');
  expect(formatInstant('2026-10-21T01:30:00+02:00')).toBe('20 Oct 2026, 23:30 UTC');
  // A leap second is a valid RFC 3339 time, and no instant of JavaScript.
  expect(formatInstant('2016-12-31T23:59:60Z')).toBe('2016-12-31T23:59:60Z');
  expect(formatMileage(52_731)).toBe('52,731 km');
});
