/** What is tested is what runs: no part of the program finds out that a test runner started it. */
import { readFile, readdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

const ROOT = new URL('../../src/', import.meta.url);

test('no source file asks for NODE_ENV or a test runner', async () => {
  const files = (await readdir(ROOT, { recursive: true })).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(400);
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, ROOT), 'utf8')));
  expect(files.filter((_file, index) => /NODE_ENV|JEST_WORKER_ID|VITEST/.test(texts[index] ?? ''))).toEqual([]);
});
