import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ServedSchemas, serveSchemas } from '../../support/serve-schemas.ts';

type Named = Readonly<Record<string, object>>;

const text = (keywords: object) => ({ type: 'string', ...keywords });
const integer = (keywords: object) => ({ type: 'integer', ...keywords });
const number = (keywords: object) => ({ type: 'number', ...keywords });
const list = (keywords: object) => ({ type: 'array', ...keywords });
const object = (properties: object, keywords: object = { required: Object.keys(properties) }) => ({
  type: 'object',
  properties,
  ...keywords,
});
const pattern = (source: string, keywords: object = {}) => text({ pattern: source, ...keywords });
const format = (name: string, minLength: number, maxLength: number, keywords: object = {}) =>
  text({ format: name, minLength, maxLength, ...keywords });

/** JSON Schema 2020-12, Validation, 6.3.1, 6.3.2: lengths "as defined by RFC 8259"; 7.3: formats. */
const FORMATS: Named = {
  'email, tight': format('email', 0, 6),
  'email of one length': format('email', 50, 50),
  'email, long': format('email', 200, 254),
  'idn-email, long': format('idn-email', 60, 70),
  'uri, tight': format('uri', 0, 4),
  'uri of one length': format('uri', 9, 9),
  'uri, long': format('uri', 200, 200),
  'uri-reference, long': format('uri-reference', 60, 60),
  'iri, long': format('iri', 60, 60),
  'uri-template, long': format('uri-template', 60, 60),
  'hostname of one letter': format('hostname', 0, 1),
  'hostname, long': format('hostname', 200, 253),
  'ipv4, short': format('ipv4', 0, 7),
  'ipv4, long': format('ipv4', 15, 15),
  'ipv6, short': format('ipv6', 0, 5),
  'ipv6, long': format('ipv6', 39, 39),
  'time with an offset': format('time', 14, 25),
  'date-time with fractions': format('date-time', 27, 27),
  'duration, long': format('duration', 15, 20),
  'json-pointer, empty': format('json-pointer', 0, 0),
  'json-pointer, long': format('json-pointer', 100, 120),
  'byte, short': format('byte', 0, 4),
  'byte of one length': format('byte', 52, 52),
  'a wide bound': format('email', 1, 2_147_483_647),
  'names and bounds': object({
    email: format('email', 0, 8),
    url: format('uri', 0, 12),
    createdAt: format('date-time', 30, 40),
    firstName: text({ minLength: 40, maxLength: 40 }),
    phone: text({ maxLength: 3 }),
  }),
};

const BOTH: Named = {
  'an email of a domain': format('email', 0, 30, { pattern: '@corp\\.test$' }),
  'an email with a plus': text({ format: 'email', pattern: '\\+' }),
  'a uri of a file': text({ format: 'uri', pattern: '\\.pdf$' }),
  'a uri of another scheme': text({ format: 'uri', pattern: '^s3://[a-z]+/' }),
  'a urn': text({ format: 'uri', pattern: '^urn:' }),
  'no web address': text({ format: 'uri', pattern: '^(?!http)' }),
  'a leap day': text({ format: 'date', pattern: '-02-29$' }),
  'midnight elsewhere': text({ format: 'date-time', pattern: 'T00:00:00\\+01:00$' }),
  'a private address': text({ format: 'ipv4', pattern: '^10\\.' }),
  'a uuid in capitals': text({ format: 'uuid', pattern: '^[A-F0-9-]+$' }),
};

/** JSON Schema 2020-12, Validation, 6.2; int32 of OpenAPI 3.1.1, 4.4.2. */
const NUMBERS: Named = {
  'int32 near its maximum': integer({ format: 'int32', minimum: 2_147_483_640 }),
  'int32 at its maximum': integer({ format: 'int32', exclusiveMinimum: 2_147_483_646 }),
  'int32 at its minimum': integer({ format: 'int32', maximum: -2_147_483_648 }),
  'multiples near the maximum': integer({ format: 'int32', minimum: 2_147_483_000, multipleOf: 100 }),
  'one int32 multiple': integer({ format: 'int32', multipleOf: 2_147_483_647, exclusiveMinimum: 0 }),
  'int64 beyond the safe integers': integer({ format: 'int64', minimum: 9_007_199_254_740_991 }),
  'negative multiples': integer({ minimum: -100, maximum: -1, multipleOf: 7 }),
  'large multiples': integer({ allOf: [{ multipleOf: 97 }, { multipleOf: 89 }, { multipleOf: 83 }], minimum: 1 }),
  'whole multiples of a fraction': integer({ multipleOf: 1.5, minimum: 1, maximum: 4 }),
  'an open interval': number({ exclusiveMinimum: 0, exclusiveMaximum: 1e-7 }),
  'one value': integer({ exclusiveMinimum: 0, exclusiveMaximum: 2 }),
  'one cent': number({ multipleOf: 0.01, minimum: 0.005, maximum: 0.015 }),
};

