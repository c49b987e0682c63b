import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Json, JsonError, parseJson, parseJsonInSteps, parseOwnJson } from '../../src/kernel/json.ts';
import { PIECE } from '../../src/kernel/json-survey.ts';
import { runAtOnce } from '../../src/kernel/time-slices.ts';
import { runs } from '../support/long-form.ts';

const LIMITS = { depth: 6, values: 60, members: Infinity };
const WIDE = { depth: 100, values: Infinity, members: 20_000 };

/** What a parser makes of a text: a value, or its message. */
const outcome = (parse: () => { readonly value: unknown; readonly holdsBigInt: boolean }): unknown => {
  try {
    const { value, holdsBigInt } = parse();
    return { value, holdsBigInt, keys: JSON.stringify(value, (_, member: unknown) => String(member)) };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return error.message;
  }
};

const atOnce = (text: string): unknown => outcome(() => parseJson(text, LIMITS.depth, LIMITS.values));
const inPieces = (text: string, piece: number): unknown =>
  outcome(() => runAtOnce(parseJsonInSteps(text, LIMITS, piece)));

/** Which of two reasons is named depends on what JSON.parse has dropped, if one of them is a key named `__proto__`. */
const expectSame = (text: string, size: number): void => {
  const expected = atOnce(text);
  const found = inPieces(text, size);
  if (text.includes('__proto__') && typeof expected === 'string') expect(typeof found).toBe('string');
  else expect(found).toEqual(expected);
};

const space = fc.constantFrom('', '', '', ' ', '\n', '\r\n', '\r', ' \t ');
const key = fc.constantFrom('"a"', '"b"', '"1"', '""', '"a\\u0062"', '"a,b:{["', '"__proto__"', '"x\\\\"');
const literal = fc.oneof(
  fc.constantFrom('0', '-1.5e3', 'true', 'null', '9007199254740993', '-9007199254740993.0', '1234567890123456'),
  fc.json({ maxDepth: 0 }),
  fc.string().map((text) => JSON.stringify(text)),
);

/** Valid but for keys that occur twice, with spaces anywhere. */
const texts = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal,
    fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 6 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    fc
      .array(fc.tuple(space, key, space, fc.constant(':'), space, tie('value'), space), { maxLength: 6 })
      .map((members) => `{${members.map((member) => member.join('')).join(',')}}`),
  ),
})).value;

const piece = fc.integer({ min: 1, max: 40 });

describe('JSON that is read in pieces', () => {
  test('is what it is at once, with keys that occur twice and limits', () => {
    fc.assert(
      fc.property(texts, piece, (text, size) => {
        expectSame(text, size);
      }),
      { numRuns: runs({ short: 500, long: 2000 }) },
    );
  });

  test('has the same fault at the same place when it is broken', () => {
    const junk = fc.constantFrom(
      '',
      ',',
      ':',
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      'x',
      '1',
      '-',
      '/',
      '//',
      '\n',
      '\u0001',
      '.',
    );
    fc.assert(
      fc.property(texts, piece, junk, fc.nat(), fc.nat({ max: 3 }), (text, size, put, at, removed) => {
        const place = at % (text.length + 1);
        const broken = text.slice(0, place) + put + text.slice(place + removed);
        expectSame(broken, size);
      }),
      { numRuns: runs({ short: 1000, long: 5000 }) },
    );
  });
});

