import { describe, expect, test } from '@jest/globals';
import { answerOf } from '../../../src/vat/vies/vies-answer.ts';

describe('the numbers of the public VIES test service', () => {
  test.each([
    ['100', 'VALID'],
    ['200', 'INVALID'],
    ['201', 'INVALID'],
    ['202', 'INVALID'],
    ['300', 'UNREACHABLE'],
    ['301', 'UNREACHABLE'],
    ['302', 'UNREACHABLE'],
    ['400', 'INVALID'],
    ['401', 'INVALID'],
    ['500', 'UNREACHABLE'],
    ['501', 'UNREACHABLE'],
    ['600', 'UNREACHABLE'],
    ['601', 'UNREACHABLE'],
  ])('%s is %s, every time, in each country', (digits, kind) => {
    for (const prefix of ['DE', 'AT', 'EL', 'XI'])
      for (const turn of [0, 1, 7]) expect(answerOf(prefix + digits, turn).kind).toBe(kind);
  });

  test('DE100200 is valid first and invalid from then on', () => {
    expect([0, 1, 2, 9].map((turn) => answerOf('DE100200', turn).kind)).toEqual([
      'VALID',
      'INVALID',
      'INVALID',
      'INVALID',
    ]);
  });

  test('codes in a row are answered one after the other', () => {
    expect([0, 1, 2, 3].map((turn) => answerOf('FR300200100', turn).kind)).toEqual([
      'UNREACHABLE',
      'INVALID',
      'VALID',
      'VALID',
    ]);
  });

  test('each answer that is not valid says why', () => {
    for (const digits of ['200', '201', '300', '401', '601'])
      expect(answerOf(`DE${digits}`, 0)).toMatchObject({ reason: expect.stringMatching(/\w+ .*\.$/) });
  });
});

test.each([
  ['DE136695976', { kind: 'VALID' }],
  ['DE136695977', { kind: 'INVALID', reason: 'The check digits of DE136695977 are wrong.' }],
  ['DE1', { kind: 'INVALID', reason: expect.stringContaining('form') }],
  ['DE1001', { kind: 'INVALID', reason: expect.stringContaining('form') }],
  ['US100', { kind: 'INVALID', reason: expect.stringContaining('VIES does not know the prefix US') }],
  ['GR100', { kind: 'INVALID', reason: expect.stringContaining('start with EL') }],
])('%s is %j', (number, answer) => {
  expect(answerOf(number, 0)).toEqual(answer);
});
