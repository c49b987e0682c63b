import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleConsole } from '../../scripts/package/bundle-console.ts';
import { type TempFolder, createTempFolder } from '../support/temp-folder.ts';

/** All scripts and styles together, compressed. */
const MOST_BYTES = 90_000;

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