const PATTERNS: Named = {
  'a class of Unicode': pattern('^\\p{L}+$', { minLength: 20 }),
  'classes of Unicode': pattern("^[\\p{L}\\p{M}\\p{Nd}' -]{2,50}$"),
  'a script': pattern('^\\p{Script=Greek}{3}$'),
  'not a class': pattern('^\\P{L}{3}$'),
  'not ASCII': pattern('^[^\\p{ASCII}]{4}$'),
  'characters of two units': pattern('^[\\u{1F300}-\\u{1F5FF}]{3}$', { minLength: 3, maxLength: 3 }),
  'a back-reference': pattern('^(a|b)\\1$'),
  'a named back-reference': pattern('^(?<q>["\']).+\\k<q>$'),
  'back-references crossed': pattern('^(\\w)(\\w)\\2\\1$'),
  'a back-reference of a length': pattern('^([a-z]+)-\\1$', { minLength: 21, maxLength: 21 }),
  'a back-reference in a repeat': pattern('^(?:(.)\\1){3}$'),
  'look-aheads': pattern('^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d)(?=.*[^\\w\\s]).{12,}$'),
  'a negative look-ahead': pattern('^(?!0+$)\\d{1,3}$'),
  'a look-behind': pattern('(?<=\\$)\\d+$'),
  'a word within': pattern('foo', { minLength: 10, maxLength: 10 }),
  'a length among few': pattern('^(a|bb|ccc)+$', { minLength: 9, maxLength: 9 }),
  'two patterns': { type: 'string', allOf: [{ pattern: '^[a-m]+$' }, { pattern: '^[h-z]+$', minLength: 5 }] },
  'three patterns': {
    type: 'string',
    allOf: [{ pattern: '^abc' }, { pattern: 'xyz' }, { pattern: 'end$' }],
    maxLength: 9,
  },
  'a pattern and not another': pattern('^[a-z]{1,2}$', { not: { pattern: '^[a-y]' } }),
};

/** JSON Schema 2020-12, Core, 10.3.2; Validation, 6.5. */
const OBJECTS: Named = {
  'names of a pattern': {
    type: 'object',
    patternProperties: { '^x-': integer({}) },
    additionalProperties: false,
    minProperties: 2,
  },
  'names of two patterns': {
    type: 'object',
    patternProperties: { '^S_': text({}), '^I_': integer({}) },
    minProperties: 4,
    maxProperties: 4,
    additionalProperties: false,
  },
  'names of a format': {
    type: 'object',
    propertyNames: { format: 'uuid' },
    minProperties: 2,
    additionalProperties: { type: 'boolean' },
  },
  'all names': {
    type: 'object',
    propertyNames: { enum: ['a', 'b', 'c'] },
    minProperties: 3,
    additionalProperties: integer({}),
  },
  'names of a length': { type: 'object', propertyNames: { minLength: 2, maxLength: 2 }, minProperties: 4 },
  'names and their patterns': {
    type: 'object',
    propertyNames: { pattern: '^[a-c]{3}$' },
    patternProperties: { '^a': integer({}) },
    additionalProperties: text({}),
    minProperties: 5,
  },
  'members that require others': object(
    { a: integer({}), b: integer({}), c: integer({}) },
    { dependentRequired: { a: ['b', 'c'] }, minProperties: 2, maxProperties: 2 },
  ),
  'members that require the impossible': object(
    { a: integer({}), b: false },
    { dependentRequired: { a: ['b'] }, minProperties: 1, additionalProperties: integer({}) },
  ),
  'a schema for one member': object(
    { k: text({}) },
    { required: ['k'], dependentSchemas: { k: object({ k: { enum: ['x', 'y'] }, n: integer({}) }) } },
  ),
  'a member that none may have': object(
    { a: integer({}), b: integer({}) },
    { dependentSchemas: { a: false }, minProperties: 1 },
  ),
  'nothing unevaluated': {
    allOf: [object({ a: text({}) }), object({ b: integer({}) })],
    unevaluatedProperties: false,
  },
  'an unevaluated type': object(
    { a: text({}) },
    { required: ['a', 'b'], unevaluatedProperties: integer({ minimum: 5000 }) },
  ),
  'unevaluated beside conditions': object(
    { k: { enum: ['a', 'b'] } },
    {
      required: ['k'],
      if: { properties: { k: { const: 'a' } } },
      then: object({ x: integer({}) }),
      else: object({ y: integer({}) }),
      unevaluatedProperties: false,
    },
  ),
  'a constant': object({ k: { const: { a: 1, b: [true, null], c: { d: 'e' } } } }),
  'a member required by name': { type: 'object', required: ['constructor', 'toString'] },
};

