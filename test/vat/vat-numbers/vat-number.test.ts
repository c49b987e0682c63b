import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { drawVatNumber, faultOfVatNumber } from '../../../src/vat/vat-numbers/vat-number.ts';
import { createDraw } from '../../support/create-draw.ts';

/** Numbers from elsewhere that pass. */
const KNOWN = `
  ATU13585627 BE0403019261 BG175074752 BG175439026 CY10259033P CZ25123891 CZ46505334 CZ640903926 CZ641204848
  CZ640959359 CZ641086063 CZ640967278 CZ7103192745 DE136695976 DK13585628 EE100931558 EL094259216 ESB58378431
  ESA13585625 ESQ2826000H ES54362315K ESX2482300W ESM1234567L FI20774740 FR40303265045 FR23334175221 FRK7399859412
  FR53000004605 HR33392005961 HU12892312 IE6433435F IE6388047V IE6433435OA IE8D79739I IT00743110157 LT119511515
  LT132015616 LT100003376113 LT100001919017 LU15027442 LV40003521600 LV40003537438 LV16117519997 MT11679112
  NL004495445B01 NL002455799B11 PL8567346215 PT501964843 PT513204016 RO18547290 RO102670827 RO100318884
  SE123456789701 SI50223054 SI51339633 SI51545527 SI51125820 SK2022749619 XI980780684
`;

/** Where a check digit or letter is not the last one: its place, from the end. */
const CHECK_AT: Readonly<Record<string, number>> = {
  FR40303265045: -10,
  FR23334175221: -10,
  FRK7399859412: -10,
  FR53000004605: -10,
  IE6433435OA: -2,
  NL004495445B01: -4,
  SE123456789701: -3,
};

describe.each(KNOWN.trim().split(/\s+/))('%s', (number) => {
  const checkAt = CHECK_AT[number] ?? -1;
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

test.each(['BG7111042925', 'BG7111074601'])('%s: a foreigner, and somebody else, in Bulgaria', (number) => {
  expect(faultOfVatNumber(number)).toBeUndefined();
});

/** All of them, by another implementation of the rule. */
const KEYS = `
  0J 0W 1J 1K 1X 2K 2X 3K 3X 4K 4X 5K 5X 6K 6L 6Y 7L 7Y 8L 8Y 9L 9Y AA AN B0
  B1 BD BR C3 CF CT D5 DH DV E7 EK EL EY FA FN G0 GC GQ H2 HE HS J4 J5 JH JV
  K7 KK KX L9 LM LZ MB MP MQ N2 NE NS P4 PG PU Q6 QJ QW R8 R9 RM RZ SB SP T1
  TD TR U3 UF UT UU V6 VJ VW W8 WL WY XA XN Y0 YC YD YR Z3 ZF ZT
`;

test('a French SIREN may stand behind any of these keys that are not digits alone', () => {
  const characters = Array.from('0123456789ABCDEFGHJKLMNPQRSTUVWXYZ');
  const all = characters.flatMap((first) => characters.map((second) => first + second));
  const keys = all.filter((key) => !/^\d\d$/.test(key) && faultOfVatNumber(`FR${key}399859412`) === undefined);
  expect(keys).toEqual(KEYS.trim().split(/\s+/));
});

/** Numbers that were given before there were check digits, or after they were given up. */
test.each(['CZ530101001', 'CZ530101002', 'LV32000000001', 'LV32000000002', 'XIGD001', 'XIHA599'])(
  '%s has no check digit',
  (number) => {
    expect(faultOfVatNumber(number)).toBeUndefined();
  },
);

test.each([
  // The key is right for it, but the SIREN is none.
  'FR43303265046',
  // Its sum is a multiple of 11, which no number has.
  'SI50888250',
  // It only ends as those without a check digit begin.
  'LV16117519932',
])('%s is none', (number) => {
  expect(faultOfVatNumber(number)).toContain('are wrong');
});

test.each(['AT', 'BE', 'DE', 'ES', 'FR', 'GR', 'IT', 'NL', 'PL'])(
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
