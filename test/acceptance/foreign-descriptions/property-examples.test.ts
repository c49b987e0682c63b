import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ServedSchemas, serveSchemas } from '../../support/serve-schemas.ts';

/**
 * OpenAPI 3.0.4, section 4.7.24.2: `example` is "a free-form field to include an example of an instance for this schema",
 * and `default` "what would be assumed by the consumer of the input". springdoc, FastAPI, NestJS and .NET write nothing else.
 */
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const id = { type: 'integer', format: 'int64', example: 7 };
const shared = {
  Pet: {
    type: 'object',
    required: ['id'],
    properties: {
      id,
      name: { type: 'string', example: 'Rex' },
      since: { type: 'string', format: 'date', example: '2020-02-29' },
      tags: { type: 'array', items: { type: 'string' }, example: ['a', 'b'] },
      status: { type: 'string', enum: ['sold', 'free'], default: 'free' },
      weight: { type: 'number', example: 0, default: 3 },
      isTame: { type: 'boolean', default: false },
      nothing: { type: 'string', nullable: true, example: null },
    },
  },
  Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } }, example: { name: 'Given' } },
  Node: { type: 'object', required: ['id'], properties: { id, next: ref('Node') } },
};
const PET = {
  ...{ id: 7, name: 'Rex', since: '2020-02-29', tags: ['a', 'b'] },
  ...{ status: 'free', weight: 0, isTame: false, nothing: null },
};
const of = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

const CASES: readonly (readonly [what: string, schema: object, expected: unknown])[] = [
  ['members', ref('Pet'), PET],
  ['items', { type: 'array', items: ref('Pet') }, [PET]],
  [
    'members of members',
    of({ pet: ref('Pet'), pets: { type: 'array', items: ref('Pet') } }),
    { pet: PET, pets: [PET] },
  ],
  ['allOf', { allOf: [ref('Pet'), of({ more: { type: 'string', example: 'x' } })] }, { ...PET, more: 'x' }],
  ['oneOf', { oneOf: [ref('Pet')] }, PET],
  ['anyOf', of({ one: { anyOf: [ref('Named'), ref('Named')] } }), { one: { name: 'Given' } }],
  ['an example of a whole', of({ who: ref('Named') }), { who: { name: 'Given' } }],
  [
    'an example of a whole beside a reference',
    of({ who: { allOf: [ref('Named')], example: { name: 'Nearer' } } }),
    { who: { name: 'Nearer' } },
  ],
  [
    'examples of parts',
    of({ who: { allOf: [ref('Named'), of({ age: { type: 'integer' } }, { example: { age: 3 } })] } }),
    { who: { name: 'Given', age: 3 } },
  ],
  ['an example before the default', of({ a: { type: 'integer', example: 1, default: 2 } }), { a: 1 }],
  ['a default where the example does not fit', of({ a: { type: 'integer', example: '1', default: 2 } }), { a: 2 }],
  ['names that are hints', of({ email: { type: 'string', example: 'me' } }), { email: 'me' }],
  ['a pattern', of({ a: { type: 'string', pattern: '^(?=x)x{3}$', example: 'xxx' } }), { a: 'xxx' }],
];

/** What does not fit is left out alone: the rest stays. */
const BAD: readonly (readonly [what: string, member: object])[] = [
  ['a text for a number', { type: 'integer', example: '12' }],
  ['a text of another format', { type: 'string', format: 'date-time', example: 'yesterday' }],
  ['a value that is not listed', { type: 'string', enum: ['a'], example: 'b' }],
  ['one beyond a bound', { type: 'integer', minimum: 5, example: 4 }],
  ['one that breaks a pattern', { type: 'string', pattern: '^[a-z]+$', example: 'A' }],
  ['one that is too long', { type: 'string', maxLength: 2, example: 'abc' }],
  ['an item that does not fit', { type: 'array', items: { type: 'integer' }, example: [1, 'a'] }],
  ['a text for a list', { type: 'array', items: { type: 'string' }, example: 'a, b' }],
  ['an object without what is required', { ...shared.Named, example: {} }],
  [
    'an object with too much',
    of({ a: { type: 'integer' } }, { required: ['a'], maxProperties: 1, example: { a: 1, b: 2 } }),
  ],
];

const schemas = [
  ...CASES.map(([, schema]) => schema),
  ...BAD.map(([, member]) => of({ good: id, bad: member }, { required: ['good', 'bad'] })),
  ref('Node'),
  of(
    { name: { type: 'string', example: 'Rex' }, count: { type: 'integer', example: 3, default: 4 } },
    { required: ['name'] },
  ),
];

let served: ServedSchemas;
beforeAll(async () => {
  served = await serveSchemas(schemas, { shared });
});
afterAll(() => served.stop());

test.each(CASES.map(([what, , expected], index) => ({ what, index, expected })))(
  'the plain answer is built from $what',
  async ({ index, expected }) => {
    expect(await served.get(index)).toEqual({ status: 200, body: expected });
    expect(await served.get(index, 'dynamic=false')).toEqual({ status: 200, body: expected });
  },
);

test.each(BAD.map(([what], index) => ({ what, index: CASES.length + index })))(
  '$what is left out, the rest stays',
  async ({ index }) => {
    const { status, body } = await served.get(index);
    expect({ status, body }).toEqual({ status: 200, body: { good: 7, bad: expect.anything() } });
    expect(served.fits(index, body)).toBe(true);
  },
);

test('a recursive schema ends', async () => {
  const { body } = await served.get(CASES.length + BAD.length);
  expect(body).toMatchObject({ id: 7, next: { id: 7 } });
});

test('dynamic=true generates', async () => {
  const names = new Set<unknown>();
  for (let seed = 0; seed < 10; seed++) {
    const { body } = await served.get(schemas.length - 1, `dynamic=true, seed=${String(seed)}`);
    expect(served.fits(schemas.length - 1, body)).toBe(true);
    names.add((body as { name: string }).name);
  }
  expect(names.size).toBeGreaterThan(5);
  expect(names).not.toContain('Rex');
});

test('3.1 gives its examples as a list, of which the first counts', async () => {
  const of31 = await serveSchemas(
    [
      of({
        a: { type: ['string', 'null'], examples: ['x', 'y'] },
        b: { $ref: '#/components/schemas/B', examples: [2] },
      }),
    ],
    {
      openapi: '3.1.1',
      shared: { B: { type: 'integer', examples: [1] } },
    },
  );
  expect(await of31.get(0)).toEqual({ status: 200, body: { a: 'x', b: 2 } });
  await of31.stop();
});
