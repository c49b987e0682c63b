import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdir, rm } from 'node:fs/promises';
import { startCommand } from '../../support/command-line.ts';
import { isLongForm } from '../../support/long-form.ts';
import { copyPackage } from '../../support/package-copy.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

let folder: TempFolder;
beforeAll(async () => {
  folder = await copyPackage();
  await rm(folder.file('scenarios'), { recursive: true });
});
afterAll(() => folder.remove());

// To validate all that is bundled takes as long as the others together.
const COMMANDS = [
  ['serve', '--port', '0'],
  ['test', '--list'],
  ['test', 'lost-answer'],
  ...(isLongForm ? [['validate']] : []),
];

const SAID = /scenarios:1:1: contains no ready scenario: the package is incomplete; reinstall it/;

test.each(COMMANDS)('a package without ready scenarios is broken, says vatmock %s %s', async (...args) => {
  const { code, stdout, stderr } = await startCommand(args, {}, folder.path).ended;
  expect({ code, said: stdout + stderr }).toEqual({ code: 1, said: expect.stringMatching(SAID) });
});

test('and so it is where the folder is there and empty', async () => {
  await mkdir(folder.file('scenarios'));
  const { code, stderr } = await startCommand(['test', '--list'], {}, folder.path).ended;
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(SAID) });
});
