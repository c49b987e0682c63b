import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { AREAS } from '../../scripts/mutate/areas.ts';
import { type Accepted, missingPaths, staleEntries } from '../../scripts/mutate/stale.ts';
import { createTempFolder } from '../support/temp-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ACCEPTED = parse(readFileSync(`${ROOT}scripts/mutate/accepted-survivors.yaml`, 'utf8')) as readonly Accepted[];

test('every folder and file that an area of mutation testing names exists', () => {
  expect(missingPaths(AREAS, ROOT)).toEqual([]);
});

test('paths that do not exist are listed', async () => {
  const folder = await createTempFolder({ 'src/one/deep/here.ts': '', 'test/one/here.test.ts': '' });
  try {
    const area = { source: 'src/one', tests: ['test/one'] };
    expect(missingPaths([{ ...area, except: ['src/one/deep'], only: ['here'] }], folder.path)).toEqual([]);
    expect(
      missingPaths(
        [
          { ...area, except: ['src/one/gone.ts'], only: ['there'], tests: ['test/two'] },
          { ...area, source: 'src/two' },
        ],
        folder.path,
      ),
    ).toEqual(['src/one/gone.ts', 'test/two', 'src/one/**/there.ts', 'src/two']);
  } finally {
    await folder.remove();
  }
});

test('files of accepted faults exist', () => {
  expect(
    ACCEPTED.map(({ file }) => file).filter((file) => missingPaths([{ source: file, tests: [] }], ROOT).length > 0),
  ).toEqual([]);
});

test('an accepted fault is stale once its code or its file is gone', async () => {
  const folder = await createTempFolder({ 'src/one.ts': 'export const isLess = (a: number) => a < 3;\n' });
  const kept = { file: 'src/one.ts', original: 'a < 3', replacement: 'a <= 3', reason: 'any' };
  const changed = { ...kept, original: 'a < 4', replacement: 'a <= 4' };
  const gone = { ...kept, file: 'src/two.ts' };
  try {
    expect(staleEntries([kept, changed, gone], folder.path)).toEqual([changed, gone]);
  } finally {
    await folder.remove();
  }
});
