import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { tradeIn } from '../support/trade-words.ts';

const ENGINE = path.join(import.meta.dirname, '../../src/engine');

const { paths } = parse(readFileSync(path.join(ENGINE, '../../spec/openapi.yaml'), 'utf8')) as { paths: object };
const segments = ['organizations', ...new Set(Object.keys(paths).map((each) => each.split('/')[1] ?? ''))];

/** What an API hands in: where it is found in a line. */
const POLICY: Readonly<Record<string, RegExp>> = {
  'a number of the policy': /\b(?:\d+|ten|fifteen|twenty)[ -](?:consecutive|hours?|days?|minutes?|429)\b/i,
  'a path of the API': new RegExp(`(?<![\\w.])/(?:${segments.join('|')})\\b`),
  'a header of the API': /\bx-service-/i,
  'a quote of the description': /\bquote: ['"`]\w|^\s*(?:\/?\*+|\/\/).*"\w+(?: [^\s"]+){3,}"/,
};

const policyIn = (line: string): readonly string[] =>
  Object.entries(POLICY).flatMap(([kind, pattern]) => (pattern.test(line) ? [kind] : []));

const files = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));

test('the engine has no word of the trade', () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    [file, ...readFileSync(path.join(ENGINE, file), 'utf8').split('\n')].flatMap((line, number) =>
      tradeIn(line).map((word) => `${file}:${String(number)}: ${word}`),
    ),
  );
  expect(found).toEqual([]);
});

test('the engine has nothing of the policy', () => {
  const found = files.flatMap((file) =>
    readFileSync(path.join(ENGINE, file), 'utf8')
      .split('\n')
      .flatMap((line, number) => policyIn(line).map((kind) => `${file}:${String(number + 1)}: ${kind}: ${line}`)),
  );
  expect(found).toEqual([]);
});

describe('policy is seen', () => {
  test.each([
    ['a number of the policy', "'the key has not been seen in the last 24 hours'"],
    ['a number of the policy', "'ten 429 responses in a row pause the client'"],
    ['a number of the policy', '/** 20 consecutive failed deliveries. */'],
    ['a path of the API', "'GET /me lists its capabilities.'"],
    ['a path of the API', '`/organizations/${id}`'],
    ['a header of the API', "const HEADER = 'X-Service-Signature';"],
    ['a quote of the description', "quote: 'unknown query parameters are ignored',"],
    ['a quote of the description', '  // "An idempotent replay does not use budget."'],
  ])('%s: %s', (kind, line) => {
    expect(policyIn(line)).toEqual([kind]);
  });

  test.each([
    "import { pause } from '../webhooks/pause.ts';",
    '/** `GET /things/{id}` */',
    'quote: rule.quote,',
    "'24'",
  ])('and no other: %s', (line) => {
    expect(policyIn(line)).toEqual([]);
  });
});

describe('a word of the trade is seen', () => {
  test.each([
    ['in a comment', '/** The buyers of an order. */', ['buyer']],
    ['in an identifier', 'const buyerVatNumber = 1;', ['buyer', 'vat']],
    ['in capitals', 'const VIES_URL = "";', ['vies']],
    ['as an abbreviation in a name', 'readKYCDocument()', ['kyc']],
    ['in a member', '{ exportFile, partnerUuid }', ['export file', 'partner uuid']],
    ['in a path', "'/invitations/{id}'", ['invitation']],
  ])('%s', (_where, line, expected) => {
    expect(tradeIn(line)).toEqual(expected);
  });

  test.each(['vatmock', 'private', 'carry', 'innovate', 'a partner', 'the order of events', 'export default'])(
    'and no other: %s',
    (line) => {
      expect(tradeIn(line)).toEqual([]);
    },
  );
});
