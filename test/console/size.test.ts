import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleConsole } from '../../scripts/package/bundle-console.ts';
import { type TempFolder, createTempFolder } from '../support/temp-folder.ts';

/** All scripts and styles together, compressed: 90 kB for what one works with, and the rest for demonstrations and operators. */
const MOST_BYTES = 113_500;

/** What the page names in its head: the frame of the console, and the style of all. */
const MOST_BYTES_AT_ONCE = 40_000;

let temp: TempFolder;
let out: string;
beforeAll(async () => {
  temp = await createTempFolder({});
  out = temp.file('console');
  await bundleConsole(out);
});
afterAll(() => temp.remove());

test('scripts and styles of all screens together are small', async () => {
  const names = (await readdir(out, { recursive: true })).filter((name) => /\.(?:js|css)$/.test(name));
  const sizes = await Promise.all(
    names.map(async (name) => gzipSync(await readFile(path.join(out, name)), { level: 9 }).length),
  );
  expect(names.length).toBeGreaterThan(8);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MOST_BYTES);
});

test('a first visit loads little, and nothing of demonstrations', async () => {
  const page = await readFile(path.join(out, 'index.html'), 'utf8');
  const names = [...page.matchAll(/assets\/[\w.-]+/g)].map(([name]) => name);
  const files = await Promise.all(names.map((name) => readFile(path.join(out, name))));
  expect(names.length).toBeGreaterThan(2);
  const sizes = files.map((file) => gzipSync(file, { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MOST_BYTES_AT_ONCE);
  const scripts = files.filter((_, index) => names[index]?.endsWith('.js')).join('');
  expect(['presenter-steer', 'where nothing is real'].filter((part) => scripts.includes(part))).toEqual([]);
});
