import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../../support/long-form.ts';
import {
  type DescribedOperation,
  type Sent,
  type ServedOperations,
  serveOperations,
} from '../../support/serve-operations.ts';

/*
 * JSON Schema Validation 2020-12, section 6.2, and Core, section 4.2.2: numbers are compared by their mathematical value. RFC
 * 8259, section 6: a number of JSON has any number of digits.
 */

const multipart = (value: string): string =>
  `--cut\r\nContent-Disposition: form-data; name="n"\r\n\r\n${value}\r\n--cut--\r\n`;

const member = (schema: string): string => `{"type":"object","properties":{"n":${schema}}}`;

/** All places of a number in a request. */
const PLACES: Readonly<
  Record<string, readonly [describe: (schema: string) => DescribedOperation, send: (value: string) => Sent]>
> = {
  path: [
    (schema) => ({ path: '/{n}', parameter: `{"name":"n","in":"path","required":true,"schema":${schema}}` }),
    (value) => ({ path: `/${value}` }),
  ],
  query: [
    (schema) => ({ parameter: `{"name":"n","in":"query","schema":${schema}}` }),
    (value) => ({ path: `?n=${value}` }),
  ],
  'query, in an array': [
    (schema) => ({ parameter: `{"name":"n","in":"query","schema":{"type":"array","items":${schema}}}` }),
    (value) => ({ path: `?n=${value}` }),
  ],
  'query, in a deep object': [
    (schema) => ({ parameter: `{"name":"o","in":"query","style":"deepObject","schema":${member(schema)}}` }),
    (value) => ({ path: `?o[n]=${value}` }),
  ],
  'query, as JSON': [
    (schema) => ({ parameter: `{"name":"n","in":"query","content":{"application/json":{"schema":${schema}}}}` }),
    (value) => ({ path: `?n=${value}` }),
  ],
  header: [
    (schema) => ({ parameter: `{"name":"X-N","in":"header","schema":${schema}}` }),
    (value) => ({ headers: { 'x-n': value } }),
  ],
  cookie: [
    (schema) => ({ parameter: `{"name":"n","in":"cookie","schema":${schema}}` }),
    (value) => ({ headers: { cookie: `n=${value}` } }),
  ],
  'JSON body': [
    (schema) => ({ requestContent: `{"application/json":{"schema":${schema}}}` }),
    (value) => ({ body: value }),
  ],
  'JSON body, in a member': [
    (schema) => ({ requestContent: `{"application/json":{"schema":${member(schema)}}}` }),
    (value) => ({ body: `{"n":${value}}` }),
  ],
  form: [
    (schema) => ({ requestContent: `{"application/x-www-form-urlencoded":{"schema":${member(schema)}}}` }),
    (value) => ({ body: `n=${value}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  ],
  'multipart form': [
    (schema) => ({ requestContent: `{"multipart/form-data":{"schema":${member(schema)}}}` }),
    (value) => ({ body: multipart(value), headers: { 'content-type': 'multipart/form-data; boundary=cut' } }),
  ],
  text: [
    (schema) => ({ requestContent: `{"text/plain":{"schema":${schema}}}` }),
    (value) => ({ body: value, headers: { 'content-type': 'text/plain' } }),
  ],
};

const TAKEN = 204;
const REFUSED = 422;

const TABLE: readonly (readonly [schema: string, taken: readonly string[], refused: readonly string[]])[] = [
  [
    '{"type":"integer","format":"int64"}',
    ['9223372036854775807', '-9223372036854775808', '1.0', '-0'],
    ['9223372036854775808', '-9223372036854775809', '9007199254740993.5', '1.00000000000000000001'],
  ],
  ['{"type":"integer","format":"int32"}', ['2147483647', '-2147483648'], ['2147483648', '-2147483649']],
  ['{"type":"integer","format":"uint64"}', ['18446744073709551615'], ['18446744073709551616', '-1']],
  ['{"type":"integer","format":"uint8"}', ['255'], ['256', '-1']],
  ['{"type":"integer"}', ['123456789012345678901234567890'], ['1.5', '1e-1', '1e400']],
  ['{"type":"integer","maximum":9223372036854775806}', ['9223372036854775806'], ['9223372036854775807']],
  ['{"type":"integer","minimum":-9007199254740993}', ['-9007199254740993'], ['-9007199254740994']],
  ['{"type":"integer","exclusiveMinimum":9007199254740993}', ['9007199254740994'], ['9007199254740993']],
  ['{"type":"number","exclusiveMaximum":0.1}', ['0.09999999999999999999'], ['0.1', '0.10']],
  ['{"type":"number","maximum":0.12345678901234567890}', ['0.1234567890123456789'], ['0.12345678901234567891']],
  ['{"type":"integer","multipleOf":9007199254740993}', ['18014398509481986', '0'], ['18014398509481985']],
  ['{"type":"number","multipleOf":0.01}', ['19.99', '1234567890123456789.01'], ['19.999', '1234567890123456789.015']],
  ['{"const":9007199254740993}', ['9007199254740993', '9007199254740993.0'], ['9007199254740992', '9007199254740994']],
  ['{"enum":[0.1,9007199254740993]}', ['0.10', '9007199254740993'], ['0.1000000000000000055', '9007199254740992']],
  ['{"type":"number"}', ['1e3', '-1.5E-3'], ['1e400']],
  ['{"$ref":"#/components/schemas/Big"}', ['9007199254740993'], ['9007199254740992']],
  [
    '{"anyOf":[{"const":9007199254740993},{"type":"integer","minimum":9223372036854775807}]}',
    ['9007199254740993', '9223372036854775807'],
    ['9007199254740992', '9223372036854775806'],
  ],
];

const ROWS = Object.keys(PLACES).flatMap((place) => TABLE.map((row) => [place, ...row] as const));

describe.each(['openapi.json', 'openapi.yaml'])('of a description in %s', (file) => {
  let served: ServedOperations;
  beforeAll(async () => {
    const described = ROWS.map(([place, schema]) => PLACES[place]?.[0](schema) ?? {});
    served = await serveOperations(described, { file, schemas: '{"Big":{"const":9007199254740993}}' });
  });
  afterAll(() => served.stop());

  test('nothing is wrong with it', () => {
    expect(served.mock.findings).toEqual([]);
  });

  test.each(ROWS.map((row, index) => [...row, index] as const))(
    '%s: %s takes %j and refuses %j',
    async (place, _schema, taken, refused, index) => {
      const statuses = async (values: readonly string[]): Promise<(string | number)[][]> =>
        Promise.all(values.map(async (value) => [value, (await served.send(index, PLACES[place]?.[1](value))).status]));
      expect(await statuses(taken)).toEqual(taken.map((value) => [value, TAKEN]));
      expect(await statuses(refused)).toEqual(refused.map((value) => [value, REFUSED]));
    },
  );
});

describe('texts that JavaScript reads as numbers', () => {
  const PARAMETERS: readonly (readonly [schema: string, values: readonly string[]])[] = [
    [
      '{"type":"integer"}',
      ['0x10', '%201', '1%20', '%2B1', '1_000', '', 'Infinity', '1e308', '9007199254740993e0', '.5', '5.'],
    ],
    ['{"type":"number"}', ['NaN', '-Infinity', '0b1', '.5', '5.', '', '%09']],
    ['{"type":"array","items":{"type":"integer"}}', ['0x10', '1e308', '%201']],
    ['{"anyOf":[{"type":"integer"},{"type":"boolean"}]}', ['0x10', 'TRUE', '']],
  ];
  let served: ServedOperations;
  beforeAll(async () => {
    served = await serveOperations(
      PARAMETERS.map(([schema]) => ({ parameter: `{"name":"n","in":"query","schema":${schema}}` })),
    );
  });
  afterAll(() => served.stop());

  test.each(PARAMETERS.flatMap(([schema, values], index) => values.map((value) => [schema, value, index] as const)))(
    '%s refuses "%s"',
    async (_schema, value, index) => {
      const { status, text } = await served.send(index, { path: `?n=${value}` });
      expect(status).toBe(REFUSED);
      expect(text).toContain('"field":"n');
    },
  );

  // RFC 8259, section 6: integers up to 2^53 are what all readers agree on.
  test.each([
    ['1e15', TAKEN],
    ['9.007199254740991e15', TAKEN],
    ['1e16', REFUSED],
  ])('the integer %s, with an exponent, gets %i', async (value, expected) => {
    const { status } = await served.send(0, { path: `?n=${value}` });
    expect(status).toBe(expected);
  });

  test('what to send instead is said', async () => {
    const { text } = await served.send(0, { path: '?n=1e308' });
    expect(text).toContain('write all digits of a large integer');
  });
});

describe('what is sent back', () => {
  const BIG = '9007199254740993';
  const DECIMAL = '0.12345678901234567890';
  const json = (schema: string, example?: string): string =>
    `{"application/json":{"schema":${schema}${example === undefined ? '' : `,"example":${example}`}}}`;
  const ECHOED: readonly (readonly [from: string, operation: DescribedOperation, body: RegExp])[] = [
    [
      'an example',
      { responseContent: json('{}', `{"a":[${BIG},${DECIMAL}]}`) },
      new RegExp(`^{"a":\\[${BIG},${DECIMAL}\\]}$`),
    ],
    [
      'the example of a schema',
      { responseContent: json(`{"type":"integer","examples":[${BIG}]}`) },
      new RegExp(`^${BIG}$`),
    ],
    ['a default', { responseContent: json(`{"type":"integer","default":${BIG}}`) }, new RegExp(`^${BIG}$`)],
    ['const', { responseContent: json(`{"const":${DECIMAL}}`) }, new RegExp(`^${DECIMAL}$`)],
    ['enum', { responseContent: json(`{"enum":[${BIG}]}`) }, new RegExp(`^${BIG}$`)],
    [
      'bounds',
      { responseContent: json(`{"type":"integer","minimum":${BIG},"exclusiveMaximum":9007199254740995}`) },
      /^900719925474099[34]$/,
    ],
    [
      'multipleOf',
      { responseContent: json(`{"type":"integer","exclusiveMinimum":0,"maximum":${BIG},"multipleOf":${BIG}}`) },
      new RegExp(`^${BIG}$`),
    ],
    [
      'an upper bound below all safe integers',
      { responseContent: json('{"type":"integer","maximum":-9223372036854775808}') },
      /^-922337203685477(?:5[89]|6[0-8])\d\d$/,
    ],
    [
      'no example that does not fit',
      { responseContent: json(`{"type":"integer","minimum":${BIG},"maximum":${BIG}}`, '9007199254740992') },
      new RegExp(`^${BIG}$`),
    ],
    [
      'an example without what is not sent',
      {
        responseContent: json(
          `{"type":"object","properties":{"w":{"writeOnly":true}},"examples":[{"w":1,"a":${BIG}}]}`,
        ),
      },
      new RegExp(`^{"a":${BIG}}$`),
    ],
    [
      'unique items',
      {
        responseContent: json(
          `{"type":"array","uniqueItems":true,"minItems":2,"maxItems":2,"items":{"type":"integer","minimum":${BIG},"maximum":9007199254740994}}`,
        ),
      },
      /^\[(?:9007199254740993,9007199254740994|9007199254740994,9007199254740993)\]$/,
    ],
  ];
  let served: ServedOperations;
  beforeAll(async () => {
    const header: DescribedOperation = {
      responses: `{"200":{"description":"","headers":{"X-N":{"schema":{"const":${BIG},"example":${BIG}}},"X-L":{"schema":{"type":"array","items":{}},"example":[${BIG},${DECIMAL}]}}}}`,
    };
    served = await serveOperations([...ECHOED.map(([, operation]) => operation), header]);
  });
  afterAll(() => served.stop());

  test.each(ECHOED.map(([from, , body], index) => [from, body, index] as const))(
    'is exact: %s',
    async (_from, body, index) => {
      const { status, text } = await served.send(index);
      expect({ status, text }).toEqual({ status: 200, text: expect.stringMatching(body) as unknown });
    },
  );

  test('is exact: a header', async () => {
    const { headers } = await served.send(ECHOED.length);
    expect([headers['x-n'], headers['x-l']]).toEqual([BIG, `${BIG},${DECIMAL}`]);
  });
});

test('a refusal that the description declares shows the number as it was sent', async () => {
  const served = await serveOperations([
    {
      requestContent: '{"application/json":{"schema":{"maximum":1}}}',
      responses: '{"422":{"description":"","content":{"application/json":{"schema":{"type":"object"}}}}}',
    },
  ]);
  const { status, headers, text } = await served.send(0, { body: '9007199254740993' });
  await served.stop();
  expect({ status, text }).toMatchObject({ status: REFUSED });
  expect(headers['x-mock-problem']).toContain('"rejectedValue":9007199254740993');
});

/** Digits behind the point in the arithmetic below. */
const SCALE = 30;

/** Numbers as integers of the smallest unit. */
const scaled = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
};

const number = fc
  .record({
    near: fc.constantFrom(0n, 2n ** 53n, -(2n ** 53n), 2n ** 63n, -(2n ** 63n), 10n ** 21n),
    off: fc.integer({ min: -3, max: 3 }),
    fraction: fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      fc.stringMatching(/^\d{1,4}$/),
      fc.stringMatching(/^0{18}\d{1,3}$/),
    ),
  })
  .map(({ near, off, fraction }) => `${near + BigInt(off)}${fraction === '' ? '' : `.${fraction}`}`);

/** What each keyword demands, in integers. */
const KEYWORDS: Readonly<
  Record<string, readonly [(limit: string) => string, (value: bigint, limit: bigint) => boolean]>
> = {
  minimum: [(limit) => `"minimum":${limit}`, (value, limit) => value >= limit],
  exclusiveMinimum: [(limit) => `"exclusiveMinimum":${limit}`, (value, limit) => value > limit],
  maximum: [(limit) => `"maximum":${limit}`, (value, limit) => value <= limit],
  exclusiveMaximum: [(limit) => `"exclusiveMaximum":${limit}`, (value, limit) => value < limit],
  const: [(limit) => `"const":${limit}`, (value, limit) => value === limit],
  enum: [(limit) => `"enum":["",${limit}]`, (value, limit) => value === limit],
  multipleOf: [(limit) => `"multipleOf":${limit.replace('-', '')}`, (value, limit) => value % limit === 0n],
};

test('random numbers are compared as integer arithmetic says, in every place', async () => {
  const cases = fc.sample(
    fc.record({
      keyword: fc.constantFrom(...Object.keys(KEYWORDS)),
      limit: number.filter((text) => scaled(text) !== 0n),
    }),
    { numRuns: runs({ short: 60, long: 600 }), seed: 53 },
  );
  const places = Object.values(PLACES);
  const described = cases.flatMap(({ keyword, limit }) =>
    places.map(([describeIn]) => describeIn(`{"type":"number",${KEYWORDS[keyword]?.[0](limit) ?? ''}}`)),
  );
  const served = await serveOperations(described);
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: cases.length - 1 }),
        fc.nat({ max: places.length - 1 }),
        fc.option(number),
        async (at, place, drawn) => {
          const { keyword = '', limit = '' } = cases[at] ?? {};
          const value = drawn ?? limit;
          const fits = KEYWORDS[keyword]?.[1](scaled(value), scaled(limit)) ?? false;
          const { status } = await served.send(at * places.length + place, places[place]?.[1](value));
          expect({ keyword, limit, value, status }).toMatchObject({ status: fits ? TAKEN : REFUSED });
        },
      ),
      { numRuns: runs({ short: 400, long: 20_000 }) },
    );
  } finally {
    await served.stop();
  }
});

test('items are unique as integer arithmetic says, in parameters and bodies', async () => {
  const schema = '{"type":"array","uniqueItems":true,"items":{"type":"number"}}';
  const served = await serveOperations([
    { parameter: `{"name":"n","in":"query","explode":false,"schema":${schema}}` },
    { requestContent: `{"application/json":{"schema":${schema}}}` },
  ]);
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 5 }), fc.boolean(), async (items, isRepeated) => {
        const all = isRepeated ? [...items, items[0] ?? ''] : items;
        const status = new Set(all.map(scaled)).size === all.length ? TAKEN : REFUSED;
        expect(await served.send(0, { path: `?n=${all.join(',')}` })).toMatchObject({ status });
        expect(await served.send(1, { body: `[${all.join(',')}]` })).toMatchObject({ status });
      }),
      { numRuns: runs({ short: 100, long: 5000 }) },
    );
  } finally {
    await served.stop();
  }
});
