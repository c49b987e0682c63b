import { describe, expect, test } from '@jest/globals';
import { refusedAgain } from '../../../src/engine/coaching/retries.ts';
import { tokenExpired } from '../../../src/engine/coaching/tokens.ts';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { createOperation, json } from '../journal/create-entry.ts';
import { type Seconds, marks, watch } from './watch.ts';

type Exchange = Partial<JournalEntry> & Seconds;

const post = (at: number, more: Partial<Exchange> & { readonly same?: string } = {}): Exchange => {
  const { same = 'f', ...rest } = more;
  return {
    at,
    method: 'POST',
    path: '/v1/orders',
    operation: createOperation({ id: 'createOrder', method: 'POST' }),
    received: json({ same }),
    idempotency: { kind: 'first', beganAt: undefined, key: String(at), fingerprint: same },
    status: 409,
    ...rest,
  };
};

describe('refused-again', () => {
  test('the same no, three times and more', () => {
    const sightings = watch(refusedAgain, [post(0), post(1), post(2), post(3)]);
    expect(marks(sightings)).toBe('--!!');
    expect(sightings[3]).toMatchObject({ subject: 'createOrder', requests: { length: 4 } });
    expect(sightings[2]?.detail).toBe('POST /v1/orders was refused with 409 3 times, without a change in between.');
  });

  test('also where the refusal came before the key was read, and where it is replayed', () => {
    const early = [0, 1, 2].map((at) => post(at, { idempotency: undefined, status: 403 }));
    expect(marks(watch(refusedAgain, early))).toBe('--!');
    const kept = { kind: 'replay', beganAt: 0, key: 'a', fingerprint: 'f' } as const;
    expect(marks(watch(refusedAgain, [post(0), post(1, { idempotency: kept }), post(2, { idempotency: kept })]))).toBe(
      '--!',
    );
  });

  test.each<[string, readonly Exchange[]]>([
    ['twice', [post(0), post(1)]],
    ['other bodies', ['a', 'b', 'c', 'd'].map((same, at) => post(at, { same }))],
    ['another answer each time', [409, 422, 409, 422].map((status, at) => post(at, { status }))],
    ['something was done in between', [post(0), post(1), post(2, { same: 'g', status: 201 }), post(3), post(4)]],
    ['days later', [post(0), post(86_400), post(172_800)]],
    ['what passes by itself', [429, 429, 429, 500, 500, 500, 401, 401, 401].map((status, at) => post(at, { status }))],
    ['what says when to come again', [0, 1, 2].map((at) => post(at, { headers: { 'retry-after': '1' } }))],
    ['something that may appear', [0, 1, 2, 3].map((at) => post(at, { method: 'GET', status: 404 }))],
    ['several at the same time', [0, 0, 0].map((at) => post(at, { took: 5 }))],
    [
      'several clients',
      ['a', 'b', 'c'].map((clientId, at) => post(at, { caller: { clientId, organization: undefined } })),
    ],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(refusedAgain, exchanges))).toMatch(/^-+$/);
  });
});

describe('token-expired, where a scenario refuses a token that is good', () => {
  const call = (at: number, token: string, status = 200): Exchange => ({
    at,
    status,
    rawHeaders: ['Authorization', `Bearer ${token}`],
  });

  test('the same token again', () => {
    const sightings = watch(tokenExpired, [call(0, 'a', 401), call(1, 'a'), call(2, 'a')]);
    expect(marks(sightings)).toBe('-!!');
    expect(sightings[1]?.detail).toBe('A token that was refused with 401 was sent again after 1 second.');
    expect(JSON.stringify(sightings)).not.toContain('Bearer');
  });

  test.each<[string, readonly Exchange[]]>([
    ['another token', [call(0, 'a', 401), call(1, 'b'), call(2, 'b')]],
    ['several on their way together', [{ ...call(0, 'a', 401), took: 5 }, call(1, 'a', 401), call(6, 'b')]],
    ['good ones', [call(0, 'a'), call(1, 'a')]],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(tokenExpired, exchanges))).toMatch(/^-+$/);
  });
});