/** JSON Schema 2020-12, Core, 10.2.2. */
const CONDITIONS: Named = {
  'if of a member': object(
    { c: { enum: ['US', 'DE'] } },
    {
      required: ['c'],
      if: { properties: { c: { const: 'US' } } },
      then: object({ zip: pattern('^\\d{5}$') }),
      else: object({ plz: pattern('^\\d{4}$') }),
    },
  ),
  'if of a number': integer({ if: { minimum: 10 }, then: { multipleOf: 10 }, else: { maximum: 0 } }),
  'never then': object({ n: integer({}) }, { required: ['n'], if: { properties: { n: { minimum: 0 } } }, then: false }),
  'ten conditions': object(
    { t: { enum: Array.from('abcdefghij') } },
    {
      required: ['t'],
      allOf: Array.from('abcdefghij').map((name) => ({
        if: { properties: { t: { const: name } } },
        then: object({ [`${name}1`]: integer({ minimum: 5000 }) }),
      })),
    },
  ),
  'twelve conditions of their own': object(
    Object.fromEntries(Array.from('abcdefghijkl').map((name) => [name, { type: 'boolean' }])),
    {
      required: Array.from('abcdefghijkl'),
      allOf: Array.from('abcdefghijkl').map((name) => ({
        if: { properties: { [name]: { const: true } } },
        then: object({ [`${name}x`]: text({ minLength: 20 }) }),
      })),
    },
  ),
  'not a value': integer({ minimum: 0, maximum: 1, not: { const: 1 } }),
  'not a type': { not: { type: ['string', 'number', 'object', 'array', 'null'] } },
  'not whole': number({ not: { type: 'integer' } }),
  'not a bound': number({ not: { maximum: 100_000 } }),
  'not a length': text({ not: { maxLength: 100 } }),
  'not a multiple': integer({ not: { multipleOf: 2 } }),
  'not a format': text({ not: { format: 'date' }, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  'not a member': object({ a: text({}), b: text({}) }, { not: { required: ['a', 'b'] }, minProperties: 1 }),
  'not a value of a member': object(
    { s: { enum: ['x', 'y'] } },
    { required: ['s'], not: { properties: { s: { const: 'x' } } } },
  ),
  'not this object': object(
    { a: { enum: [1, 2] } },
    { required: ['a'], additionalProperties: false, not: { const: { a: 1 } } },
  ),
  'not closed': { type: 'object', not: { additionalProperties: false } },
  'not different': list({ items: integer({}), not: { uniqueItems: true } }),
  'not one of': integer({ not: { anyOf: [{ minimum: 10 }, { maximum: 8 }] } }),
  'not both': integer({ not: { allOf: [{ minimum: 5 }, { maximum: 10 }] } }),
  'not not': { not: { not: integer({}) } },
  'ranges that overlap': { allOf: [integer({ minimum: 10 }), { maximum: 12 }, { exclusiveMinimum: 11 }] },
  'values that overlap': text({
    allOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['b', 'c', 'd'] }, { not: { const: 'b' } }],
  }),
  'types that overlap': { allOf: [{ type: ['string', 'integer'] }, { type: ['integer', 'null'] }] },
  'one branch within another': { oneOf: [object({ id: integer({}) }), object({ id: integer({}), name: text({}) })] },
};

