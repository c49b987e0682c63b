import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { referenceTokens, toReferenceToken } from '../../src/kernel/json-pointer.ts';

test('the keys of a pointer are those that it was made of', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (keys) => {
      expect(referenceTokens(keys.map((key) => `/${toReferenceToken(key)}`).join(''))).toEqual(keys);
    }),
  );
});

test('a slash and a tilde are escaped', () => {
  expect(toReferenceToken('~1/{id}')).toBe('~01~1{id}');
});
