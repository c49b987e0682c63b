import { describe, expect, test } from '@jest/globals';
import { answerOf, isTestNumber } from '../../../src/vat/vies/vies-check.ts';

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

test.each([
  ['201', 'INVALID_INPUT'],
  ['202', 'INVALID_REQUESTER_INFO'],
  ['300', 'SERVICE_UNAVAILABLE'],
  ['301', 'MS_UNAVAILABLE'],
  ['302', 'TIMEOUT'],
  ['400', 'VAT_BLOCKED'],
  ['401', 'IP_BLOCKED'],
  ['500', 'GLOBAL_MAX_CONCURRENT_REQ'],
  ['501', 'GLOBAL_MAX_CONCURRENT_REQ_TIME'],
  ['600', 'MS_MAX_CONCURRENT_REQ'],
  ['601', 'MS_MAX_CONCURRENT_REQ_TIME'],
])('%s answers with the code of VIES: %s', (digits, code) => {
  expect(answerOf(`DE${digits}`, 0)).toMatchObject({ reason: expect.stringMatching(new RegExp(`^${code}: `)) });
});

test('a test number says itself what VIES answers, an ordinary one does not', () => {
  expect(['DE100', 'EL300200100', 'DE136695976', 'DE1001', 'DE', 'DE999'].map(isTestNumber)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
