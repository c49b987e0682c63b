import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { SORT_FIELDS } from '../../../src/vat/api/page.ts';
import { specFile } from '../../support/spec-files.ts';

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
