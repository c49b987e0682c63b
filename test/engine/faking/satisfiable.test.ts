import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { POINTER, createBodies, documentOf } from '../../support/draw-bodies.ts';
import { runs } from '../../support/long-form.ts';

type Schema = Record<string, unknown>;

const optional = (schema: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> => fc.oneof(fc.constant<Schema>({}), schema);
const merged = (...parts: readonly fc.Arbitrary<Schema>[]): fc.Arbitrary<Schema> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as Schema);

const escape = (letter: string): string => letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');

/** A class or a letter that a character is in. */
const classOf = (letter: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    escape(letter),
    ...(/[a-z]/.test(letter) ? ['[a-z]', '\\w', '\\p{L}', '\\p{Ll}', '[^A-Z0-9]', '.'] : []),
    ...(/[A-Z]/.test(letter) ? ['[A-Z]', '\\p{Lu}', '[^a-z]'] : []),
    ...(/[0-9]/.test(letter) ? ['\\d', '\\p{Nd}', '[0-9a-f]'] : []),
  );

/** A pattern of one text, with classes for some of its letters. */
const patternOf = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.tuple(...Array.from(text).map(classOf)),
      fc.constantFrom('', '^', '(?=.*)', '^(?!\\s)'),
      fc.constantFrom('', '$'),
    )
    .map(([classes, start, end]) => `${start}${classes.join('')}${end}`);

const boundsOf = (value: number, [least, most]: readonly [string, string]): fc.Arbitrary<Schema> =>
  merged(
    optional(fc.nat(3).map((less) => ({ [least]: Math.max(0, value - less) }))),
    optional(fc.nat(3).map((more) => ({ [most]: value + more }))),
  );

/** Texts, each with a format that it has. */
const FORMATTED: readonly (readonly [string, string])[] = [
  ['email', 'a@b.c'],
  ['email', 'someone.with.a.long.name@mail.example.com'],
  ['uri', 'a:/b'],
  ['uri', 'https://www.example.com/one/two/three'],
  ['hostname', 'a'],
  ['hostname', 'www.sub-domain.example.com'],
  ['ipv4', '1.2.3.4'],
  ['ipv6', '::1'],
  ['date', '2024-02-29'],
  ['date-time', '2024-01-01T00:00:00.123Z'],
  ['time', '12:00:00+01:00'],
  ['duration', 'P1Y2M3DT4H5M6S'],
  ['uuid', '01234567-89ab-cdef-0123-456789abcdef'],
  ['json-pointer', '/a/b/c'],
  ['byte', 'YWJjZA=='],
];

const textSchema = (text: string): fc.Arbitrary<Schema> =>
  merged(
    fc.constant({ type: 'string' }),
    boundsOf(Array.from(text).length, ['minLength', 'maxLength']),
    optional(patternOf(text).map((pattern) => ({ pattern }))),
    optional(patternOf(text).map((pattern) => ({ allOf: [{ pattern }] }))),
    optional(fc.constant({ not: { enum: [`${text}x`, 'other'] } })),
  );

const formattedSchema = fc
  .constantFrom(...FORMATTED)
  .chain(([format, text]) =>
    merged(
      fc.constant({ type: 'string', format }),
      boundsOf(text.length, ['minLength', 'maxLength']),
      optional(fc.constantFrom(...Array.from(text)).map((letter) => ({ pattern: escape(letter) }))),
    ),
  );

const backReference = fc
  .tuple(fc.stringMatching(/^[a-z]{1,4}$/), fc.constantFrom('-', '', '/'))
  .chain(([word, between]) =>
    merged(
      fc.constant({ type: 'string', pattern: `^([a-z]+)${between}\\1$` }),
      boundsOf(2 * word.length + between.length, ['minLength', 'maxLength']),
    ),
  );

const integerSchema = (value: number): fc.Arbitrary<Schema> =>
  merged(
    fc.constant({ type: 'integer' }),
    optional(fc.nat(5).map((less) => ({ minimum: value - less }))),
    optional(fc.nat(5).map((more) => ({ maximum: value + more }))),
    optional(fc.integer({ min: 1, max: 5 }).map((more) => ({ exclusiveMaximum: value + more }))),
    optional(
      fc.constantFrom(...[1, 2, 3, 7].filter((step) => value % step === 0)).map((multipleOf) => ({ multipleOf })),
    ),
    optional(fc.constant({ format: 'int32' })),
    optional(fc.nat(3).map((other) => ({ not: { const: value + 1 + other } }))),
  );

