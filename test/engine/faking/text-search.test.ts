import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { textSearch } from '../../../src/engine/faking/text-search.ts';
import { readPattern } from '../../../src/engine/contract/expression.ts';
import { createRandom } from '../../../src/kernel/random.ts';

/** Pieces of patterns. */
const atom = fc.constantFrom(
  ...['a', 'Z', '7', '\\d', '\\w', '\\s', '\\D', '.', '[a-f]', '[^a-z]', '[\\d_-]', '\\.', '(x|yy)'],
);
const quantifier = fc.constantFrom('', '?', '*', '+', '{2}', '{1,3}', '{2,}', '+?');
const sequence = fc.array(
  fc.tuple(atom, quantifier).map((parts) => parts.join('')),
  { minLength: 1, maxLength: 5 },
);
const pattern = fc
  .array(sequence, { minLength: 1, maxLength: 3 })
  .map((branches) => `^(?:${branches.map((parts) => parts.join('')).join('|')})$`);

test('texts match the pattern that they are made after', () => {
  fc.assert(
    fc.property(pattern, fc.nat(), (source, seed) => {
      expect(textSearch([{ source }], {})(createRandom(String(seed)))).toMatch(new RegExp(source, 'u'));
    }),
    { numRuns: 500 },
  );
});

test.each(['(', 'a)', '[a', 'a\\'])('%s is not read', (source) => {
  expect(readPattern(source)).toBeUndefined();
});
