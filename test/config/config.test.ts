import { describe, expect, test } from '@jest/globals';
import { ConfigError, checkEncrypts, parseConfig, readTexts } from '../../src/config/config.ts';

const parse = (flags: Record<string, string | undefined>, env: Record<string, string | undefined> = {}) =>
  parseConfig(readTexts(flags, env));

test('a flag wins over its variable, which wins over the default', () => {
  expect(parse({}, {}).port).toBe(4010);
  expect(parse({}, { PORT: '5000' }).port).toBe(5000);
  expect(parse({ port: '6000' }, { PORT: '5000' }).port).toBe(6000);
  expect(parse({}, { PORT: '' })).toEqual(parseConfig({}));
});

test.each([
  [{ port: 'abc' }, {}, '--port must be a whole number from 0 to 65535, but is "abc"'],
  [{ port: '65536' }, {}, '--port must be a whole number from 0 to 65535, but is "65536"'],
  [{ port: '' }, {}, '--port must be a whole number from 0 to 65535, but is ""'],
  [{ 'metrics-port': ':9464' }, {}, '--metrics-port must be a whole number from 0 to 65535, but is ":9464"'],
  [{}, { PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, but is "-1"'],
  [{ 'log-level': 'loud' }, {}, '--log-level must be one of debug, info, warn, error, silent, but is "loud"'],
  [{ 'public-url': 'mock.example' }, {}, '--public-url must be an http or https URL, but is "mock.example"'],
  [{ 'internal-url': 'ten:4010' }, {}, '--internal-url must be an http or https URL, but is "ten:4010"'],
])('%j with %j is refused', (flags, env, message) => {
  expect(() => parse(flags as Record<string, string>, env)).toThrow(new ConfigError(message));
});

test('a public URL loses its trailing slash', () => {
  expect(parse({ 'public-url': 'https://mock.example/' }).publicUrl).toBe('https://mock.example');
});

describe('the database', () => {
  const POSTGRES = 'postgres://me:secret@db/stub';

  test.each([
    [{}, { DATABASE_URL: POSTGRES }, POSTGRES],
    [{}, { DATABASE_URL: 'postgresql://db/stub' }, 'postgresql://db/stub'],
    [{}, { DATABASE_URL: POSTGRES, VATMOCK_DATABASE_URL: 'postgres://db/ours' }, 'postgres://db/ours'],
    [{ 'database-url': 'postgres://db/flag' }, { VATMOCK_DATABASE_URL: POSTGRES }, 'postgres://db/flag'],
    // Meant for others.
    [{}, { DATABASE_URL: 'mysql://me:secret@db/theirs' }, undefined],
    [{ data: 'folder' }, { DATABASE_URL: POSTGRES }, undefined],
    [{}, { DATABASE_URL: POSTGRES, VATMOCK_DATA: 'folder' }, undefined],
  ])('%j with %j is %s', (flags: Record<string, string>, env, url) => {
    expect(parse(flags, env).databaseUrl).toBe(url);
  });

  test.each([
    [
      { 'database-url': POSTGRES, data: 'folder' },
      {},
      '--database-url and --data name two places for the same sandboxes: remove one of them',
    ],
    [
      { 'database-url': POSTGRES },
      { VATMOCK_DATA: 'folder' },
      '--database-url and VATMOCK_DATA name two places for the same sandboxes: remove one of them',
    ],
    [{}, { VATMOCK_DATABASE_URL: 'mysql://me:secret@db/stub' }, 'VATMOCK_DATABASE_URL: not a PostgreSQL URL: '],
    [{}, { DATABASE_URL: 'postgres://me:secret%@db/stub' }, 'DATABASE_URL: the URL has a % that encodes nothing'],
    [{ 'database-url': `${POSTGRES}?schema=pg_mine` }, {}, '--database-url: the schema must have 1 to 63 bytes'],
    [{ limits: 'database-connections=1' }, {}, '--limits database-connections must be a whole number from 2 to 1000'],
  ])('%j with %j is refused, without the password', (flags: Record<string, string>, env, message) => {
    expect(() => parse(flags, env)).toThrow(ConfigError);
    expect(() => parse(flags, env)).toThrow(message);
    expect(() => parse(flags, env)).not.toThrow('secret');
  });

  test('a key that would encrypt nothing is refused', () => {
    const config = parse({ 'database-url': POSTGRES });
    expect(() => {
      checkEncrypts(config, 'x', 'VATMOCK_ENCRYPTION_KEY');
    }).toThrow('VATMOCK_ENCRYPTION_KEY encrypts the folder of --data, but not a database: remove it');
    checkEncrypts(config, undefined, 'VATMOCK_ENCRYPTION_KEY');
    checkEncrypts(parse({}), 'x', 'VATMOCK_ENCRYPTION_KEY');
  });
});

describe('limits', () => {
  const read = (flags: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) =>
    parseConfig(readTexts(flags, env));

  test('have a profile for each mode, of which single ones are set by name', () => {
    expect(read({})).toMatchObject({ maxGuesses: 0, maxSandboxes: 1000 });
    const limits = ' max-guesses=7 , sandbox-ttl=P30D,';
    expect(read({ mode: 'hosted', limits })).toMatchObject({ maxGuesses: 7, sandboxTtl: 'P30D', maxSandboxes: 100 });
    const env = { VATMOCK_LIMITS: 'max-guesses=8,max-sandboxes=9' };
    expect(read({}, env)).toMatchObject({ maxGuesses: 8, maxSandboxes: 9 });
    expect(read({ limits: 'max-guesses=7' }, env)).toMatchObject({ maxGuesses: 7, maxSandboxes: 9 });
  });

  test.each<[Record<string, string>, Record<string, string>, string]>([
    [{ limits: 'max-gueses=7' }, {}, '--limits: there is no limit "max-gueses"; did you mean max-guesses?'],
    [{ limits: 'port=7' }, {}, '--limits: there is no limit "port"; there are max-body-bytes'],
    [{ limits: 'max-guesses' }, {}, '--limits: "max-guesses" must be a name and a value, such as max-guesses=10'],
    [{}, { VATMOCK_LIMITS: 'max-guesses=x' }, 'VATMOCK_LIMITS max-guesses must be a whole number'],
    [{}, { VATMOCK_MAX_GUESSES: '7' }, 'set VATMOCK_LIMITS=max-guesses=7 instead'],
  ])('%j with %j is refused', (flags, env, message) => {
    expect(() => read(flags, env)).toThrow(message);
  });
});
