import { expect, test } from '@jest/globals';
import { ConfigError, DEFAULTS, parseConfig, readTexts } from '../../src/config/config.ts';

const parse = (flags: Record<string, string | undefined>, env: Record<string, string | undefined> = {}) =>
  parseConfig(readTexts(flags, env));

test('a flag wins over its variable, which wins over the default', () => {
  expect(parse({}, {}).port).toBe(4010);
  expect(parse({}, { PORT: '5000' }).port).toBe(5000);
  expect(parse({ port: '6000' }, { PORT: '5000' }).port).toBe(6000);
  expect(parse({}, { PORT: '' })).toEqual(DEFAULTS);
});

test.each([
  [{ port: 'abc' }, {}, '--port must be a whole number from 0 to 65535, but is "abc"'],
  [{ port: '70000' }, {}, '--port must be a whole number from 0 to 65535, but is "70000"'],
  [{}, { PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, but is "-1"'],
  [{ 'log-level': 'loud' }, {}, '--log-level must be one of debug, info, warn, error, silent, but is "loud"'],
  [{ 'public-url': 'mock.example' }, {}, '--public-url must be an http or https URL, but is "mock.example"'],
])('%j with %j is refused', (flags, env, message) => {
  expect(() => parse(flags as Record<string, string>, env)).toThrow(new ConfigError(message));
});

test('a public URL loses its trailing slash', () => {
  expect(parse({ 'public-url': 'https://mock.example/' }).publicUrl).toBe('https://mock.example');
});
