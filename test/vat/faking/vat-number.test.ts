import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type VatCountry, drawUsualVatNumber, drawVatNumber } from '../../../src/vat/vat-numbers/draw-vat-number.ts';
import { createDraw } from '../../support/create-draw.ts';

const at = (digits: string, index: number): number => Number(digits.charAt(index));

/** Weights over all digits, the check digit among them: a sum to be divisible, where the generator computes a rest. */
const total = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * at(digits, index), 0);

/** The doubled digits by table, from the left, check digit included. */
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
const luhn = (digits: string): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = at(digits, index);
    sum += (digits.length - index) % 2 === 0 ? DOUBLED[digit]! : digit;
  }
  return sum % 10 === 0;
};

/** ISO 7064 MOD 11,10 as the standard checks: the last step has to leave 1. */
const mod1110 = (digits: string): boolean => {
  let carried = 5;
  for (let index = 0; index < digits.length; index++) {
    carried = ((((carried === 0 ? 10 : carried) * 2) % 11) + at(digits, index)) % 10;
  }
  return carried === 1;
};

const CHECKS: Record<VatCountry, (number: string) => boolean> = {
  AT: (number) => {
    const digits = /^ATU(\d{8})$/.exec(number)?.[1] ?? '';
    const doubled = [1, 3, 5].reduce((sum, index) => sum + DOUBLED[at(digits, index)]!, 0);
    const single = [0, 2, 4, 6, 7].reduce((sum, index) => sum + at(digits, index), 0);
    return digits !== '' && (doubled + single + 4) % 10 === 0;
  },
  BE: (number) => {
    const [, first, last] = /^BE([01]\d{7})(\d\d)$/.exec(number) ?? [];
    return (Number(first) + Number(last)) % 97 === 0;
  },
  DE: (number) => /^DE[1-9]\d{8}$/.test(number) && mod1110(number.slice(2)),
  ES: (number) => /^ESB\d{8}$/.test(number) && luhn(number.slice(3)),
  FR: (number) => {
    const [, key, siren = ''] = /^FR(\d\d)(\d{9})$/.exec(number) ?? [];
    return luhn(siren) && BigInt(`${siren}12`) % 97n === BigInt(key!);
  },
  GR: (number) =>
    /^EL\d{9}$/.test(number) && (total(number.slice(2), [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === at(number, 10),
  IT: (number) => /^IT\d{11}$/.test(number) && luhn(number.slice(2)),
  NL: (number) => /^NL\d{9}B\d\d$/.test(number) && total(number.slice(2), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  PL: (number) => /^PL\d{10}$/.test(number) && total(number.slice(2), [6, 5, 7, 2, 3, 4, 5, 6, 7, -1]) % 11 === 0,
};

/** Numbers from elsewhere that pass: they show that the checks of this file are right. */
const KNOWN: Record<VatCountry, string> = {
  AT: 'ATU27048281',
  BE: 'BE0366752545',
  DE: 'DE919148580',
  ES: 'ESB93911717',
  FR: 'FR28639174101',
  GR: 'EL929378427',
  IT: 'IT32512180822',
  NL: 'NL114933108B01',
  PL: 'PL9540638567',
};

const COUNTRIES = Object.keys(CHECKS) as VatCountry[];

describe.each(COUNTRIES)('VAT numbers of %s', (country) => {
  const isValid = CHECKS[country];

  it('are checked rightly by this test', () => {
    const known = KNOWN[country];
    expect(isValid(known)).toBe(true);
    const last = country === 'NL' ? known.indexOf('B') - 1 : known.length - 1;
    const wrong = known.slice(0, last) + String((at(known, last) + 1) % 10) + known.slice(last + 1);
    expect(isValid(wrong)).toBe(false);
  });

  it('carry the right check digit', () => {
    fc.assert(fc.property(fc.nat(), (seed) => isValid(drawVatNumber(createDraw(seed).random, country))));
  });

  it('carry it in their usual form, too', () => {
    fc.assert(fc.property(fc.nat(), (seed) => isValid(drawUsualVatNumber(createDraw(seed).random, country))));
  });
});
