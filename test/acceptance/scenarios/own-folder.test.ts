import { writeFile } from 'node:fs/promises';
import { afterEach, expect, test } from '@jest/globals';
import { FileError } from '../../../src/index.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { eventually } from '../../support/eventually.ts';

let folder: TempFolder | undefined;
let started: StartedMock | undefined;
afterEach(async () => {
  await started?.stop();
  await folder?.remove();
  started = undefined;
  folder = undefined;
});

const answering = (problem: string): string =>
  `scenario: mine\nsteps:\n  - { on: getOrganization, reply: { problem: ${problem} } }\n`;

test('scenarios of a folder stand beside the ready ones', async () => {
  folder = await createTempFolder({ 'area/mine.yaml': answering('internal-error') });
  started = await startMock({ scenarios: folder.path });
  const names = (await (await started.mock.scenarios()).list()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['mine', 'lost-answer']));
  expect((await started.api.get('/me', { headers: { 'x-mock-scenario': 'mine' } })).status).toBe(500);
});

test('a broken one stops the start, with its place', async () => {
  folder = await createTempFolder({ 'mine.yaml': answering('internal-eror') });
  const start = startMock({ scenarios: folder.path });
  await expect(start).rejects.toThrow(FileError);
  await expect(start).rejects.toThrow(
    `${folder.file('mine.yaml')}:3:46: steps[0].reply.problem: there is no problem type`,
  );
});

test('files are read anew when they change; while one is broken the last good set is played', async () => {
  folder = await createTempFolder({ 'mine.yaml': answering('internal-error') });
  started = await startMock({ scenarios: folder.path });
  const { api, mock, failures } = started;
  await (await mock.scenarios()).activate('mine');
  const status = async (): Promise<number> => (await api.get('/me')).status;
  expect(await status()).toBe(500);

  await writeFile(folder.file('mine.yaml'), answering('internal-eror'));
  await eventually(() => failures.length > 0);
  expect(String(failures[0])).toContain('mine.yaml:3:46');
  expect(await status()).toBe(500);
  failures.length = 0;

  await writeFile(folder.file('mine.yaml'), answering('rate-limited'));
  await eventually(async () => (await status()) === 429);
});
