import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { replaceFolder } from '../../scripts/package/replace-folder.ts';
import { type TempFolder, createTempFolder } from '../support/temp-folder.ts';

let folder: TempFolder;
beforeAll(async () => {
  folder = await createTempFolder({});
});
afterAll(() => folder.remove());

const make = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
  const made = folder.file(name);
  await mkdir(path.join(made, 'assets'), { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(made, file), text);
  return made;
};

test('a folder takes the place of another, and nothing else is left', async () => {
  const out = await make('a/out', { 'index.html': 'old', 'assets/old.js': '1' });
  await replaceFolder(await make('a/fresh', { 'index.html': 'new' }), out);
  expect(await readFile(path.join(out, 'index.html'), 'utf8')).toBe('new');
  expect(await readdir(path.join(out, 'assets'))).toEqual([]);
  expect(await readdir(folder.file('a'))).toEqual(['out']);
});

test('the same files stay untouched', async () => {
  const out = await make('b/out', { 'index.html': 'same' });
  const { ino } = await stat(out);
  await replaceFolder(await make('b/fresh', { 'index.html': 'same' }), out);
  expect((await stat(out)).ino).toBe(ino);
  expect(await readdir(folder.file('b'))).toEqual(['out']);
});

test('many at once: one of them is there at the end, whole', async () => {
  const out = folder.file('c/out');
  const names = Array.from({ length: 12 }, (_, index) => String(index));
  const fresh = await Promise.all(
    names.map((name) => make(`c/fresh.${name}`, { 'index.html': name, 'assets/main.js': name })),
  );
  await Promise.all(fresh.map((each) => replaceFolder(each, out)));
  const left = await readFile(path.join(out, 'index.html'), 'utf8');
  expect(names).toContain(left);
  expect(await readFile(path.join(out, 'assets', 'main.js'), 'utf8')).toBe(left);
  expect(await readdir(folder.file('c'))).toEqual(['out']);
});
