/** All characters except those of the fonts: letters of the official languages of the Union, signs and currencies. */
const NOT_PRINTABLE =
  /[^ -~\u00A0-\u00AC\u00AE-\u017F\u0218-\u021B\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u045F\u0490\u0491\u1E80-\u1E85\u1EF2\u1EF3\u2013-\u2015\u2018-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2116\u2122\u2212\uFFFD]/gu;

const REPLACEMENT = '\uFFFD';

/**
 * Normalizes a text for printing on one line: composed letters, plain hyphens and spaces, no invisible characters.
 * Names in other scripts are accepted: each unprintable character becomes a replacement character.
 */
export const toPrintable = (text: string): string => (PLAIN.test(text) ? text : normalize(text));

/** Most texts: ASCII with single spaces, nothing to normalize. */
const PLAIN = /^[!-~]*(?: [!-~]+)*$/;

const normalize = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(NOT_PRINTABLE, REPLACEMENT);
