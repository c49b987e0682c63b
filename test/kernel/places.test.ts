import { expect, test } from '@jest/globals';
import { createPlaces } from '../../src/kernel/places.ts';

test('a key has so many places, others have theirs, and a place is given back once', () => {
  const places = createPlaces(2);
  const leave = places.take('a');
  places.take('a');
  expect([places.take('a'), places.usedBy('a'), places.usedBy('b')]).toEqual([undefined, 2, 0]);
  expect(places.take('b')).toBeDefined();
  leave?.();
  leave?.();
  expect(places.usedBy('a')).toBe(1);
});