const plain = fc.oneof(
  fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, 0, -7, 2_147_483_640),
  fc.integer({ min: -1000, max: 1000 }),
  fc.boolean(),
  fc.constant(null),
  fc.stringMatching(/^[a-zA-Z0-9_.-]{0,12}$/),
);

const anything = fc.oneof(fc.constant<unknown>(true), fc.constant({}), fc.constant({ not: { const: 'never' } }));

/** Schemas that a value satisfies. */
const schemaOf = (value: unknown): fc.Arbitrary<Schema> => {
  const own = ownSchema(value);
  return fc.oneof(
    { arbitrary: own, weight: 6 },
    { arbitrary: own.map((schema) => ({ allOf: [schema, { not: { enum: ['never'] } }] })), weight: 1 },
    { arbitrary: own.map((schema) => ({ anyOf: [{ not: {} }, schema] })), weight: 1 },
    { arbitrary: own.map((schema) => ({ not: { not: schema } })), weight: 1 },
    { arbitrary: own.map((schema) => ({ if: schema, then: true, else: false })), weight: 1 },
    { arbitrary: fc.constant({ enum: [value, 'another'], not: { const: 'another' } }), weight: 1 },
  );
};

const ownSchema = (value: unknown): fc.Arbitrary<Schema> => {
  if (typeof value === 'string') return textSchema(value);
  if (typeof value === 'number') return integerSchema(value);
  if (Array.isArray(value)) return listSchema(value);
  if (typeof value === 'object' && value !== null) return objectSchema(value as Schema);
  return fc.constantFrom<Schema>({ const: value }, { type: value === null ? 'null' : 'boolean' });
};

const listSchema = (items: readonly unknown[]): fc.Arbitrary<Schema> =>
  fc
    .tuple(...items.map(schemaOf))
    .chain((schemas) =>
      merged(
        fc.constant({ type: 'array' }),
        boundsOf(items.length, ['minItems', 'maxItems']),
        fc.oneof(
          fc.constant({ prefixItems: schemas, items: false }),
          fc.constant({ prefixItems: schemas.slice(0, 1) }),
          fc.constant(schemas.length > 0 ? { items: { anyOf: schemas } } : {}),
        ),
        optional(fc.constant(schemas.length > 0 ? { contains: schemas.at(-1) } : {})),
        optional(
          fc.constant(
            new Set(items.map((item) => JSON.stringify(item))).size === items.length ? { uniqueItems: true } : {},
          ),
        ),
      ),
    );

const objectSchema = (members: Schema): fc.Arbitrary<Schema> => {
  const names = Object.keys(members);
  return fc.tuple(...Object.values(members).map(schemaOf)).chain((schemas) => {
    const properties = Object.fromEntries(names.map((name, index) => [name, schemas[index]]));
    const [first] = names;
    return merged(
      fc.constant({ type: 'object' }),
      boundsOf(names.length, ['minProperties', 'maxProperties']),
      fc.oneof(
        fc.constant({ properties, required: names, additionalProperties: false }),
        fc.constant({ properties, required: names.slice(1), unevaluatedProperties: false }),
        fc.constant({ allOf: [{ properties }, { required: names }], unevaluatedProperties: false }),
        fc.constant({
          patternProperties: Object.fromEntries(names.map((name) => [`^${name}$`, properties[name]])),
          additionalProperties: false,
        }),
      ),
      optional(fc.constant({ propertyNames: { pattern: '^[a-z]+$', maxLength: 8 } })),
      optional(anything.map((schema) => (first === undefined ? {} : { dependentSchemas: { [first]: schema } }))),
      optional(fc.constant(first === undefined ? {} : { dependentRequired: { [first]: names } })),
      optional(fc.constant({ if: { required: names }, then: { minProperties: names.length } })),
    );
  });
};

const names = fc.stringMatching(/^[a-z]{1,6}$/);
const value = fc.oneof(
  { arbitrary: plain, weight: 3 },
  { arbitrary: fc.array(plain, { maxLength: 3 }), weight: 1 },
  { arbitrary: fc.dictionary(names, fc.oneof(plain, fc.array(plain, { maxLength: 2 })), { maxKeys: 3 }), weight: 2 },
);

const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
formats.default(ajv);

test('a schema that a value satisfies gets a body that does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(value.chain(schemaOf), formattedSchema, backReference),
      fc.nat(),
      async (schema, seed) => {
        const drawn = await createBodies(documentOf(schema))(POINTER, String(seed));
        const fits = drawn.value !== undefined && ajv.validate(schema, drawn.value);
        expect([schema, drawn.value, fits]).toEqual([schema, drawn.value, true]);
      },
    ),
    { numRuns: runs({ short: 300, long: 5000 }) },
  );
}, 60_000);
