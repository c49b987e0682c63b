import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type VatCountry, drawVatNumber } from '../../../src/vat/faking/vat-number.ts';
import { faultOfVatNumber } from '../../../src/vat/vies/vat-number.ts';
import { createDraw } from '../../support/create-draw.ts';

/** Numbers from elsewhere that pass; and the place of a check digit or letter, from the end. */
const KNOWN: readonly (readonly [number: string, checkAt?: number])[] = [
  ['ATU13585627'],
  ['BE0403019261'],
  ['BG175074752'],
  ['CY10259033P'],
  ['CZ25123891'],
  ['CZ46505334'],
  ['CZ640903926'],
  ['CZ7103192745'],
  ['DE136695976'],
  ['DK13585628'],
  ['EE100931558'],
  ['EL094259216'],
  ['ESB58378431'],
  ['ESA13585625'],
  ['ES54362315K'],
  ['ESX2482300W'],
  ['ESM1234567L'],
  ['FI20774740'],
  ['FR40303265045', -10],
  ['FR23334175221', -10],
  ['FRK7399859412', -10],
  ['FR53000004605', -10],
  ['HR33392005961'],
  ['HU12892312'],
  ['IE6433435F'],
  ['IE6433435OA', -2],
  ['IE8D79739I'],
  ['IT00743110157'],
  ['LT119511515'],
  ['LT100001919017'],
  ['LU15027442'],
  ['LV40003521600'],
  ['LV16117519997'],
  ['MT11679112'],
  ['NL004495445B01', -4],
  ['NL002455799B11'],
  ['PL8567346215'],
  ['PT501964843'],
  ['RO18547290'],
  ['SE123456789701', -3],
  ['SI50223054'],
  ['SK2022749619'],
  ['XI980780684'],
];

describe.each(KNOWN)('%s', (number, checkAt = -1) => {
  test('is a VAT number', () => {
    expect(faultOfVatNumber(number)).toBeUndefined();
  });

  test('is none with any other check digit', () => {
    const place = number.length + checkAt;
    const right = number.charAt(place);
    const others = Array.from(/\d/.test(right) ? '0123456789' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ').filter(
      (c) => c !== right,
    );
    const faults = others.map((other) => faultOfVatNumber(number.slice(0, place) + other + number.slice(place + 1)));
    expect(faults).not.toContain(undefined);
    expect(faults.join('\n')).toContain('are wrong');
  });

  test('is none when it is longer or shorter', () => {
    for (const other of [`${number}0000000`, number.slice(0, 3)])
      expect(faultOfVatNumber(other)).toContain('does not match the format');
  });
});

test('a Bulgarian person, whose number may have one of three check digits', () => {
  expect(faultOfVatNumber('BG7523169263')).toBeUndefined();
  expect(faultOfVatNumber('BG7523169264')).toContain('check digits');
});

test.each(['AT', 'BE', 'DE', 'ES', 'FR', 'GR', 'IT', 'NL', 'PL'] satisfies VatCountry[])(
  'what the faker draws for %s is a VAT number',
  (country) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect(faultOfVatNumber(drawVatNumber(createDraw(seed).random, country))).toBeUndefined();
      }),
    );
  },
);

test.each([
  ['GR094259216', 'Greek VAT numbers start with EL'],
  ['GB980780684', 'XI'],
  ['CH116281710', 'EU member states only'],
  ['DE12', 'does not match the format of VAT numbers with the prefix DE'],
  ['DE136695977', 'The check digits of DE136695977 are wrong'],
])('%s: %s', (number, reason) => {
  expect(faultOfVatNumber(number)).toContain(reason);
});

test('nothing that the description lets through is too strange to judge', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{2}[0-9A-Z]{1,30}$/), (number) => {
      const fault = faultOfVatNumber(number);
      expect(fault === undefined || fault.length > 0).toBe(true);
    }),
  );
});
