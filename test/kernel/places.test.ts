import { expect, test } from '@jest/globals';
import { createPlaces, inPlace } from '../../src/kernel/places.ts';

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

test('a task gives its place back, whatever comes of it', async () => {
  const places = createPlaces(1);
  const refuse = (limit: number) => new Error(`at most ${String(limit)}`);
  const nested = () => inPlace(places, 'a', { task: () => Promise.resolve(1), refuse });
  await expect(inPlace(places, 'a', { task: nested, refuse })).rejects.toThrow('at most 1');
  expect(await nested()).toBe(1);
});
