import { describe, expect, test } from '@jest/globals';
import {
  alsoScrub,
  createLinkScrub,
  createScrub,
  isSecretName,
  linksOf,
  scrubInSteps,
} from '../../../../src/engine/journal/secrets.ts';
import { runAtOnce } from '../../../../src/kernel/time-slices.ts';
import { createOperation } from '../create-entry.ts';

const guarded = createOperation({ path: '/buyers/{id}' });
const open = (path: string) => createOperation({ id: path, path, security: [] });
const scrub = createScrub({ basePath: '/v1', operations: [guarded] });
const asItIs = (text: string): string => text;

test.each([
  ['a JSON web token', 'it was eyJhbGci.eyJzdWIi.c2ln.', 'it was [redacted].'],
  ['an unsigned one', 'it was eyJhbGci.eyJzdWIi, so', 'it was [redacted], so'],
  ['webhook secrets', 'whsec_abc+/= or whsec_d', '[redacted] or [redacted]'],
  ['a credential', 'sent Bearer abc.def and basic Y2xpZW50', 'sent Bearer [redacted] and basic [redacted]'],
  [
    'a credential that begins like prose',
    'Bearer token-abcdef or Bearer tokens.abc',
    'Bearer [redacted] or Bearer [redacted]',
  ],
  ['what stands before a host', 'https://me:pw@a.example/x', 'https://[redacted]@a.example/x'],
  ['a telling parameter', '/a?b=1&api_key=abc&x-token=d#e', '/a?b=1&api_key=[redacted]&x-token=[redacted]#e'],
])('%s is taken out wherever it stands', (_what, text, shown) => {
  expect(scrub(text)).toBe(shown);
});

test.each([
  'Bearer realm="x"',
  'a bearer of news',
  'Every call needs a bearer token. An expired token',
  'send basic credentials, or a Bearer token',
  'https://a.example/b@c?d=1',
  'eyJhbGci alone',
  'whsec_',
  '/v1/buyers/7?page=1',
])('%s is left alone', (text) => {
  expect(scrub(text)).toBe(text);
});

test('a long text is searched in parts, which cut no credential', () => {
  const inJson = `"note":"Bearer ${'a'.repeat(30)}",`.repeat(10_000);
  const asPlain = `Bearer ${'b'.repeat(30)} `.repeat(10_000);
  for (const text of [inJson, asPlain.replaceAll(' Bearer', '\nBearer'), 'short', ''])
    expect(runAtOnce(scrubInSteps(text, scrub))).toBe(scrub(text));
  expect([...scrubInSteps('x'.repeat(1_000_000), asItIs)].length).toBeGreaterThan(5);
});

describe('public links', () => {
  test('are operations without security, where others have some', () => {
    const link = open('/links/{token}');
    expect(linksOf([guarded, link])).toEqual([link]);
    // Where nothing is guarded, nothing is a key.
    expect(linksOf([link])).toEqual([]);
    expect(linksOf([])).toEqual([]);
  });

  test('have a parameter in their path, behind something to know them by', () => {
    const link = open('/a{token}');
    expect(linksOf([guarded, open('/health'), open('/{any}'), open('/{any}/{other}'), link])).toEqual([link]);
  });

  test('lose their keys in every text, and nothing else', () => {
    const links = createLinkScrub({
      basePath: '/v1',
      operations: [guarded, open('/shares/{token}/parts/{part}'), open('/links/{token}'), open('/o.n+e/{key}')],
    });
    expect(links('see http://h/v1/shares/abc/parts/7 and "/v1/links/def?x=1"')).toBe(
      'see http://h/v1/shares/[redacted]/parts/7 and "/v1/links/[redacted]?x=1"',
    );
    expect(links('/v1/o.n+e/abc#x')).toBe('/v1/o.n+e/[redacted]#x');
    for (const text of ['/v1/oXnne/abc', '/links/abc', '/v1/buyers/abc', '/v1/links/']) expect(links(text)).toBe(text);
  });

  test('may be missing', () => {
    expect(createLinkScrub({ basePath: '/v1', operations: [guarded] })('/v1/buyers/abc undefined')).toBe(
      '/v1/buyers/abc undefined',
    );
  });

  test('lose their keys together with what is known by its form', () => {
    const all = createScrub({ basePath: '/v1', operations: [guarded, open('/links/{token}')] });
    expect(all('/v1/links/abc whsec_abc')).toBe('/v1/links/[redacted] [redacted]');
  });
});

describe('what an exchange holds', () => {
  test('is taken out as it is, as JSON has it, and as a URL has it', () => {
    const also = alsoScrub(asItIs, ['a"b c/d']);
    expect(also('a"b c/d; a\\"b c/d; a%22b%20c%2Fd')).toBe('[redacted]; [redacted]; [redacted]');
    expect(alsoScrub(asItIs, ['\uD800abcdef'])('\uD800abcdef')).toBe('[redacted]');
  });

  test('is taken out however often it stands there, with what is known by its form', () => {
    expect(alsoScrub(scrub, ['abcdef'])('abcdef abcdef whsec_x')).toBe('[redacted] [redacted] [redacted]');
  });

  test('is taken out whole, also when it begins with another', () => {
    expect(alsoScrub(asItIs, ['abcdef', 'abcdefgh', 'abcdefg'])('abcdefgh, abcdef')).toBe('[redacted], [redacted]');
  });

  test('is left alone when it has fewer than six characters: it stands in too many texts by chance', () => {
    expect(alsoScrub(asItIs, ['abcde', 'fghijk'])('abcde fghijk')).toBe('abcde [redacted]');
  });

  test('is looked for up to fifty times, lest a hostile body hold everything up', () => {
    const secrets = Array.from({ length: 51 }, (_, n) => `secret-${String(n + 100)}`);
    const also = alsoScrub(asItIs, ['short', ...secrets.flatMap((secret) => [secret, secret])]);
    expect(secrets.map(also)).toEqual([...Array<string>(50).fill('[redacted]'), 'secret-150']);
  });
});

test.each([
  ...['secret', 'client_secret', 'clientSecret', 'webhookSecrets', 'PASSWORD', 'passwd', 'passphrase', 'pwd'],
  ...['token', 'access_token', 'refreshToken', 'X-Auth-Token', 'credentials', 'Authorization', 'api_key', 'apiKey'],
  ...['X-API-Key', 'private-key', 'accessKey', 'signing_key', 'client_assertion', 'bearer', 'jwt', 'Set-Cookie'],
  ...['token_typed', 'a.token.url'],
])('%s names a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  ...['token_type', 'tokenUrl', 'token-endpoint', 'TokenLifetime'],
  ...['key', 'keyword', 'author', 'vin', 'idempotencyKey', 'passed', 'bear', ''],
])('%j names none', (name) => {
  expect(isSecretName(name)).toBe(false);
});
