import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type Ended, type RunningCommand, startCommand } from '../../support/command-line.ts';
import { copyPackage } from '../../support/package-copy.ts';
import type { TempFolder } from '../../support/temp-folder.ts';
import { fetchToken } from '../control-api/admin-client.ts';

let folder: TempFolder;
/** What the first start served, which keeps what it has read for all later ones. */
let first: string;
beforeAll(async () => {
  folder = await copyPackage();
  first = await titleOfStart();
});
afterAll(() => folder.remove());

let command: RunningCommand | undefined;
const end = async (): Promise<Ended | undefined> => {
  command?.signal('SIGTERM');
  return command?.ended;
};
afterEach(end);

/** What is kept of the files that a start reads. */
const kept = (name: string): string => folder.file(`node_modules/.cache/vatmock/prepared/${name}.json`);

const start = async (): Promise<{ title: string; url: string }> => {
  command = startCommand(['serve', '--port', '0'], {}, folder.path);
  const [, title = ''] = await command.says('stdout', /vatmock serves "(.*?)"/);
  const [, url = ''] = await command.says('stdout', /Token URL +(\S+)\n/);
  return { title, url };
};

const titleOfStart = async (): Promise<string> => {
  const { title } = await start();
  await end();
  return title;
};

const edit = async (name: string, from: string | RegExp, to: string): Promise<void> => {
  const text = await readFile(folder.file(name), 'utf8');
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`nothing to edit in ${name}`);
  await writeFile(folder.file(name), edited);
};

const signIn = async (tokenUrl: string, clientSecret: string): Promise<number> =>
  (await fetchToken({ tokenUrl, clientId: 'api-client-demo', clientSecret })).status;

const emit = async (url: string, type: string): Promise<number> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ type });
  return (await fetch(new URL('/__admin/events', url), { method: 'POST', headers, body })).status;
};

test('a file that was edited between two starts is served as it is now', async () => {
  expect(first).toMatch(/^Integration API/);
  expect(await readFile(kept('spec/openapi.yaml'), 'utf8')).toContain('Integration API');

  await edit('spec/openapi.yaml', /title: Integration API.*/, 'title: Edited once');
  await edit('fixtures/organizations.yaml', 'demo-secret', 'edited-secret');
  await edit('spec/openapi.yaml', /^ {2}export_file\.generated:/m, '  export_file.drawn:');
  await edit('spec/asyncapi.yaml', /export_file\.generated(?!\.yaml)/g, 'export_file.drawn');
  const { title, url } = await start();
  expect(title).toBe('Edited once');
  expect(await signIn(url, 'demo-secret')).toBe(401);
  expect(await signIn(url, 'edited-secret')).toBe(200);
  expect(await Promise.all(['drawn', 'generated'].map((end) => emit(url, `export_file.${end}`)))).toEqual([201, 422]);
  await end();

  // Once more with nothing edited, now from what was kept.
  expect(await titleOfStart()).toBe('Edited once');
});

test('what is kept may be damaged, gone, or impossible to write', async () => {
  for (const name of ['spec/openapi.yaml', 'spec/admin.yaml', 'fixtures/organizations.yaml'])
    await writeFile(kept(name), '{"digest":');
  const title = await titleOfStart();
  // That of the control API is read when it is asked for.
  expect(await readFile(kept('spec/openapi.yaml'), 'utf8')).toContain('"openapi"');
  await rm(folder.file('node_modules/.cache'), { recursive: true });
  await writeFile(folder.file('node_modules/.cache'), 'not a folder');
  expect(await titleOfStart()).toBe(title);
  await rm(folder.file('node_modules/.cache'));
});

test('a file that was broken between two starts stops the second one, with the place of the fault', async () => {
  await edit('fixtures/organizations.yaml', 'organizations:', 'organisations:');
  command = startCommand(['serve', '--port', '0'], {}, folder.path);
  expect(await command.ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/organizations\.yaml:\d+:\d+: .*organi[sz]ations/),
  });
});
