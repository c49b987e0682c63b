import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { formatPath } from '../../../src/kernel/path.ts';
import { pathOf } from '../../../src/kernel/json-pointer.ts';
import { readAlternatives } from '../../../src/engine/validation/alternatives.ts';
import { toViolations } from '../../../src/engine/validation/violations.ts';

const violationsOf = (schema: object, value: unknown) => {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false });
  formats.default(ajv);
  readAlternatives(ajv);
  const validate = ajv.compile(schema);
  return validate(value) ? [] : toViolations(validate.errors ?? [], value);
};

test.each([
  ['', ''],
  ['/vins/0/vin', 'vins[0].vin'],
  ['/0/1', '[0][1]'],
  ['/a~1b/c~0d', 'a/b.c~d'],
])('%s is shown as %s', (instancePath, field) => {
  expect(formatPath(pathOf(instancePath))).toBe(field);
});

test('branches of a choice become one entry that lists all values', () => {
  const events = { anyOf: [{ enum: ['a.b', 'a.c'] }, { enum: ['a.*'] }] };
  expect(violationsOf({ type: 'array', items: events }, ['*', 'a.b'])).toEqual([
    { field: '[0]', message: 'must be one of "a.b", "a.c", "a.*"', rejectedValue: '*' },
  ]);
});

test('branches of different kinds become one entry with the reasons', () => {
  const schema = {
    properties: { v: { oneOf: [{ type: 'integer' }, { type: 'object', required: ['x'] }] }, w: { type: 'string' } },
  };
  expect(violationsOf(schema, { v: 'text', w: 1 })).toEqual([
    {
      field: 'v',
      message:
        'must match one of the alternatives: v must be integer, but is string; or v must be object, but is string',
      rejectedValue: 'text',
    },
    { field: 'w', message: 'must be string, but is integer', rejectedValue: 1 },
  ]);
});

test('more than one match of a oneOf says so', () => {
  const [violation] = violationsOf({ oneOf: [{ type: 'integer' }, { minimum: 0 }] }, 5);
  expect(violation?.message).toBe('must match exactly one of the alternatives, but matches several');
});

test('a failed condition is reported by what it demands, not twice', () => {
  const schema = { if: { required: ['a'] }, then: { required: ['b'] } };
  expect(violationsOf(schema, { a: 1 })).toEqual([{ field: 'b', message: 'is required', rejectedValue: null }]);
});

test('lengths count characters, as people do', () => {
  expect(violationsOf({ minLength: 3 }, '🚗🚗')[0]?.message).toBe('must have at least 3 characters, but has 2');
});

test('a structure is echoed while it is small, at any depth', () => {
  const echoOf = (value: unknown): unknown => violationsOf({ type: 'string' }, value)[0]?.rejectedValue;
  expect(echoOf({ a: [{ b: 1 }] })).toEqual({ a: [{ b: 1 }] });
  expect(echoOf({ a: [{ b: 'x'.repeat(1000) }] })).toBeNull();
  expect(echoOf({ a: Array.from({ length: 21 }, () => 1) })).toBeNull();
  expect(echoOf({ ['x'.repeat(1000)]: 1 })).toBeNull();
});

test('an unknown property is named, with those that are known', () => {
  expect(violationsOf({ properties: { amount: {} }, additionalProperties: false }, { ammount: 1 })).toEqual([
    { field: 'ammount', message: 'is not a property of this object (known: amount)', rejectedValue: 1 },
  ]);
});
