import { carriedDigit, luhnDigit, sum, toDigits, twoDigits, weigh } from './check-digits.ts';

/**
 * Completes free digits to a whole VAT number with prefix and check digits. Undefined if no check digit exists, as
 * under modulus 11 if the remainder would need two digits.
 */
export type CompleteNumber = (digits: string) => string | undefined;

/** ISO 7064 MOD 11,10. */
export const german = (eight: string): string => `DE${eight}${carriedDigit(eight)}`;

/** The SIREN (Luhn), preceded by a key of two digits: 12 plus three times the SIREN modulo 97, modulo 97. */
export const french = (eight: string): string => {
  const siren = eight + luhnDigit(eight);
  return `FR${frenchKey(siren)}${siren}`;
};

export const frenchKey = (siren: string): string => twoDigits((12 + 3 * (Number(siren) % 97)) % 97);

/** Seven digits, three digits of the provincial office, Luhn. */
export const italian = (ten: string): string => `IT${ten}${luhnDigit(ten)}`;

/** NIP: weighted sum modulo 11. */
export const polish: CompleteNumber = (nine) => {
  const check = weigh(nine, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11;
  return check === 10 ? undefined : `PL${nine}${String(check)}`;
};

/** RSIN: weights 9 down to 2, modulo 11. B01 is the first VAT registration of the company. */
export const dutch: CompleteNumber = (eight) => {
  const check = weigh(eight, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return check === 10 ? undefined : `NL${eight}${String(check)}B01`;
};

/** Enterprise number: the last two digits are 97 less the first eight modulo 97. */
export const belgian = (eight: string): string => `BE${eight}${twoDigits(97 - (Number(eight) % 97))}`;

/**
 * Every second digit counts double, as the sum of its digits; the total plus 4 is complemented to a multiple of ten.
 */
export const austrian = (seven: string): string => {
  const total = toDigits(seven).map((digit, index) =>
    index % 2 === 0 ? digit : Math.trunc(digit / 5) + ((digit * 2) % 10),
  );
  return `ATU${seven}${String((96 - sum(total)) % 10)}`;
};

/** CIF of a limited company (letter B), Luhn; other legal forms have a letter as check digit. */
export const spanish = (seven: string): string => `ESB${seven}${luhnDigit(seven)}`;

/** AFM: descending powers of two, modulo 11, then modulo 10. The prefix is EL although the country is GR. */
export const greek = (eight: string): string =>
  `EL${eight}${String((weigh(eight, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10)}`;
