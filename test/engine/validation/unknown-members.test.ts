import { expect, test } from '@jest/globals';
import { unknownMembers } from '../../../src/engine/validation/unknown-members.ts';

const document = {
  schema: {
    type: 'object',
    properties: {
      data: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          list: { type: 'array', items: { type: 'object', properties: { code: { type: 'string' } } } },
          free: { type: 'object' },
        },
      },
    },
  },
};

const find = (value: Parameters<typeof unknownMembers>[0]) =>
  unknownMembers(value, { document, pointer: '#/schema', within: ['data'] });

test('every member is looked at, however deep; what is inside of an unknown one is not', () => {
  expect(find({ name: 'x', list: [{ code: 'A' }, { cod: 'B', code: 'C' }], nam: { a: { b: 1 } } })).toEqual([
    { path: ['list', 1, 'cod'], value: 'B', known: ['code'] },
    { path: ['nam'], value: { a: { b: 1 } }, known: ['name', 'list', 'free'] },
  ]);
});

test('what may hold anything may', () => {
  expect(find({ free: { any: ['thing'] } })).toEqual([]);
  expect(find({})).toEqual([]);
});
