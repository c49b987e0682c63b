import { describe, expect, test } from '@jest/globals';
import { parseDocument } from 'yaml';
import { FileError } from '../../../src/kernel/user-errors.ts';
import { parseLocatedYaml } from '../../../src/edges/files/located-yaml.ts';

// oxlint-disable-next-line typescript/require-await -- an error is a rejection
const parse = async (text: string) => parseLocatedYaml(text, 'file.yaml');

const faultsOf = async (text: string): Promise<readonly string[]> => {
  try {
    await parse(text);
  } catch (error) {
    if (error instanceof FileError)
      return error.faults.map(({ line, column, message }) => `${String(line)}:${String(column)} ${message}`);
    throw error;
  }
  return [];
};

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

test.each([
  ['maps and lists', 'a: 1\nb:\n  - x\n  - { y: [1, 2] }\n'],
  ['quotes and blocks', "a: \"\\u0041: b\"\nb: 'it''s'\nc: |\n  one\n  two\nd: >-\n  three\n  four\n"],
  ['comments and an alias', '# first\na: &one 1 # second\nb: *one\n'],
  ['JSON', '{"a": [1, null, true, "x: y"], "b": {}}'],
  ['nothing', ''],
])('the value is that of the library: %s', async (_name, text) => {
  expect((await parse(text)).value).toEqual(parseDocument(text).toJS() ?? null);
});

describe('refused', () => {
  test('a second document', async () => {
    expect(await faultsOf('a: 1\n---\nb: 2\n')).toEqual([expect.stringContaining('split it into two files')]);
  });

  test.each([
    ['in lines', 'a: 1\nb: 2\na: 3\n', '3:1'],
    ['in brackets', '{ a: 1, "a": 2 }', '1:9'],
    ['as number and as text', '1: a\n"1": b\n', '2:1'],
  ])('a key that stands twice, %s', async (_name, text, place) => {
    expect(await faultsOf(text)).toEqual([`${place} no valid YAML: Map keys must be unique: remove one of the two`]);
  });

  test.each([
    ['40,000 keys', lines(40_000, (index) => `k${String(index)}: 1`), '5001:1 more than 10000 keys and values'],
    ['entries of a list', lines(20_000, () => '- x'), 'more than 10000 keys and values'],
    ['entries in brackets', `[${'1,'.repeat(20_000)}]`, 'more than 10000 keys and values'],
    ['commas alone', `{${','.repeat(200_000)}}`, '1:80000 more than 80000 marks, spaces and line ends'],
    ['comments alone', '#\n'.repeat(100_000), 'more than 80000 marks, spaces and line ends'],
    ['brackets without end', '['.repeat(5000), 'nested more than 32 levels deep'],
    ['levels by indentation', '- '.repeat(4000), 'nested more than 32 levels deep'],
    ['a number without end', `a: ${'1'.repeat(100_000)}`, 'a number has at most 400 digits'],
  ])('%s', async (_name, text, says) => {
    expect(await faultsOf(text)).toEqual([expect.stringContaining(says)]);
  });

  test('what is too deep, at the bracket that is too much, before the rest of the text costs a turn', async () => {
    expect(await faultsOf('['.repeat(1000))).toEqual(['1:129 nested more than 32 levels deep: reduce the nesting']);
  });

  test('a thousand faults are not all listed', async () => {
    expect(await faultsOf(lines(1000, () => 'a: .inf'))).toHaveLength(20);
    expect(await faultsOf(lines(1000, () => '\ta: b: c'))).toHaveLength(20);
  });
});
