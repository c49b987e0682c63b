import { describe, expect, test } from '@jest/globals';
import { BURST } from '../../../src/vat/policy/limits.ts';
import { toAllowances } from '../../../src/engine/rate-limiting/rate-limiter.ts';
import { contractOf } from '../contract/contract-of.ts';

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
});
