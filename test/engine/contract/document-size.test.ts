import { expect, test } from '@jest/globals';
import { faultOfSize } from '../../../src/engine/contract/parse-files.ts';

/** What the parser makes of `depth` lines of aliases, each naming the line before it twice. */
const bomb = (depth: number): unknown => {
  let value: unknown = { type: 'string' };
  for (let count = 0; count < depth; count++) value = { one: value, other: value };
  return value;
};

const nest = (depth: number): unknown => {
  let value: unknown = {};
  for (let count = 0; count < depth; count++) value = { inner: value };
  return value;
};

test.each([
  ['a few aliases', bomb(10), undefined],
  ['aliases of aliases', bomb(20), 'its aliases stand for more than 500000 values'],
  ['aliases without end', bomb(100), 'more than 5000000 values'],
  ['deep nesting', nest(100), undefined],
  ['too deep nesting', nest(100_000), 'nested more than 200 levels deep'],
  ['too deep nesting behind an alias', { a: nest(150), b: { c: nest(199) } }, 'nested more than 200 levels deep'],
  ['no object', 5, undefined],
])('%s', (_what, value, message) => {
  if (message === undefined) expect(faultOfSize(value)).toBeUndefined();
  else expect(faultOfSize(value)).toContain(message);
});

test('an alias within its own value', () => {
  const value: Record<string, unknown> = {};
  value['self'] = [value];
  expect(faultOfSize(value)).toContain('an alias is within its own value');
});