describe('a key with an escape, after one that ends with a backslash', () => {
  // V8 takes the one for the other: nodejs/node#63785.
  const before = '{"x\\\\":1}';
  const text = '{"x\\u0062":9007199254740993}';
  const expected = { xb: 9007199254740993n };

  test.each(['{"x\\u0062":1,"x\\\\":2}', '[{"x\\\\":1},{"x\\u0062":1}]', '{"x\\\\":{"x\\u0062":1}}', before])(
    'is read as it stands in %s',
    (mixed) => {
      parseJson(before, 10);
      const read = [
        parseJson(mixed, 10).value,
        ...[1, 7, 40].map((size) => runAtOnce(parseJsonInSteps(mixed, LIMITS, size)).value),
      ];
      for (const value of read)
        expect(JSON.stringify(value).replaceAll('\\\\', '/')).toBe(
          mixed.replaceAll('\\\\', '/').replace('\\u0062', 'b'),
        );
    },
  );

  test('is read as it stands at once, in pieces and from the store', () => {
    parseJson(before, 10);
    expect(parseJson(text, 10)).toEqual({ value: expected, holdsBigInt: true });
    parseJson(before, 10);
    expect(parseOwnJson(text)).toEqual(expected);
    parseJson(before, 10);
    const long = `[${before},${text},"${'a'.repeat(3 * PIECE)}"]`;
    for (const { value } of [parseJson(long, 10), runAtOnce(parseJsonInSteps(long))])
      expect((value as readonly Json[]).slice(0, 2)).toEqual([{ 'x\\': 1 }, expected]);
  });
});

describe('a long text', () => {
  const filler = Array.from({ length: 20_000 }, (_, index) => `{"n": ${String(index)}}`).join(',\n');
  const both = (text: string): unknown[] => [
    outcome(() => parseJson(text, 100)),
    outcome(() => runAtOnce(parseJsonInSteps(text, WIDE))),
  ];

  test.each([
    ['is read', `{"list": [${filler}], "big": 9007199254740993}`, undefined],
    ['of spaces alone', ' '.repeat(300_000), 'expected a value at line 1, column 300001'],
    ['of lines alone', '\n'.repeat(300_000), 'expected a value at line 300001, column 1'],
    ['with a fault in the midst', `[${filler},\n  {"n": },\n${filler}]`, 'expected a value at line 20001, column 9'],
    ['with a key that occurs twice, far apart', `{"a": [${filler}],\n"a": 1}`, /key "a" .* line 20001, column 1$/],
    ['with a key named __proto__', `[${filler},{"__proto__":1}]`, 'the key "__proto__" is not accepted'],
    ['that is cut off', `[${filler}`, /^expected a closing bracket at line 20000/],
    ['with text after its end', `[${filler}] x`, /^unexpected symbol at line 20000/],
    [
      'with a broken long string',
      `["${'a'.repeat(300_000)}\u0001"]`,
      'invalid character in a string at line 1, column 2',
    ],
    ['with an open long string', `["${'\\"'.repeat(150_000)}`, 'unterminated string at line 1, column 2'],
  ])('%s', (_name, text, message) => {
    const [one, other] = both(text);
    expect(other).toEqual(one);
    if (message === undefined) expect(one).toMatchObject({ holdsBigInt: true });
    else expect(one).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  test('is parsed in many steps', () => {
    const steps = parseJsonInSteps(`[${filler}]`, WIDE);
    let count = 0;
    while (steps.next().done !== true) count++;
    expect(count).toBeGreaterThan(8);
  });

  test('is read up to its fault in many steps', () => {
    const steps = parseJsonInSteps(' '.repeat(20 * PIECE), WIDE);
    let count = 0;
    expect(() => {
      while (steps.next().done !== true) count++;
    }).toThrow(`line 1, column ${String(20 * PIECE + 1)}`);
    // It is surveyed, and read.
    expect(count).toBeGreaterThan(2 * 20 - 3);
  });

  test('has no object with too many members', () => {
    const text = (count: number) =>
      `{${Array.from({ length: count }, (_, index) => `"${String(index)}":1`).join(',')}}`;
    expect(() => runAtOnce(parseJsonInSteps(text(20_000), WIDE))).not.toThrow();
    expect(() => runAtOnce(parseJsonInSteps(text(20_001), WIDE))).toThrow(
      /more than 20000 members, the last one at line 1/,
    );
  });
});
