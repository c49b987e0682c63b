import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  compileExpressions,
  estimateBacktracking,
  toExpression,
  toRegExp,
} from '../../../src/engine/contract/expression.ts';

const compile = async (pattern: string) => {
  const { expressions, refused, bounded } = await compileExpressions(new Set([pattern]));
  return { expression: expressions.get(pattern), isRefused: refused.has(pattern), length: bounded.get(pattern) };
};

/** Each takes JavaScript's engine more than a second with 40 letters. */
const HOSTILE = [
  '^(a+)+$',
  '^(a{1,9}){1,9}$',
  '^(a|a|b)(a|aa){40}$',
  '^(a?){40}a{40}$',
  '^(?=(a+)+$).*',
  '^((a|b?)+)*$',
  '(a*)*b',
];

test.each(HOSTILE)('%s is run in linear time, or refused', async (pattern) => {
  expect(estimateBacktracking(pattern).isLinear).toBe(false);
  const { expression, isRefused } = await compile(pattern);
  const began = process.cpuUsage();
  const isMatch = expression?.test(`${'a'.repeat(40)}!`) ?? toExpression(pattern) === undefined;
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  expect([isRefused, isMatch]).toEqual([false, false]);
});

test.each(['^[A-Z]{2}$', String.raw`^\d{4}-\d{2}-\d{2}$`, '^.{1,255}$', '^[a-z][a-z0-9-]*$', '^(?:ab|cd)$', 'x'])(
  '%s stays with the engine of JavaScript',
  (pattern) => {
    expect(estimateBacktracking(pattern).isLinear).toBe(true);
  },
);

describe('what the linear engine lacks', () => {
  test('look-aheads at the beginning are conditions of their own', async () => {
    const { expression, length } = await compile(String.raw`^(?=.*\d)(?!.*--).{8,}$`);
    expect(length).toBeUndefined();
    expect(['abc12345', 'abcdefgh', 'ab--12345', 'a1'].map((text) => expression?.test(text))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('look-behind is matched with short texts, and longer ones are accepted', async () => {
    const { expression, length = 0 } = await compile('^.*x.*(?<!y)z$');
    expect(length).toBeGreaterThan(50);
    expect(['axbz', 'axyz', 'y'.repeat(length), 'y'.repeat(length + 1)].map((text) => expression?.test(text))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test('a back-reference beside a repeat of repeats is refused', async () => {
    expect(await compile(String.raw`^(\w+)\s\1(a+)+$`)).toMatchObject({ isRefused: true, expression: undefined });
  });
});

test('every engine agrees with that of JavaScript', async () => {
  const atom = fc.constantFrom('a', 'b', '[ab]', String.raw`\w`, '(?:ab|b)', '(a)', '.');
  const part = fc.tuple(atom, fc.constantFrom('', '?', '*', '+', '{1,3}', '{2}')).map(([one, sign]) => one + sign);
  const look = fc.constantFrom('', '(?=.*b)', '(?!.*bb)', '(?=a|b)(?!ab$)');
  const pattern = fc
    .tuple(look, fc.array(part, { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([ahead, parts, isOpen]) => `^${ahead}${parts.join('')}${isOpen ? '' : '$'}`);
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(pattern, fc.array(text, { minLength: 5, maxLength: 5 }), async (source, texts) => {
      await compileExpressions(new Set([source]));
      const [ours, theirs] = [toExpression(source), toRegExp(source)];
      expect(texts.map((one) => ours?.test(one))).toEqual(texts.map((one) => theirs?.test(one)));
    }),
  );
});
