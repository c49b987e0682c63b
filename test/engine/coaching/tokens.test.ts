import { describe, expect, test } from '@jest/globals';
import type { TokenTrace } from '../../../src/engine/journal/journal-entry.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { type Exchange, detectorOf, marks, watch } from './watch.ts';

const [tokenExpired, tokenPerCall] = [detectorOf('token-expired'), detectorOf('token-per-call')];

const tokenAt = (kind: TokenTrace['kind'], grantedAt: number, digest = 'd', clientId = 'c'): TokenTrace => {
  const at = TEST_NOW + grantedAt * 1000;
  return { kind, digest, clientId, grantedAt: { wall: at, sandbox: at }, life: 300_000 };
};

const grant = (at: number, clientId = 'c', more: Partial<Exchange> = {}) => ({
  at,
  token: tokenAt('granted', at, String(at), clientId),
  caller: undefined,
  ...more,
});

const call = (at: number, clientId = 'c'): Exchange => ({
  at,
  caller: { clientId, organization: undefined },
});

describe('token-per-call', () => {
  test('a token for each call', () => {
    const sightings = watch(
      tokenPerCall,
      [0, 1, 2, 3].flatMap((at) => [grant(at), call(at)]),
    );
    expect(marks(sightings)).toBe('----?-!-');
    expect(sightings[6]).toMatchObject({ clientId: 'c', requests: { length: 4 } });
    expect(sightings[6]?.detail).toBe('4 tokens in 3 seconds, for 3 calls; the first of them is still valid.');
  });

  test.each([
    ['one token for many calls', [grant(0), ...Array.from({ length: 50 }, (_, at) => call(at))]],
    ['a new token a minute before the former one ends', [0, 240, 480, 720].flatMap((at) => [grant(at), call(at + 1)])],
    ['two processes of one client', [grant(0), call(0), grant(1), call(1), call(2), call(3)]],
    ['three processes with work to do', [0, 1, 2].flatMap((at) => [grant(at), ...[0, 0, 0, 0].map(() => call(at))])],
    ['three clients', ['a', 'b', 'c'].map((clientId) => grant(0, clientId))],
    ['a sandbox that was moved on', [0, 1, 2, 3].map((at) => grant(at, 'c', { sandboxAt: at * 300 }))],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(tokenPerCall, exchanges))).toMatch(/^-+$/);
  });
});

describe('token-expired', () => {
  const expired = (at: number, more: Partial<Exchange> & { readonly digest?: string } = {}) => ({
    at,
    caller: undefined,
    status: 401,
    token: tokenAt('expired', 0, more.digest),
    ...more,
  });

  test('a token that is over by the wall clock', () => {
    const [sighting] = watch(tokenExpired, [expired(301)]);
    expect(sighting).toMatchObject({
      certain: true,
      clientId: 'c',
      detail: 'A token that lives for 300 seconds was sent 301 seconds after it was granted.',
    });
  });

  test('where the clock of the sandbox was moved on, the first refusal is news, and the second one is not', () => {
    expect(marks(watch(tokenExpired, [expired(10, { sandboxAt: 1000 }), expired(11, { sandboxAt: 1001 })]))).toBe('-!');
  });

  test('not: several calls that were on their way together, and then a new token', () => {
    const together = [
      expired(10, { sandboxAt: 1000, took: 1 }),
      expired(10.5, { sandboxAt: 1000, took: 1 }),
      { ...expired(12, { sandboxAt: 1000, digest: 'other' }), token: tokenAt('expired', 11, 'other') },
    ];
    expect(marks(watch(tokenExpired, together))).toBe('---');
  });
});
