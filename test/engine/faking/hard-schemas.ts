import type { SchemaObject } from '../../../src/engine/contract/walk-schema.ts';

export interface HardSchema {
  readonly name: string;
  readonly schema: unknown;
  readonly others?: SchemaObject;
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: SchemaObject, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});

const text = { type: 'string' };
const integer = { type: 'integer' };

const person = object({ name: text, age: { type: 'integer', minimum: 0, maximum: 120 } });

/** What recipes are made for. */
export const UNDERSTOOD: readonly HardSchema[] = [
  {
    name: 'a tree whose children are required',
    schema: object({ name: text, children: { type: 'array', items: ref('Tested') } }),
  },
  {
    name: 'a list that ends with null',
    schema: object({ value: integer, next: { anyOf: [ref('Tested'), { type: 'null' }] } }),
  },
  {
    name: 'a list that ends with a missing member',
    schema: object({ value: integer, next: ref('Tested') }, ['value']),
  },
  {
    name: 'two that contain each other',
    schema: object({ one: { oneOf: [ref('Other'), { type: 'string', minLength: 1 }] } }),
    others: { Other: object({ two: { oneOf: [ref('Tested'), { type: 'boolean' }] } }) },
  },
  {
    name: 'many members of its own kind',
    schema: object(Object.fromEntries('a b c d e f g h i j'.split(' ').map((name) => [name, ref('Tested')])), []),
  },
  {
    name: 'branches that begin with one base',
    schema: { type: 'object', oneOf: [ref('Cat'), ref('Dog')] },
    others: {
      Pet: object({ kind: text, friend: ref('Tested') }, ['kind']),
      Cat: { allOf: [ref('Pet'), object({ kind: { const: 'cat' }, lives: { type: 'integer', minimum: 1 } })] },
      Dog: { allOf: [ref('Pet'), object({ kind: { const: 'dog' }, bark: { type: 'boolean' } })] },
    },
  },
  {
    name: 'bounds from several parts',
    schema: {
      allOf: [
        object({ count: { type: 'number', minimum: 3 }, name: { type: 'string', minLength: 2 } }),
        object({ count: { type: 'integer', maximum: 5 }, name: { maxLength: 3 } }),
      ],
      unevaluatedProperties: false,
    },
  },
  {
    name: 'a part that allows no other members',
    schema: {
      allOf: [
        { ...object({ id: integer }), additionalProperties: false },
        { type: 'object', properties: { id: { minimum: 10, maximum: 20 }, extra: text } },
      ],
    },
  },
  {
    name: 'parts that contain themselves',
    schema: { allOf: [ref('One'), ref('Two')] },
    others: { One: object({ child: ref('One') }, []), Two: object({ child: ref('Two'), name: text }, ['name']) },
  },
  {
    name: 'alternatives of alternatives',
    schema: {
      type: 'object',
      properties: { id: integer, a: integer, b: integer, c: integer },
      additionalProperties: false,
      allOf: [
        {
          oneOf: [
            { required: ['a'], properties: { b: false } },
            { required: ['b'], properties: { a: false } },
          ],
        },
        { anyOf: [{ required: ['c'] }, { required: ['id'] }] },
      ],
    },
  },
  { name: 'a closed choice of an open one', schema: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, text] } },
  {
    name: 'a map that may not be empty',
    schema: { type: 'object', additionalProperties: integer, minProperties: 2, maxProperties: 4 },
  },
  {
    name: 'few of many members',
    schema: {
      ...object(Object.fromEntries('a b c d e f g h'.split(' ').map((name) => [name, integer])), ['a']),
      maxProperties: 2,
    },
  },
  {
    name: 'more members than are required',
    schema: { ...object({ a: integer, b: integer, c: integer }, ['a']), minProperties: 3, additionalProperties: false },
  },
  {
    name: 'required members of a pattern',
    schema: {
      type: 'object',
      required: ['x-one', 'x-two', 'other'],
      properties: { 'x-two': { minimum: 5 } },
      patternProperties: { '^x-': { type: 'integer', maximum: 9 } },
      additionalProperties: { type: 'boolean' },
    },
  },
  { name: 'names of a pattern', schema: { ...object({ a: integer }), propertyNames: { pattern: '^[a-z]$' } } },
  {
    name: 'members that bring others with them',
    schema: {
      ...object({ card: integer, address: text, zip: integer }, []),
      dependentRequired: { card: ['address'], address: ['zip', 'country'] },
    },
  },
  {
    name: 'a tuple',
    schema: {
      type: 'array',
      prefixItems: [integer, text, { type: 'boolean' }, { const: 'end' }],
      items: false,
      minItems: 4,
    },
  },
  { name: 'a tuple that goes on', schema: { type: 'array', prefixItems: [text], items: integer, minItems: 3 } },
  {
    name: 'different items',
    schema: { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 3 },
  },
  { name: 'many items', schema: { type: 'array', items: integer, minItems: 20, maxItems: 50 } },
  { name: 'items of which nothing is said', schema: { type: 'array', minItems: 2 } },
  {
    name: 'listed values out of bounds',
    schema: { enum: [1, 5, 20, 'long', 'longer', null], maximum: 6, maxLength: 4 },
  },
  { name: 'listed values of one type', schema: { allOf: [{ enum: [1, 'a', null] }, { type: ['string', 'null'] }] } },
  { name: 'a constant object', schema: { const: { a: [1, { b: null }] } } },
  { name: 'a constant null', schema: { const: null } },
  { name: 'numbers beyond a thousand', schema: { type: 'integer', minimum: 5000 } },
  { name: 'numbers below a negative', schema: { type: 'number', maximum: -5000 } },
  { name: 'open bounds', schema: { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5 } },
  { name: 'an open and a closed bound', schema: { type: 'number', minimum: 0, exclusiveMinimum: 0, maximum: 0.001 } },
  { name: 'multiples', schema: { type: 'integer', multipleOf: 7, minimum: 1, maximum: 20 } },
  { name: 'cents', schema: { type: 'number', multipleOf: 0.01, minimum: 0, maximum: 100 } },
  { name: 'whole multiples of a half', schema: { type: 'integer', multipleOf: 0.5 } },
  { name: 'several types', schema: { type: ['integer', 'string', 'null', 'boolean', 'array', 'object', 'number'] } },
  { name: 'no type', schema: { minLength: 3, maxLength: 4 } },
  { name: 'nothing said', schema: {} },
  { name: 'anything', schema: true },
  { name: 'long texts', schema: { type: 'string', minLength: 300 } },
  { name: 'a name that is too long for its generator', schema: object({ email: { type: 'string', maxLength: 5 } }) },
  {
    name: 'members of any name',
    schema: object({ constructor: integer, toString: text, 'a/b~c': integer, '': integer, π: text }),
  },
  ...[
    '^[A-Z]{2}[0-9A-Z]+$',
    '^\\d{3}-\\d{2,4}$',
    '^(?:red|green|light (?:blue|grey))$',
    '^[^a-z\\s]{4,}$',
    '^(?<year>\\d{4})-(0[1-9]|1[0-2])$',
    '^(?!0000)\\d{4}$',
    '^[\\w.-]+@[\\w-]+\\.[a-z]{2,}$',
    '^\\u0041\\x42[\\u0043-\\u0045]?$',
    '^$|^a*$',
    '[.*+?^${}()|\\[\\]\\\\]',
    '^\\S+\\s\\D\\W$',
    '^/[a-z]+(/[a-z0-9-]+)*/?$',
    'b',
  ].map((pattern) => ({ name: `pattern ${pattern}`, schema: { type: 'string', pattern } })),
  {
    name: 'if, then, else',
    schema: {
      ...object({ country: { enum: ['US', 'DE'] } }),
      if: { properties: { country: { const: 'US' } } },
      // What comes of it is left to chance: either may fit.
      then: { properties: { zip: text } },
      else: { properties: { plz: text } },
    },
  },
  { name: 'not', schema: { type: 'integer', minimum: 0, maximum: 9, not: { enum: [1, 2, 3] } } },
  { name: 'contains', schema: { type: 'array', items: integer, contains: { type: 'integer', minimum: 5 } } },
  {
    name: 'dependent schemas',
    schema: { ...person, dependentSchemas: { age: { properties: { adult: { type: 'boolean' } } } } },
  },
  {
    name: 'names to invent',
    schema: { type: 'object', propertyNames: { maxLength: 10 }, minProperties: 2, additionalProperties: integer },
  },
  { name: 'two patterns', schema: { allOf: [{ type: 'string', pattern: '^[a-f]' }, { pattern: '^[a-c]{2}$' }] } },
  { name: 'a back reference', schema: { type: 'string', pattern: '^(a|b)\\1?' } },
  { name: 'a pattern of a length', schema: { type: 'string', pattern: '^[a-f]+$', minLength: 30, maxLength: 40 } },
  { name: 'a pattern beside a format', schema: { type: 'string', format: 'uri', pattern: '^https://' } },
  ...[
    'byte',
    'date',
    'date-time',
    'duration',
    'email',
    'hostname',
    'idn-email',
    'ipv4',
    'ipv6',
    'iri',
    'iri-reference',
    'json-pointer',
    'password',
    'relative-json-pointer',
    'time',
    'uri',
    'uri-reference',
    'uri-template',
    'uuid',
  ].map((format) => ({ name: `format ${format}`, schema: { type: 'array', minItems: 1, items: { format } } })),
];

/** What is left to json-schema-faker, a part of it at least. */
export const EXOTIC: readonly HardSchema[] = [
  { name: 'a name of its own', schema: { type: 'integer', $anchor: 'here', minimum: 0, maximum: 9 } },
  {
    name: 'an exotic part of an ordinary whole',
    schema: object({ id: integer, one: ref('Exotic'), list: { type: 'array', items: ref('Exotic') } }),
    others: { Exotic: { type: 'integer', minimum: 0, maximum: 9, $anchor: 'here' } },
  },
];

/** No value fits, or none can be found. */
export const IMPOSSIBLE: readonly HardSchema[] = [
  { name: 'false', schema: false },
  { name: 'an empty list of values', schema: { type: 'string', enum: [1] } },
  { name: 'a member that cannot be', schema: object({ a: false }) },
  { name: 'itself without an end', schema: object({ self: ref('Tested') }) },
  { name: 'two types at once', schema: { allOf: [{ type: 'string' }, { type: 'integer' }] } },
  {
    name: 'more items than there may be',
    schema: { type: 'array', prefixItems: [integer], items: false, minItems: 2 },
  },
  { name: 'nothing but itself', schema: { allOf: [ref('Tested')], type: 'object', not: {} } },
];
