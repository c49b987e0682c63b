import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchesStrongly, matchesWeakly, parseEntityTags } from '../../../src/engine/preconditions/if-match.ts';

test.each([
  ['*', '*'],
  [' * ', '*'],
  ['"3"', [{ weak: false, value: '3' }]],
  ['W/"3"', [{ weak: true, value: '3' }]],
  [
    '"1", W/"2" ,"3"',
    [
      { weak: false, value: '1' },
      { weak: true, value: '2' },
      { weak: false, value: '3' },
    ],
  ],
  ['3', [{ weak: false, value: '3' }]],
  ['""', [{ weak: false, value: '' }]],
  ['', undefined],
  ['"3', undefined],
  ['"1" "2"', undefined],
])('%s', (header, expected) => {
  expect(parseEntityTags(header)).toEqual(expected);
});

test('a list matches strongly what it holds strongly, and weakly what it holds at all', () => {
  const tag = fc.record({ weak: fc.boolean(), value: fc.stringMatching(/^\d{1,3}$/) });
  fc.assert(
    fc.property(fc.array(tag, { minLength: 1, maxLength: 5 }), fc.stringMatching(/^\d{1,3}$/), (tags, value) => {
      const header = tags.map(({ weak, value: shown }) => `${weak ? 'W/' : ''}"${shown}"`).join(', ');
      const parsed = parseEntityTags(header);
      expect(parsed).toEqual(tags);
      if (parsed === undefined) return;
      expect(matchesStrongly(parsed, value)).toBe(tags.some((held) => !held.weak && held.value === value));
      expect(matchesWeakly(parsed, value)).toBe(tags.some((held) => held.value === value));
    }),
  );
});
