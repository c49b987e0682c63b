import { expect, test } from '@jest/globals';
import { adding } from '../../../src/engine/assumptions/additions.ts';

test('an added member replaces none of the same name', () => {
  const taken = { addedFlag: 1, addedNumber: 1, addedText: 1, addedNull: 1, addedList: 1 };
  expect(adding.members(taken, 'seed').value).toEqual({ ...taken, addedObject: expect.anything() });
  const full = { ...taken, addedObject: 'taken' };
  expect(adding.members(full, 'seed')).toEqual({ value: full, added: [] });
});
