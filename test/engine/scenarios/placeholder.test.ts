import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  PLACEHOLDERS,
  type Source,
  fill,
  fillToText,
  placeholderFlaws,
} from '../../../src/engine/scenarios/placeholder.ts';
import type { Json } from '../../../src/kernel/json.ts';

const source: Source = {
  pathParameter: (name) => (name === 'uuid' ? 'a-1' : undefined),
  queryParameter: (name) => (name === 'vin' ? 'VIN' : undefined),
  header: (name) => (name === 'x-trace' ? 'seen' : undefined),
  body: () => ({ amount: { value: 9007199254740993n }, vins: [{ vin: 'X' }], text: '{{now}}' }),
  named: { now: () => '2026-11-20T09:00:00.000Z' },
};

test.each<[string, Json]>([
  ['{{request.path.uuid}}', 'a-1'],
  ['{{ request.query.vin }}', 'VIN'],
  ['{{request.header.X-Trace}}', 'seen'],
  ['{{request.body/vins/0/vin}}', 'X'],
  ['{{request.body/amount}}', { value: 9007199254740993n }],
  ['{{request.body/nothing}}', null],
  ['order {{request.path.uuid}} at {{now}}', 'order a-1 at 2026-11-20T09:00:00.000Z'],
  ['{{request.body/amount}} cents', '{"value":9007199254740993} cents'],
  ['[{{request.body/nothing}}]', '[]'],
])('%s becomes its value', (text, value) => {
  expect(fill(text, source)).toEqual(value);
});

test('what comes in is not looked at again', () => {
  expect(fill('{{request.body/text}}', source)).toBe('{{now}}');
  expect(fill('-{{request.body/text}}-', source)).toBe('-{{now}}-');
});

test('values without placeholders stay as they are', () => {
  const plain = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('{{')) as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(plain, (value) => {
      expect(fill(value, source)).toEqual(value);
      expect(placeholderFlaws(value, 'reply')).toEqual([]);
    }),
  );
});

test('nothing but a placeholder of the list is one', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      fc.pre(!/[{}]/.test(name) && !name.trim().startsWith('request.') && !Object.hasOwn(PLACEHOLDERS, name.trim()));
      expect(placeholderFlaws(`{{${name}}}`, 'reply')).toHaveLength(1);
    }),
  );
});

test('what an object inherits is no placeholder', () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    expect(placeholderFlaws(`{{${name}}}`, 'reply')).toHaveLength(1);
    expect(fill(`{{${name}}}`, source)).toBeNull();
  }
});

describe('where something is not known yet', () => {
  test.each([
    ['{{request.body/x}}', 'reply-at-received', 'at received'],
    ['{{request.path.uuid}}', 'timeline', 'needs a request'],
    ['{{random.uuid}}', 'timeline-of-state', 'is for replies'],
    ['{{request.body/x}}', 'timeline-of-gate', 'before the body is read'],
  ] as const)('%s is refused in %s', (text, scope, says) => {
    expect(placeholderFlaws(text, scope)[0]?.message).toContain(says);
  });
});

test('a reply cannot be made many times as large as the request', () => {
  const flaws = placeholderFlaws(Array<string>(21).fill('{{request.body}}'), 'reply');
  expect(flaws.map(({ message }) => message)).toEqual([expect.stringContaining('20 are the most')]);
  const large: Source = { ...source, body: () => 'x'.repeat(1_000_000) };
  expect(fillToText('-{{request.body}}-', large).length).toBeLessThan(11_000);
});
