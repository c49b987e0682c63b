import { describe, expect, test } from '@jest/globals';
import { canonicalize } from '../../src/kernel/canonical-json.ts';
import { type Json, stringifyJson } from '../../src/kernel/json.ts';
import { writeCanonicalJson, writeJson } from '../../src/kernel/json-pieces.ts';
import { runAtOnce } from '../../src/kernel/time-slices.ts';

const VALUES: readonly (readonly [string, Json])[] = [
  ['nothing', null],
  ['a text', 'a "b" \u2028'],
  ['an empty list and an empty object', [[], {}]],
  ['a long text', ['a"é\n'.repeat(40_000), 'x'.repeat(65_535) + '😀'.repeat(3), '\ud83d'.repeat(70_000)]],
  ['members in their order', { b: 1, a: { d: [1, 2, { f: 1, e: 2n ** 60n }], c: 'x' } }],
  ['a member that needs quotes', { 'a "b"': [true, false] }],
];

describe.each([0, 1, 2, 9])('JSON in pieces to a depth of %i', (depth) => {
  test.each(VALUES)('is the whole text of %s', (_, value) => {
    const pieces: string[] = [];
    runAtOnce(writeJson(value, depth, (text) => pieces.push(text)));
    expect(pieces.join('')).toBe(stringifyJson(value));
  });

  test.each(VALUES)('in canonical form is that of %s', (_, value) => {
    const pieces: string[] = [];
    runAtOnce(writeCanonicalJson(value, depth, (text) => pieces.push(text)));
    expect(pieces.join('')).toBe(canonicalize(value));
  });
});

test('a member without a value is left out, and null in canonical form', () => {
  const pieces: string[] = [];
  runAtOnce(writeJson({ a: undefined, b: 1 }, 3, (text) => pieces.push(text)));
  runAtOnce(writeCanonicalJson({ a: undefined, b: 1 }, 3, (text) => pieces.push(text)));
  expect(pieces.join('')).toBe('{"b":1}{"a":null,"b":1}');
});
