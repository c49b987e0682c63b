import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runHere } from '../../support/command-line.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { type Served, serveFolder } from './served-folder.ts';

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder({});
});
afterEach(() => folder.remove());

const start = (at: string) => runHere(['serve', '--port', '0', '--log-level', 'silent', '--data', at]);

test('a second server on a folder ends with one line that says what to do; the first goes on', async () => {
  const first: Served = await serveFolder(folder.path);
  const { code, stdout, stderr } = await start(folder.path);
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `vatmock: ${folder.file('vatmock.db')} is in use by another process: stop that server, or choose another folder with --data\n`,
  });
  expect((await first.get('/me')).status).toBe(200);
  await first.kill();
  // A killed server leaves nothing behind that is in the way.
  const next = await serveFolder(folder.path);
  expect((await next.get('/me')).status).toBe(200);
  await next.stop();
});

test.each([
  [
    'no data of ours',
    'vatmock.db',
    /^vatmock: \S+vatmock\.db is damaged or not a vatmock data file \(.*\): .*move it away.*\n$/,
  ],
  ['a file in place of the folder', 'folder', /^vatmock: \S+folder cannot be created as a folder \(.*\): .* --data\n$/],
])('%s ends it with one line', async (_name, name, line) => {
  writeFileSync(folder.file(name), 'Dear diary, '.repeat(100));
  const { code, stdout, stderr } = await start(name === 'folder' ? folder.file(name) : folder.path);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(line);
});
