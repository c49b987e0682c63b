import { expect, test } from '@jest/globals';
import { adding } from '../../../src/engine/assumptions/additions.ts';

test('an added member replaces none of the same name', () => {
  const names = ['addedFlag', 'addedNumber', 'addedText', 'addedNull', 'addedList'];
  const taken = Object.fromEntries(names.map((name) => [name, 'taken']));
  expect(adding.members(taken, 'seed').value).toEqual({ ...taken, addedObject: expect.anything() });
  const full = { ...taken, addedObject: 'taken' };
  expect(adding.members(full, 'seed')).toEqual({ value: full, added: [] });
});
