import { describe, expect, test } from '@jest/globals';
import {
  type CompleteNumber,
  austrian,
  belgian,
  dutch,
  french,
  german,
  greek,
  italian,
  polish,
  spanish,
  carriedDigit,
  luhnDigit,
  modulo,
  sum,
  toDigits,
  twoDigits,
  weigh,
} from '../../../src/vat/vat-numbers/completed-numbers.ts';

describe('digits that are free, and the number that they lead to', () => {
  test.each<[string, CompleteNumber, string, string | undefined]>([
    ['Germany', german, '13669597', 'DE136695976'],
    ['France', french, '30326504', 'FR40303265045'],
    ['Italy', italian, '0074311015', 'IT00743110157'],
    ['Poland', polish, '856734621', 'PL8567346215'],
    ['Poland, with 9', polish, '000213813', 'PL0002138139'],
    ['Poland, with 0', polish, '000023757', 'PL0000237570'],
    ['the Netherlands', dutch, '00449544', 'NL004495445B01'],
    ['the Netherlands, with 0', dutch, '00015838', 'NL000158380B01'],
    ['Belgium', belgian, '04030192', 'BE0403019261'],
    ['Belgium, nothing left over', belgian, '00768143', 'BE0076814397'],
    ['Belgium, with a zero in front', belgian, '00483059', 'BE0048305901'],
    ['Austria', austrian, '1358562', 'ATU13585627'],
    ['Spain', spanish, '5837843', 'ESB58378431'],
    ['Greece', greek, '09425921', 'EL094259216'],
    ['Greece, a remainder of 10', greek, '00190056', 'EL001900560'],
    // A remainder of 10 would need two digits.
    ['Poland', polish, '000007919', undefined],
    ['the Netherlands', dutch, '00039595', undefined],
  ])('%s', (_country, complete, digits, number) => {
    expect(complete(digits)).toBe(number);
  });
});

describe('the arithmetic', () => {
  test('of digits', () => {
    expect(toDigits('0419')).toEqual([0, 4, 1, 9]);
    expect([sum([]), sum([1, 2, 3])]).toEqual([0, 6]);
    expect([twoDigits(0), twoDigits(7), twoDigits(42)]).toEqual(['00', '07', '42']);
  });

  test('of weights: digits beyond them do not count', () => {
    expect([weigh('123', [3, 2, 1]), weigh('1239', [3, 2, 1]), weigh('9', [])]).toEqual([10, 10, 0]);
  });

  test('of remainders, which are never negative', () => {
    expect([modulo(7, 5), modulo(-7, 5), modulo(-10, 5), modulo(0, 5)].map((rest) => rest + 0)).toEqual([2, 3, 0, 0]);
  });

  test('Luhn: the examples of ISO/IEC 7812, and one that ends in zero', () => {
    expect([luhnDigit('7992739871'), luhnDigit('0'), luhnDigit('95'), luhnDigit('5')]).toEqual(['3', '0', '0', '9']);
  });

  test('ISO 7064 MOD 11,10: the example of the standard, and one where the product is 10', () => {
    expect([carriedDigit('0794'), carriedDigit('13669597'), carriedDigit('')]).toEqual(['5', '6', '1']);
  });
});
