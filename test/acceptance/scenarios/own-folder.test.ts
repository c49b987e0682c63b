import { rm, writeFile } from 'node:fs/promises';
import { afterEach, expect, test } from '@jest/globals';
import { FileError } from '../../../src/index.ts';
import { eventually } from '../../support/eventually.ts';
import { createAdminClient } from '../control-api/admin-client.ts';
import { closedBy } from '../../support/closed-by.ts';

const { folderOf, start } = closedBy(afterEach);

const answering = (problem: string, name = 'mine'): string =>
  `scenario: ${name}\nsteps:\n  - { on: getOrganization, reply: { problem: ${problem} } }\n`;

test('scenarios of a folder stand beside the ready ones', async () => {
  const answers = answering('internal-error', 'next-get-organization');
  const folder = await folderOf({
    'area/mine.yaml': answering('internal-error'),
    'next-get-organization.yaml': answers,
  });
  const started = await start({ scenarios: folder.path });
  const names = (await (await started.mock.scenarios()).list()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['mine', 'lost-answer']));
  expect((await started.api.get('/me', { headers: { 'x-mock-scenario': 'mine' } })).status).toBe(500);
  // A scenario that the server names takes the name of none of them.
  expect(await (await started.mock.nextCall('getOrganization', { status: 429 })).status()).toMatchObject({
    name: 'next-get-organization-2',
  });
});

test('a broken one stops the start, with its place', async () => {
  const folder = await folderOf({ 'mine.yaml': answering('internal-eror') });
  const starting = start({ scenarios: folder.path });
  await expect(starting).rejects.toThrow(FileError);
  await expect(starting).rejects.toThrow(
    `${folder.file('mine.yaml')}:3:46: steps[0].reply.problem: there is no problem type`,
  );
});

test('files are read anew when they change; while one is broken the last good set is played', async () => {
  const folder = await folderOf({ 'mine.yaml': answering('internal-error') });
  const started = await start({ scenarios: folder.path });
  const { api, mock, notices } = started;
  await (await mock.scenarios()).activate('mine');
  const status = async (): Promise<number> => (await api.get('/me')).status;
  expect(await status()).toBe(500);

  await writeFile(folder.file('mine.yaml'), answering('internal-eror'));
  await eventually(() => notices.length > 0);
  expect(notices[0]?.message).toContain('mine.yaml:3:46');
  expect(await status()).toBe(500);
  notices.length = 0;

  await writeFile(folder.file('mine.yaml'), answering('rate-limited'));
  await eventually(async () => (await status()) === 429);
  // One line when it breaks, one when it is mended.
  expect(notices).toEqual([{ level: 'info', message: expect.stringMatching(/^scenarios: reloaded/) }]);
});

test('a run can be ended after its file was deleted', async () => {
  const folder = await folderOf({ 'mine.yaml': answering('internal-error') });
  const started = await start({ scenarios: folder.path });
  const { api, mock } = started;
  const admin = createAdminClient(started);
  const scenarios = await mock.scenarios();
  await scenarios.activate('mine');
  await rm(folder.file('mine.yaml'));
  await eventually(async () => (await api.get('/me')).status === 200);
  expect(await admin('POST', '/scenarios/mine/deactivate')).toMatchObject({
    status: 200,
    body: { name: 'mine', active: false, steps: [] },
  });
  expect((await admin('POST', '/scenarios/mine/deactivate')).status).toBe(404);
  // A file that comes back is not active.
  await writeFile(folder.file('mine.yaml'), answering('internal-error'));
  await eventually(async () => (await scenarios.list()).some(({ name, active }) => name === 'mine' && !active));
  expect((await api.get('/me')).status).toBe(200);
});

test('a reset ends a run whose file was deleted', async () => {
  const folder = await folderOf({
    'mine.yaml': answering('internal-error'),
    'gone.yaml': answering('rate-limited', 'gone'),
  });
  const started = await start({ scenarios: folder.path });
  const { api, mock } = started;
  const admin = createAdminClient(started);
  const scenarios = await mock.scenarios();
  await scenarios.activate('mine');
  await scenarios.activate('gone');
  await rm(folder.file('gone.yaml'));
  await eventually(async () => (await scenarios.list()).every(({ name }) => name !== 'gone'));
  expect((await admin('POST', '/scenarios/gone/deactivate')).status).toBe(200);
  expect((await admin('POST', '/scenarios/gone/deactivate')).status).toBe(404);
  expect((await api.get('/me')).status).toBe(500);
});
