import { expect, test } from '@jest/globals';
import { jsonPatch } from '../../../src/engine/resources/keep-patch.ts';
import { mergePatch } from '../../../src/kernel/json.ts';
import { Problem } from '../../../src/kernel/problem.ts';

test.each<[string, unknown, unknown, unknown]>([
  // The examples of RFC 7396, appendix A, that differ in kind.
  ['replaces', { a: 'b' }, { a: 'c' }, { a: 'c' }],
  ['adds', { a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  ['removes', { a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  ['replaces lists', { a: ['b'] }, { a: 'c' }, { a: 'c' }],
  ['goes deeper', { a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  ['leaves no null in what it adds', {}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('a merge patch %s', (_name, target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

const refusal = (operations: unknown): string => {
  try {
    jsonPatch({ a: { b: 1 }, list: [1, 2], big: 'x'.repeat(1000) }, operations);
  } catch (error) {
    if (error instanceof Problem) return `${error.members.status} ${error.members.detail}`;
  }
  return 'applied';
};

test.each<[string, unknown, string]>([
  ['of a test that fails', [{ op: 'test', path: '/a/b', value: 2 }], 'the test fails'],
  ['without a path', [{ op: 'add', value: 2 }], 'JSON Pointer as its "path"'],
  ['without a source', [{ op: 'move', path: '/a' }], 'JSON Pointer as its "from"'],
  ['of an unknown kind', [{ op: 'grow', path: '/a' }], 'Invalid operation: grow'],
  ['of what is not there', [{ op: 'replace', path: '/z/y', value: 1 }], 'Value required at path: /z/y'],
  ['that is no object', [1], 'JSON Pointer as its "path"'],
  ['that is no list', { op: 'remove', path: 'a' }, 'JSON Pointer as its "path"'],
  ['that is endless', Array.from({ length: 1001 }, () => ({ op: 'add', path: '/a', value: 1 })), 'at most 1000'],
  ['that copies copies', Array.from({ length: 30 }, () => ({ op: 'copy', from: '', path: '/a' })), 'too much'],
])('a JSON Patch %s is refused as a whole, and says why', (_name, operations, reason) => {
  expect(refusal(operations)).toMatch(/^422 Operation \d+ of the JSON Patch cannot be applied/);
  expect(refusal(operations)).toContain(reason);
});

test('a JSON Patch leaves its target as it was, and reaches no prototype', () => {
  const target = { a: [1] };
  expect(jsonPatch(target, [{ op: 'add', path: '/a/-', value: 2 }])).toEqual({ a: [1, 2] });
  expect(target).toEqual({ a: [1] });
  for (const path of ['/__proto__/polluted', '/constructor/prototype/polluted'])
    expect(Object.hasOwn(Object.prototype, 'polluted') || refusal([{ op: 'add', path, value: 1 }])).not.toBe(true);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
