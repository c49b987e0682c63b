import { beforeAll, describe, expect, test } from '@jest/globals';
import { followInSchema } from '../../../src/engine/scenarios/schema-members.ts';
import type { Vocabulary } from '../../../src/engine/scenarios/vocabulary.ts';
import { loadVocabulary } from '../../support/vocabulary.ts';

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await loadVocabulary();
});

const followBody = (operation: string, ...keys: string[]) => {
  const content = vocabulary.operation(operation)?.requestBody?.contents[0];
  return followInSchema(vocabulary.contract.document, content?.schema?.schema, keys);
};

describe('the body of createOrder', () => {
  test.each([[[]], [['externalOrderId']], [['vins', '0', 'vin']], [['totalAmount', 'value']]])('has %j', (keys) => {
    expect(followBody('createOrder', ...keys)).toEqual({ kind: 'there' });
  });

  test.each([[['vin']], [['vins', 'first']], [['vins', '0', 'vni']], [['externalOrderId', 'x']]])(
    'has no %j',
    (keys) => {
      expect(followBody('createOrder', ...keys)).toMatchObject({ kind: 'unknown' });
    },
  );
});

test('a schema in circles ends', () => {
  const document = { node: { properties: { next: { $ref: '#/node' } } } };
  expect(followInSchema(document, { $ref: '#/node' }, ['next', 'next', 'next'])).toEqual({ kind: 'there' });
  expect(followInSchema(document, { $ref: '#/node' }, ['next', 'other'])).toMatchObject({
    key: 'other',
    known: ['next'],
  });
});

test('free-form objects may have anything', () => {
  expect(followInSchema({}, { type: 'object' }, ['x', 'y'])).toEqual({ kind: 'there' });
  expect(followInSchema({}, true, ['x'])).toEqual({ kind: 'there' });
  expect(followInSchema({}, { properties: { a: {} }, additionalProperties: true }, ['x'])).toEqual({ kind: 'there' });
});
