import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Json, JsonError, parseJson, stringifyJson, toNumbers } from '../../src/kernel/json.ts';

const parse = (text: string): Json => parseJson(text, 32).value;

/** Any JSON value whose integers may exceed 2^53; keys that differ, none of them `__proto__`. */
const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
    fc.string(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
})).value;

test('what is written is read back the same, to the last digit', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = stringifyJson(value);
      expect(stringifyJson(parse(text))).toBe(text);
    }),
  );
});

test('ordinary JSON is what JSON.parse makes of it', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
      fc.pre(!text.includes('__proto__'));
      const { value, holdsBigInt } = parseJson(text, 1000);
      if (!holdsBigInt) expect(value).toEqual(JSON.parse(text));
    }),
  );
});

test('integers beyond 2^53 are kept whole, others stay numbers', () => {
  expect(parse('{"value": 9007199254740993}')).toEqual({ value: 9007199254740993n });
  expect(parse('[9007199254740993.0, 9007199254740993.5]')).toEqual([9007199254740993n, 9007199254740994]);
  expect(parse('[1.5e300, 0.12345678901234567890, 1234567890123456]')).toEqual([
    1.5e300, 0.12345678901234568, 1234567890123456,
  ]);
  expect(stringifyJson({ value: 9007199254740993n, list: [-9223372036854775808n] })).toBe(
    '{"value":9007199254740993,"list":[-9223372036854775808]}',
  );
});

describe('refused', () => {
  test.each([
    ['a syntax error, with its place', '{"a": }', /expected a value at line 1, column 7/],
    [
      'a key that stands twice, with its place',
      '{"a": 1,\n "a": 2}',
      /key "a" occurs twice in its object, the second time at line 2, column 2/,
    ],
    [
      'a key that stands twice by way of an escape',
      '{"a": 1, "\\u0061": 2}',
      /key "a" occurs twice in its object, the second time/,
    ],
    ['a key named __proto__', '{"a": {"__proto__": {}}}', /__proto__/],
    ['the same, escaped', '{"\\u005f_proto__": {}}', /__proto__/],
    ['nesting beyond the limit', '['.repeat(33) + ']'.repeat(33), /nested 33 levels/],
    ['nothing at all', '', /expected a value/],
  ])('%s', (_name, text, message) => {
    expect(() => parseJson(text, 32)).toThrow(JsonError);
    expect(() => parseJson(text, 32)).toThrow(message);
  });

  test('a hundred thousand brackets cost a look, not a stack', () => {
    expect(() => parseJson('['.repeat(100_000), 32)).toThrow(/nested/);
  });
});

test('colons, quotes and brackets inside of strings count for nothing', () => {
  const text = JSON.stringify({ 'a:b': 'x":{[', c: ['\\":', '9007199254740993999'] });
  expect(parse(text)).toEqual(JSON.parse(text));
});

test('the bounds of int64 stay exact on the way to numbers', () => {
  const fits = (value: bigint): boolean => {
    const number: unknown = toNumbers<unknown>(value);
    return typeof number === 'number' && number >= -(2 ** 63) && number < 2 ** 63;
  };
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (value) => {
      expect(fits(value)).toBe(value >= -(2n ** 63n) && value < 2n ** 63n);
    }),
  );
  expect(fits(2n ** 63n - 1n)).toBe(true);
  expect(fits(2n ** 63n)).toBe(false);
  expect(fits(-(2n ** 63n))).toBe(true);
  expect(fits(-(2n ** 63n) - 1n)).toBe(false);
});

describe('limits', () => {
  test('a number of 400 digits is read, one of 401 is refused with its place', () => {
    expect(parse(`[${'1'.repeat(400)}]`)).toEqual([BigInt('1'.repeat(400))]);
    expect(() => parse(`[1,\n ${'1'.repeat(401)}]`)).toThrow(
      new JsonError('a number with more than 400 digits at line 2, column 402'),
    );
  });

  test('a text may have any number of digits', () => {
    const text = JSON.stringify({ a: '1'.repeat(1000) });
    expect(parse(text)).toEqual({ a: '1'.repeat(1000) });
  });

  test('objects, lists and their entries are counted together', () => {
    expect(parseJson('{"a": [1, 2]}', 32, 3).value).toEqual({ a: [1, 2] });
    expect(() => parseJson('{"a": [1, 2, 3]}', 32, 3)).toThrow(
      new JsonError('more than 3 values, the next one at line 1, column 12'),
    );
  });
});
