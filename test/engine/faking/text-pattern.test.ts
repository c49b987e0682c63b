import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { textPattern } from '../../../src/engine/faking/text-pattern.ts';
import { createRandom } from '../../../src/kernel/random.ts';

const draw = (pattern: string): string[] => {
  const make = textPattern(pattern);
  if (make === undefined) throw new Error(`cannot read ${pattern}`);
  return Array.from({ length: 200 }, (_, seed) => make(createRandom(String(seed))));
};

/** Pieces of patterns whose texts are bound to match. */
const atom = fc.constantFrom(
  'a',
  'Z',
  '7',
  '\\d',
  '\\w',
  '\\s',
  '\\D',
  '.',
  '[a-f]',
  '[^a-z]',
  '[\\d_-]',
  '\\.',
  '(x|yy)',
);
const quantifier = fc.constantFrom('', '?', '*', '+', '{2}', '{1,3}', '{2,}', '+?');
const pattern = fc
  .array(
    fc.array(
      fc.tuple(atom, quantifier).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 5 },
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((branches) => `^(?:${branches.map((parts) => parts.join('')).join('|')})$`);

test('texts match the pattern that they are made after', () => {
  fc.assert(
    fc.property(pattern, fc.nat(), (source, seed) => {
      const text = textPattern(source)?.(createRandom(String(seed)));
      expect(text).toMatch(new RegExp(source, 'u'));
    }),
    { numRuns: 500 },
  );
});

test('every branch and every length comes up', () => {
  expect([...new Set(draw('^(a|bb|c{1,2})$'))].sort()).toEqual(['a', 'bb', 'c', 'cc']);
  expect([...new Set(draw('^x?$'))].sort()).toEqual(['', 'x']);
});

test('open ends stay short', () => {
  expect(Math.max(...draw('^a+$').map(({ length }) => length))).toBe(6);
});

test.each(['(', 'a)', '[a', 'a\\'])('%s is not read', (source) => {
  expect(textPattern(source)).toBeUndefined();
});
