import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCommand } from '../../support/command-line.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';

// Whole servers come and go here, on a machine that may be busy.
jest.setTimeout(30_000);

describe('vatmock capsule', () => {
  let started: StartedMock;
  beforeAll(async () => {
    started = await startMock();
  });
  afterAll(() => started.stop());

  let folder: TempFolder;
  beforeEach(async () => {
    folder = await createTempFolder({});
  });
  afterEach(() => folder.remove());

  const capsule = (...args: string[]) => runCommand(['capsule', ...args]);

  test('starts, exports, plays and finds what differs', async () => {
    const at = ['--url', started.mock.url];
    expect(await capsule('start', ...at)).toMatchObject({ code: 0, stdout: expect.stringContaining('recorded') });
    await started.api.get('/me');
    await started.api.get('/orders');
    const file = folder.file('bug.json');
    expect(await capsule(...at, '--out', file)).toMatchObject({ code: 0, stdout: `${file}: 2 calls\n` });
    expect(await capsule('replay', file)).toMatchObject({
      code: 0,
      stdout: '2 requests played, every answer the same.\n',
    });
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('EXP-1058\\"', 'EXP-1059\\"'));
    expect(await capsule('replay', file)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^call 2, GET \/v1\/orders: body at byte \d+ differs\n {2}recorded: .*EXP-1059.*\n {2}now: .*EXP-1058/,
      ),
    });
    expect(await capsule('end', ...at)).toMatchObject({ code: 0 });
  });

  test.each([
    [['--url', 'http://127.0.0.1:9'], 1, 'nothing answers at http://127.0.0.1:9'],
    [['replay', '/nowhere/capsule.json'], 1, 'cannot be read (ENOENT)'],
    [['replay', 'README.md'], 1, 'is no JSON'],
    [['stop'], 2, 'knows no "stop"'],
  ])('%j ends with %i: %s', async (args, code, message) => {
    expect(await capsule(...args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});
