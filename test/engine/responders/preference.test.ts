import { expect, test } from '@jest/globals';
import { NO_PREFERENCE, readPreference, toPreferenceApplied } from '../../../src/engine/responders/preference.ts';
import type { ApiRequest } from '../../../src/kernel/http.ts';

const request = (prefer: string | undefined, query = ''): ApiRequest => ({
  method: 'GET',
  path: '/',
  query,
  origin: 'http://localhost',
  header: (name) => (name === 'prefer' ? prefer : undefined),
  headerLines: () => [],
  readBody: () => Promise.resolve(new Uint8Array()),
});

test.each([
  ['code=409', '', { code: '409' }],
  ['code=409, example="version-mismatch"', '', { code: '409', example: 'version-mismatch' }],
  ['dynamic=true;seed=42', '', { dynamic: true, seed: '42' }],
  ['example="say \\"hi\\", twice"', '', { example: 'say "hi", twice' }],
  ['respond-async, wait=10, code=404', '', { code: '404' }],
  ['Code=404, code=409', '', { code: '404' }],
  ['dynamic', '', { dynamic: true }],
  [undefined, '__code=429&__dynamic=false', { code: '429', dynamic: false }],
  ['code=404', '__code=409', { code: '409' }],
])('Prefer: %s with ?%s', (prefer, query, expected) => {
  expect(readPreference(request(prefer, query))).toEqual(expected);
});

test('nothing asked is nothing, by identity', () => {
  expect(readPreference(request(undefined, 'page=1'))).toBe(NO_PREFERENCE);
});

test('a flag that is neither true nor false is refused', () => {
  expect(() => readPreference(request('dynamic=maybe'))).toThrow(/true or false/);
});

test('what was applied reads like what was asked', () => {
  expect(toPreferenceApplied({ code: '409', example: 'version-mismatch' })).toBe('code=409, example=version-mismatch');
  expect(toPreferenceApplied({ dynamic: true, seed: 'a b' })).toBe('dynamic=true, seed="a b"');
  expect(toPreferenceApplied({})).toBeUndefined();
});