/** JSON Schema 2020-12, Core, 10.3.1; Validation, 6.4. */
const LISTS: Named = {
  contains: list({ items: integer({}), contains: { minimum: 1_000_000 }, minContains: 2, maxContains: 2 }),
  'several contained': list({ allOf: [{ contains: { const: 1 } }, { contains: { const: 2 } }], items: integer({}) }),
  'contained in a prefix': list({
    prefixItems: [text({}), integer({})],
    items: false,
    minItems: 2,
    contains: integer({ minimum: 77_777 }),
  }),
  'contained once': list({ items: { enum: ['a', 'b'] }, contains: { const: 'a' }, maxContains: 1, minItems: 4 }),
  'contained never': list({
    items: integer({}),
    contains: { maximum: 0 },
    minContains: 0,
    maxContains: 0,
    minItems: 2,
  }),
  'a tuple': list({ prefixItems: [integer({}), { const: 'a' }], items: false, minItems: 2 }),
  'a tuple that ends': list({ prefixItems: [integer({}), false] }),
  'tuples merged': {
    allOf: [
      list({ prefixItems: [integer({})] }),
      { prefixItems: [{ minimum: 5000 }, text({})], items: false, minItems: 2 },
    ],
  },
  'all of few': list({
    items: { enum: Array.from({ length: 200 }, (_, index) => index) },
    uniqueItems: true,
    minItems: 200,
  }),
  'all of many': list({ items: integer({ minimum: 1, maximum: 3000 }), uniqueItems: true, minItems: 3000 }),
  'all of a pattern': list({ items: pattern('^[0-9]$'), uniqueItems: true, minItems: 10 }),
  'different objects': list({ items: object({ k: { enum: [1, 2, 3] } }), uniqueItems: true, minItems: 3 }),
  'nothing unevaluated': list({ prefixItems: [integer({})], unevaluatedItems: text({}), minItems: 3 }),
  'unevaluated beside contained': list({ contains: integer({}), unevaluatedItems: false, minItems: 2 }),
  'null or a list': { type: ['null', 'array'], items: { type: ['null', 'boolean'] }, minItems: 2 },
};

/** OpenAPI 3.0.4, 4.7.24: `nullable` "only takes effect if `type` is explicitly defined within the same Schema Object". */
const OLD: Named = {
  'null or a text': text({ nullable: true, minLength: 3 }),
  'no null in the enum': text({ nullable: true, enum: ['a', 'b'] }),
  'no type': { nullable: true, oneOf: [text({}), integer({})] },
  'int32 near its maximum': integer({ format: 'int32', minimum: 2_147_483_640, exclusiveMinimum: true }),
};

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Schemas that lead to themselves, which each of them is for the case of its name. */
const SHARED: Named = {
  Tree: object({ name: text({}), children: list({ items: ref('Tree') }) }),
  EndsWithNull: object({ value: integer({}), next: { anyOf: [ref('EndsWithNull'), { type: 'null' }] } }),
  EndsWithoutMember: object({ value: integer({}), next: ref('EndsWithoutMember') }, { required: ['value'] }),
  One: object({ one: { oneOf: [ref('Other'), text({ minLength: 1 })] } }),
  Other: object({ two: { oneOf: [ref('One'), { type: 'boolean' }] } }),
  ManyOfItsKind: object(Object.fromEntries(Array.from('abcdefghij').map((name) => [name, ref('ManyOfItsKind')])), {}),
  Either: { type: 'object', oneOf: [ref('Cat'), ref('Dog')] },
  Pet: object({ kind: text({}), friend: ref('Either') }, { required: ['kind'] }),
  Cat: { allOf: [ref('Pet'), object({ kind: { const: 'cat' }, lives: integer({ minimum: 1 }) })] },
  Dog: { allOf: [ref('Pet'), object({ kind: { const: 'dog' }, bark: { type: 'boolean' } })] },
  PartOne: object({ child: ref('PartOne') }, {}),
  PartTwo: object({ child: ref('PartTwo'), name: text({}) }, { required: ['name'] }),
  Parts: { allOf: [ref('PartOne'), ref('PartTwo')] },
  Endless: object({ self: ref('Endless') }),
};

const RECURSIVE: Named = Object.fromEntries(
  ['Tree', 'EndsWithNull', 'EndsWithoutMember', 'One', 'ManyOfItsKind', 'Either', 'Parts'].map((name) => [
    name,
    ref(name),
  ]),
);

