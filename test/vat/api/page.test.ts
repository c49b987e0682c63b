import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/register.ts';
import type { PageQuery, Reading } from '../../../src/engine/sandbox/unit-of-work.ts';
import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { type ListParameters, SORT_FIELDS, pageOf, readList } from '../../../src/vat/api/page.ts';
import { Problem } from '../../../src/kernel/problem.ts';
import { specFile } from '../../support/spec-files.ts';
import { violation } from '../../../src/vat/policy/problem.ts';
import { type Collection, key } from '../../../src/engine/sandbox/collection.ts';

const assuming = (...choices: readonly Choice[]) => ({
  ...NOTHING_ASSUMED,
  has: (choice: Choice) => choices.includes(choice),
});

/** What a store is asked for a list of 45. */
const ask = async (query: ListParameters, assumed = NOTHING_ASSUMED) => {
  let asked: PageQuery | undefined;
  const work = {
    assumed,
    page: (_collection: unknown, wanted: PageQuery) => {
      asked = wanted;
      return { values: [1, 2], total: 45 };
    },
  } as unknown as Reading;
  const numbers: Collection<number> = { name: 'numbers', idOf: String, keysOf: () => [] };
  const answer = await pageOf(work, numbers, [key('seller', 's')], query, (value) => `n${String(value)}`);
  return { asked, answer };
};

describe('a list', () => {
  test('begins with page 0, of 20, newest first', async () => {
    const { asked, answer } = await ask({});
    expect(asked).toEqual({ keys: [key('seller', 's')], sortBy: undefined, descending: true, page: 0, size: 20 });
    expect(answer).toEqual({
      data: ['n1', 'n2'],
      pagination: { page: 0, size: 20, totalElements: 45, totalPages: 3 },
    });
  });

  test.each([
    [45, 1],
    [15, 3],
    [44, 2],
    [1, 45],
    [100, 1],
  ])('in pages of %d has %d of them', async (size, totalPages) => {
    expect((await ask({ size })).answer.pagination).toMatchObject({ size, totalPages });
  });

  test.each([
    ['createdAt,asc', undefined, false],
    ['createdAt,desc', undefined, true],
    ['submittedAt,asc', undefined, false],
    ['companyName,asc', 'companyName', false],
    ['companyName,desc', 'companyName', true],
    ['companyName', 'companyName', false],
  ])('sorted by %s', async (sort, sortBy, descending) => {
    expect((await ask({ sort })).asked).toMatchObject({ sortBy, descending });
  });

  test('may be assumed to begin with page 1', async () => {
    const assumed = assuming('pagination-shape=from-one');
    expect(await ask({}, assumed)).toMatchObject({ asked: { page: 0 }, answer: { pagination: { page: 1 } } });
    expect(await ask({ page: 3 }, assumed)).toMatchObject({ asked: { page: 2 }, answer: { pagination: { page: 3 } } });
    expect(await ask({ page: 3 })).toMatchObject({ asked: { page: 3 }, answer: { pagination: { page: 3 } } });
  });

  test('may be assumed to give 100 where more is asked for', () => {
    const sizes = [99, 100, 101, 5000].map((size) => readList({ size }, assuming('pagination-limits=clamped')).size);
    expect(sizes).toEqual([99, 100, 100, 100]);
    expect(readList({ size: 5000 }, NOTHING_ASSUMED).size).toBe(5000);
  });
});

test('a violation names its field, says what is wrong with it, and shows what came', () => {
  const refusal = violation('amount.value', 'must be more than 0', 0);
  expect(refusal).toBeInstanceOf(Problem);
  expect(refusal.members).toMatchObject({
    type: 'validation-error',
    status: 422,
    detail: 'amount.value must be more than 0.',
    errors: [{ field: 'amount.value', message: 'must be more than 0', rejectedValue: 0 }],
  });
});

test('every field that a list is sorted by is readable in an encrypted data folder', () => {
  const patterns = readFileSync(specFile('openapi.yaml'), 'utf8').matchAll(
    /pattern: '\^\(([\w|]+)\),\(asc\|desc\)\$'/g,
  );
  const fields = [...patterns].flatMap(([, names = '']) => names.split('|'));
  expect(fields).toContain('companyName');
  const readable = ['createdAt', 'submittedAt', ...SORT_FIELDS];
  expect([...new Set(fields)].filter((field) => !readable.includes(field))).toEqual([]);
  expect(SORT_FIELDS.filter((field) => !fields.includes(field))).toEqual([]);
});
