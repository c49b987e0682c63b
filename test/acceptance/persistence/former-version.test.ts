import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { runHere } from '../../support/command-line.ts';
import { createTempFolder } from '../../support/temp-folder.ts';

/**
 * A data file of format 1, which no release has written: a created sandbox, and a buyer that its client has created. Never
 * replace it: add the file of each later format instead.
 */
const FORMER = gunzipSync(readFileSync(fileURLToPath(new URL('vatmock-format-1.db.gz', import.meta.url))));

test('a data folder of a former format is refused with a remedy, and stays as it is', async () => {
  const folder = await createTempFolder({ 'data/vatmock.db': '' });
  const file = folder.file('data/vatmock.db');
  writeFileSync(file, FORMER);
  const serve = ['serve', '--port', '0', '--data', folder.file('data'), '--log-level', 'silent'];
  const { code, stdout, stderr } = await runHere(serve, {});
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^vatmock: .*vatmock\.db was written by an older vatmock \(format 1; this one reads 2\): choose another folder with --data, or keep the older vatmock for this one\n$/,
  );
  expect(readFileSync(file).equals(FORMER)).toBe(true);
  expect(readdirSync(folder.file('data'))).toEqual(['vatmock.db']);
  await folder.remove();
});
