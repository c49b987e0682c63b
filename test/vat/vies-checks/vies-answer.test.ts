import { describe, expect, test } from '@jest/globals';
import { answerOf, isTestNumber } from '../../../src/vat/vies/vies-check.ts';

describe('the numbers of the public VIES test service', () => {
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
  ['100', 'VALID', undefined],
  ['200', 'INVALID', 'The number is not registered for intra-Community trade.'],
  ['201', 'INVALID', 'INVALID_INPUT: '],
  ['202', 'INVALID', 'INVALID_REQUESTER_INFO: '],
  ['300', 'UNREACHABLE', 'SERVICE_UNAVAILABLE: '],
  ['301', 'UNREACHABLE', 'MS_UNAVAILABLE: '],
  ['302', 'UNREACHABLE', 'TIMEOUT: '],
  ['400', 'INVALID', 'VAT_BLOCKED: '],
  ['401', 'INVALID', 'IP_BLOCKED: '],
  ['500', 'UNREACHABLE', 'GLOBAL_MAX_CONCURRENT_REQ: '],
  ['501', 'UNREACHABLE', 'GLOBAL_MAX_CONCURRENT_REQ_TIME: '],
  ['600', 'UNREACHABLE', 'MS_MAX_CONCURRENT_REQ: '],
  ['601', 'UNREACHABLE', 'MS_MAX_CONCURRENT_REQ_TIME: '],
])('%s is %s in each country, every time, and says why: %s', (digits, kind, code) => {
  const reason = code === undefined ? {} : { reason: expect.stringMatching(new RegExp(`^${code}.*\\.?$`)) };
  for (const prefix of ['DE', 'AT', 'EL', 'XI'])
    for (const turn of [0, 1, 7]) expect(answerOf(prefix + digits, turn)).toEqual({ kind, ...reason });
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