const IMPOSSIBLE: Named = {
  'itself without an end': ref('Endless'),
  'a member that cannot be': object({ a: false }),
  'no value of the type': text({ enum: [1] }),
  'types apart': { allOf: [text({}), integer({})] },
  'bounds apart': integer({ minimum: 5, maximum: 4 }),
  'nothing between': integer({ exclusiveMinimum: 1, exclusiveMaximum: 2 }),
  'no multiple': integer({ multipleOf: 10, minimum: 1, maximum: 9 }),
  'a short uuid': format('uuid', 0, 10),
  'a date of letters': text({ format: 'date', pattern: '^x' }),
  'patterns apart': { type: 'string', allOf: [{ pattern: '^a' }, { pattern: '^b' }] },
  'a long pattern': pattern('^a$', { minLength: 2 }),
  'a third truth': list({ items: { type: 'boolean' }, uniqueItems: true, minItems: 3 }),
  'values apart': { allOf: [{ enum: ['a'] }, { enum: ['b'] }] },
  'not anything': { not: {} },
  'then nothing': { if: true, then: false },
  'two of one': { oneOf: [integer({}), integer({})] },
  'no names': { type: 'object', propertyNames: false, minProperties: 1 },
  'contains nothing': list({ contains: false }),
};

/** A body that a browser or a terminal shows at once. */
const LARGEST = 20_000;

describe.each<readonly [string, string, Named]>([
  ['formats within bounds', '3.1.1', FORMATS],
  ['formats with a pattern', '3.1.1', BOTH],
  ['numbers', '3.1.1', NUMBERS],
  ['patterns', '3.1.1', PATTERNS],
  ['objects', '3.1.1', OBJECTS],
  ['conditions', '3.1.1', CONDITIONS],
  ['lists', '3.1.1', LISTS],
  ['schemas of 3.0', '3.0.4', OLD],
  ['schemas that lead to themselves', '3.1.1', RECURSIVE],
])('%s', (_kind, openapi, schemas) => {
  let served: ServedSchemas;
  beforeAll(async () => {
    served = await serveSchemas(Object.values(schemas), { openapi, shared: SHARED });
  });
  afterAll(() => served.stop());

  test.each(Object.keys(schemas))('%s', async (name) => {
    const index = Object.keys(schemas).indexOf(name);
    for (let seed = 0; seed < 10; seed++) {
      const prefer = seed === 0 ? undefined : `dynamic=true, seed=${String(seed)}`;
      const { status, body } = await served.get(index, prefer);
      expect([status, body, fits(served, openapi, index, body)]).toEqual([200, body, true]);
      expect(JSON.stringify(body).length).toBeLessThan(LARGEST);
      if (seed === 1) expect((await served.get(index, prefer)).body).toEqual(body);
    }
  });
});

/** Ajv knows no boolean bounds, and `nullable` only where it takes effect. */
const fits = (served: ServedSchemas, openapi: string, index: number, body: unknown): boolean => {
  if (openapi !== '3.0.4') return served.fits(index, body);
  const { exclusiveMinimum, minimum, nullable, type, ...schema } = Object.values(OLD)[index] as Record<string, unknown>;
  return served.fits(
    {
      ...schema,
      ...(type === undefined ? {} : { type: nullable === true ? [type, 'null'] : type }),
      ...(exclusiveMinimum === true ? { exclusiveMinimum: minimum } : {}),
    },
    body,
  );
};

describe('what no body satisfies', () => {
  let served: ServedSchemas;
  beforeAll(async () => {
    served = await serveSchemas(Object.values(IMPOSSIBLE), { openapi: '3.1.1', shared: SHARED });
  });
  afterAll(() => served.stop());

  test.each(Object.keys(IMPOSSIBLE))('%s', async (name) => {
    const { status, body } = await served.get(Object.keys(IMPOSSIBLE).indexOf(name));
    expect([status, body]).toEqual([
      501,
      expect.objectContaining({ detail: expect.stringContaining('No generated body') }),
    ]);
  });
});

test('schemas nested beyond reason are left to json-schema-faker, and the answer says so', async () => {
  const nested = (depth: number): object => (depth === 0 ? integer({}) : object({ a: nested(depth - 1) }, {}));
  const served = await serveSchemas([nested(80)], { openapi: '3.1.1' });
  const get = () => fetch(`${served.mock.url}/0`, { headers: { prefer: 'dynamic=true, seed=1' } });
  const [first, second] = [await get(), await get()];
  expect([first.status, first.headers.get('x-mock-made-with')]).toEqual([200, 'json-schema-faker']);
  expect(await second.text()).toBe(await first.text());
  await served.stop();
});
