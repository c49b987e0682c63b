import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const ENGINE = path.join(import.meta.dirname, '../../src/engine');

/** The trade of the API that is served here, and names of its members: the engine would serve any API. */
const TRADE = [
  ...['buyer', 'seller', 'dealer', 'prospect', 'marketplace', 'invitation', 'invoice', 'milestone', 'pickup'],
  ...['vin', 'vat', 'vies', 'kyc', 'dpa', 'cmr', 'vehicle', 'car', 'odometer', 'mileage'],
];

/** Two words that only together are of the trade. */
const TRADE_PAIRS = ['export file', 'partner uuid', 'partner id', 'partner ids', 'order uuid', 'external order'];

/** Part of the format of scenario files; it stays until the format says it in another way. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'scenarios/template.ts': ['seller', 'order uuid'],
  'scenarios/source.ts': ['seller'],
};

/** The words of comments, texts and identifiers: `buyerVatNumber` is three. */
const wordsIn = (line: string): readonly string[] =>
  line
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

const tradeIn = (line: string): readonly string[] => {
  const words = wordsIn(line);
  const pairs = words.slice(1).map((word, index) => `${words[index] ?? ''} ${word}`);
  return [
    ...TRADE.filter((word) => words.includes(word) || words.includes(`${word}s`)),
    ...TRADE_PAIRS.filter((pair) => pairs.includes(pair)),
  ];
};

const files = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replaceAll('\\', '/'));

test('the engine has no word of the trade', () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    [file, ...readFileSync(path.join(ENGINE, file), 'utf8').split('\n')].flatMap((line, number) =>
      tradeIn(line)
        .filter((word) => ALLOWED[file]?.includes(word) !== true)
        .map((word) => `${file}:${String(number)}: ${word}`),
    ),
  );
  expect(found).toEqual([]);
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
