import { describe, expect, test } from '@jest/globals';
import { BURST } from '../../../src/vat/policy/limits.ts';
import { createRateLimiter, toAllowances } from '../../../src/engine/rate-limiting/rate-limiter.ts';
import { contractOf } from '../contract/contract-of.ts';
import { callerOf } from './caller-of.ts';

const { rateLimits } = contractOf({
  'x-rate-limit-tiers': {
    SMALL: { read: 60, 'x-provenance': 'documented' },
    NEARLY: { read: 96 },
    LARGE: { read: 1000, write: 1000 },
  },
  'x-rate-limit-ceiling': { read: 100, 'x-assumption': 'rate-limit-ceiling' },
});

describe('an absolute ceiling', () => {
  test.each([
    ['leaves what is below it alone', 'SMALL', 'read', { limit: 60, burst: 10 }],
    ['cuts a burst', 'NEARLY', 'read', { limit: 96, burst: 4 }],
    ['applies to every tier, and lets no burst beyond', 'LARGE', 'read', { limit: 100, burst: 0 }],
    ['is one of its category', 'LARGE', 'write', { limit: 1000, burst: 166 }],
  ])('%s', (_what, tier, category, expected) => {
    expect(toAllowances(rateLimits, BURST).get(tier)?.get(category)).toEqual(expected);
  });

  test('is where the largest tier is refused, and what it is told', () => {
    const limiter = createRateLimiter(toAllowances(rateLimits, BURST));
    const readings = Array.from({ length: 101 }, () => limiter.take(callerOf('LARGE'), 'read', 0));
    expect(readings.filter((reading) => reading?.allowed)).toHaveLength(100);
    expect(readings.at(-1)).toMatchObject({ allowed: false, limit: 100, remaining: 0 });
  });
});

test('without bursts a limit is all there is', () => {
  expect(toAllowances(rateLimits, undefined).get('SMALL')?.get('read')).toEqual({ limit: 60, burst: 0 });
});

describe('a description', () => {
  const read = (document: object) => toAllowances(contractOf(document).rateLimits, BURST);

  test.each([{}, { 'x-rate-limit-tiers': 'none' }, { 'x-rate-limit-tiers': null }])(
    'that tells of no tiers has no limits: %j',
    (document) => {
      expect(read(document).size).toBe(0);
    },
  );

  test('has limits where it gives numbers, and only there', () => {
    expect([...(toAllowances(rateLimits, BURST).get('SMALL')?.keys() ?? [])]).toEqual(['read']);
    const tiers = { NONE: null, TEXT: 'many', SOME: { read: 60, write: '60' } };
    expect([...read({ 'x-rate-limit-tiers': tiers })]).toEqual([
      ['NONE', new Map()],
      ['TEXT', new Map()],
      ['SOME', new Map([['read', { limit: 60, burst: 10 }]])],
    ]);
  });

  test('may do without a ceiling', () => {
    const tiers = { LARGE: { read: 6000 } };
    expect(read({ 'x-rate-limit-tiers': tiers }).get('LARGE')?.get('read')).toEqual({ limit: 6000, burst: 1000 });
  });
});
