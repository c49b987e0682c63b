import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFile } from '../../../src/edges/files/package-files.ts';
import { type PreparedFiles, createPreparedFiles } from '../../../src/edges/files/prepared-files.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';

const FILE = packageFile('spec', 'some.yaml');
const VALUE = { title: 'Some', list: [1, { deep: null }] };
const MADE_OF = { text: 'title: Some', schema: { type: 'object' } };

let folder: TempFolder;
let files: PreparedFiles;
beforeEach(async () => {
  folder = await createTempFolder({ 'other.yaml': 'one', 'not-a-folder': '' });
  files = createPreparedFiles([folder.file('built'), folder.file('cache')], folder.file('cache'));
});
afterEach(() => folder.remove());

const other = (): string => path.relative(path.dirname(FILE), folder.file('other.yaml'));

test('it is not found when the text, the schema or the file has changed', async () => {
  await files.keep(FILE, { ...MADE_OF, others: [] }, VALUE);
  expect(await files.find(FILE, { ...MADE_OF, text: 'title: Same' })).toBeUndefined();
  expect(await files.find(FILE, { ...MADE_OF, schema: {} })).toBeUndefined();
  expect(await files.find(FILE, { text: MADE_OF.text })).toBeUndefined();
  expect(await files.find(packageFile('spec', 'other.yaml'), MADE_OF)).toBeUndefined();
});

test('it is not found when a file has changed that it refers to, or is gone', async () => {
  await files.keep(FILE, { ...MADE_OF, others: [other()] }, VALUE);
  expect(await files.find(FILE, MADE_OF)).toEqual(VALUE);
  await writeFile(folder.file('other.yaml'), 'two');
  expect(await files.find(FILE, MADE_OF)).toBeUndefined();
  await files.keep(FILE, { ...MADE_OF, others: [other()] }, VALUE);
  expect(await files.find(FILE, MADE_OF)).toEqual(VALUE);
  await folder.remove();
  expect(await files.find(FILE, MADE_OF)).toBeUndefined();
});

test('it is not found by another program than the one that made it', async () => {
  const by = (program: string): PreparedFiles =>
    createPreparedFiles([folder.file('cache')], folder.file('cache'), () => Promise.resolve(program));
  await by('one').keep(FILE, { ...MADE_OF, others: [] }, VALUE);
  expect(await by('one').find(FILE, MADE_OF)).toEqual(VALUE);
  expect(await by('two').find(FILE, MADE_OF)).toBeUndefined();
});

test('what the build has made is found first, and what was edited since beside it', async () => {
  const build = createPreparedFiles([], folder.file('built'));
  await build.keep(FILE, { ...MADE_OF, others: [] }, { by: 'the build' });
  await files.keep(FILE, { ...MADE_OF, others: [] }, { by: 'a start' });
  expect(await files.find(FILE, MADE_OF)).toEqual({ by: 'the build' });
  const edited = { ...MADE_OF, text: 'title: Edited' };
  await files.keep(FILE, { ...edited, others: [] }, { by: 'a start' });
  expect(await files.find(FILE, edited)).toEqual({ by: 'a start' });
});

test('each file is kept once, and no half-written one is left', async () => {
  for (const text of ['a', 'b', 'c']) await files.keep(FILE, { text, others: [] }, VALUE);
  expect(await readdir(folder.file('cache/spec'))).toEqual(['some.yaml.json']);
});

test('no path of this machine is kept', async () => {
  await files.keep(FILE, { ...MADE_OF, others: [other()] }, VALUE);
  expect(await readFile(folder.file('cache/spec/some.yaml.json'), 'utf8')).not.toContain(packageFile());
});

test('files of others are not kept', async () => {
  for (const file of [folder.file('other.yaml'), folder.file('spec/some.yaml'), packageFile('test', 'some.yaml')])
    await files.keep(file, { ...MADE_OF, others: [] }, VALUE);
  expect(await readdir(folder.path)).not.toContain('cache');
});

test.each([[new Date(0)], [Number.NaN], [undefined]])('what JSON cannot say is not kept: %p', async (member) => {
  await files.keep(FILE, { ...MADE_OF, others: [] }, { member });
  expect(await files.find(FILE, MADE_OF)).toBeUndefined();
});
