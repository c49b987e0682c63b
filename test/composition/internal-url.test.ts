import { expect, test } from '@jest/globals';
import { internalUrlOf } from '../../src/composition/address.ts';

test.each([
  [{ host: '127.0.0.1', internalUrl: undefined }, 'http://127.0.0.1:4010'],
  [{ host: '::1', internalUrl: undefined }, 'http://[::1]:4010'],
  [{ host: '0.0.0.0', internalUrl: 'http://10.0.0.7:4010' }, 'http://10.0.0.7:4010'],
])('%j is reached by its peers at %s', (config, url) => {
  expect(internalUrlOf(config, 4010)).toBe(url);
});

test('a server that listens everywhere is reached at an address of its machine, which no peer takes for its own', () => {
  expect(internalUrlOf({ host: '0.0.0.0', internalUrl: undefined }, 4010)).toMatch(
    /^http:\/\/\d+\.\d+\.\d+\.\d+:4010$/,
  );
  expect(internalUrlOf({ host: '::', internalUrl: undefined }, 4010)).not.toContain('0.0.0.0');
});
