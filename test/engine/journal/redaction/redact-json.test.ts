import { describe, expect, test } from '@jest/globals';
import { redactJson, secretsIn } from '../../../../src/engine/journal/redact-body.ts';

const shout = (text: string): string => text.toUpperCase();
const asItIs = (text: string): string => text;

test('every text goes through the scrub, names of members as well; other values stay', () => {
  expect(redactJson({ a: ['b', { c: 'd' }], n: 1, t: true, z: null, big: 1n }, shout)).toEqual({
    A: ['B', { C: 'D' }],
    N: 1,
    T: true,
    Z: null,
    BIG: 1n,
  });
  expect(redactJson('a', shout)).toBe('A');
  expect(redactJson(null, shout)).toBeNull();
});

test('a member with a telling name is hidden, whatever it holds; that there is nothing is no secret', () => {
  const value = { secret: 'abc', token: ['a'], password: { a: 'b' }, apiKey: 0, jwt: null, cookie: false, vin: 'x' };
  expect(redactJson(value, asItIs)).toEqual({
    secret: '[redacted]',
    token: '[redacted]',
    password: '[redacted]',
    apiKey: '[redacted]',
    jwt: null,
    cookie: false,
    vin: 'x',
  });
});

describe('a rejected value', () => {
  const shown = (field: unknown) => redactJson({ field, message: 'm', rejectedValue: 'v' }, asItIs);
  const held = (field: unknown) => secretsIn({ field, message: 'm', rejectedValue: 'v' });

  test.each(['secret', 'a.secret', 'tokens[0]', 'tokens[0][1]', '/body/client_secret', 'list[].token', 'secret/'])(
    'of %s is hidden',
    (field) => {
      expect(shown(field)).toEqual({ field, message: 'm', rejectedValue: '[redacted]' });
      expect(held(field)).toEqual(['v']);
    },
  );

  test.each(['vin', 'vins[0].vin', 'token.name', 'secrets[0].id', '', '[]', 7, null])('of %j is shown', (field) => {
    expect(shown(field)).toEqual({ field, message: 'm', rejectedValue: 'v' });
    expect(held(field)).toEqual([]);
  });
});

test('the secrets of a value are the texts and numbers under telling names, however deep', () => {
  const value = {
    vin: 'W1',
    secret: 'one',
    list: [{ token: ['two', { inner: 3 }] }, 'four'],
    password: { a: 5n, b: true, c: null },
  };
  expect(secretsIn(value)).toEqual(['one', 'two', '3', '5']);
  expect(secretsIn('secret')).toEqual([]);
  expect(secretsIn([1, 2n, 'x', null])).toEqual([]);
});
