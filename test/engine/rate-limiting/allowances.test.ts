import { describe, expect, test } from '@jest/globals';
import { readAllowances } from '../../../src/engine/rate-limiting/allowances.ts';
import { createRateLimiter } from '../../../src/engine/rate-limiting/rate-limiter.ts';
import type { Caller } from '../../../src/engine/ports.ts';
import type { Contract } from '../../../src/engine/contract/contract.ts';

const contract = {
  document: {
    'x-rate-limit-tiers': {
      SMALL: { read: 60, 'x-provenance': 'documented' },
      NEARLY: { read: 96 },
      LARGE: { read: 1000, write: 1000 },
    },
    'x-rate-limit-ceiling': { read: 100, 'x-assumption': 'rate-limit-ceiling' },
  },
} as unknown as Contract;

const caller = (rateLimitTier: string): Caller => ({
  clientId: 'client',
  organization: {
    uuid: rateLimitTier,
    sandbox: 'demo',
    rateLimitTier,
    dpaAccepted: true,
    capabilities: {},
    sellers: [],
    administratorEmail: 'admin@example.com',
  },
});

describe('an absolute ceiling', () => {
  test.each([
    ['leaves what is below it alone', 'SMALL', 'read', { limit: 60, burst: 10 }],
    ['cuts a burst', 'NEARLY', 'read', { limit: 96, burst: 4 }],
    ['applies to every tier, and lets no burst beyond', 'LARGE', 'read', { limit: 100, burst: 0 }],
    ['is one of its category', 'LARGE', 'write', { limit: 1000, burst: 166 }],
  ])('%s', (_what, tier, category, expected) => {
    expect(readAllowances(contract, true).get(tier)?.get(category)).toEqual(expected);
  });

  test('is where the largest tier is refused, and what it is told', () => {
    const limiter = createRateLimiter(readAllowances(contract, true));
    const readings = Array.from({ length: 101 }, () => limiter.take(caller('LARGE'), 'read', 0));
    expect(readings.filter((reading) => reading?.allowed)).toHaveLength(100);
    expect(readings.at(-1)).toMatchObject({ allowed: false, limit: 100, remaining: 0 });
  });
});

test('without bursts a limit is all there is', () => {
  expect(readAllowances(contract, false).get('SMALL')?.get('read')).toEqual({ limit: 60, burst: 0 });
});
