/** What new sandboxes of any API begin with: the files of `fixtures` beside its description. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { runHere } from '../../support/command-line.ts';
import { closedBy } from '../../support/closed-by.ts';
import { eventually } from '../../support/eventually.ts';
import { createAdminClient, createSandbox, succeed } from '../control-api/admin-client.ts';
import { HELP_DESK } from './help-desk.ts';

const { folderOf, start } = closedBy(afterEach);
const DOOR = '5f3c1d52-0b5e-4d1c-9a6f-0d6c3b1f7a01';
const TICKETS = `tickets:
  - { id: ${DOOR}, title: The door does not close, status: closed, createdAt: 2026-01-05T09:00:00Z }
  - { title: The window neither, reference: W-1 }
`;
const SETTINGS = `
  /settings:
    get: { operationId: readSettings, responses: &shown { '200': { description: All, content: &settings { application/json: { schema: {
      type: object, required: [colour, size], properties: { colour: { type: string }, size: { type: integer } } } } } } } }
    put: { operationId: changeSettings, requestBody: { content: *settings }, responses: *shown }
`;

const folderWith = async (fixtures: Readonly<Record<string, string>>) => {
  const files = Object.entries(fixtures).map(([name, text]) => [`fixtures/${name}`, text] as const);
  const desk = (await readFile(HELP_DESK, 'utf8'))
    .replace('\npaths:\n', `\npaths:${SETTINGS}`)
    .replace('required: [id, title,', 'required: [id, reference, title,');
  return folderOf({ 'openapi.yaml': desk, ...Object.fromEntries(files) });
};

const serve = async (fixtures: Readonly<Record<string, string>>, options: object = {}) => {
  const folder = await folderWith(fixtures);
  const started = await start({ spec: folder.file('openapi.yaml'), ...options });
  const bodyOf = async (path: string, headers = {}): Promise<unknown> =>
    (await started.api.get(path, { headers })).body;
  return { ...started, bodyOf, folder, admin: createAdminClient(started) };
};

test('each sandbox begins with them, completed by what the server has anyway', async () => {
  const more = `tickets.comments: [{ ticketId: ${DOOR}, text: Oiled. }]\nsettings: { colour: blue }\n`;
  const { api, bodyOf, admin } = await serve({ 'a.yaml': TICKETS, 'b.yml': more }, { state: 'strict' });
  const list = (await bodyOf('/tickets')) as { readonly data: readonly { readonly id: string }[] };
  expect(list.data).toEqual([
    // What names a ticket is generated for those that lack it.
    expect.objectContaining({
      id: DOOR,
      reference: expect.any(String),
      status: 'closed',
      createdAt: '2026-01-05T09:00:00Z',
      priority: 'normal',
    }),
    expect.objectContaining({ title: 'The window neither', reference: 'W-1', status: 'open' }),
  ]);
  const [, window] = list.data;
  expect(await bodyOf(`/tickets/${window?.id ?? ''}`)).toEqual(window);
  expect(await bodyOf(`/tickets/${DOOR}/comments`)).toMatchObject([{ ticketId: DOOR, text: 'Oiled.' }]);
  expect(await bodyOf('/settings')).toEqual({ colour: 'blue', size: expect.any(Number) });

  succeed(await api.delete(`/tickets/${DOOR}`));
  const other = await createSandbox(admin);
  expect(await bodyOf('/tickets', { 'x-mock-sandbox': other.id })).toMatchObject({ data: [{ id: DOOR }, {}] });
  expect(await bodyOf('/tickets')).toMatchObject({ data: [window] });
  succeed(await admin('POST', '/reset'));
  expect(await bodyOf('/tickets')).toMatchObject({ data: [{ id: DOOR }, { id: window?.id }] });
});

test('generated records come after them, and nothing of them where nothing is kept', async () => {
  const { bodyOf } = await serve({ 'a.yaml': TICKETS }, { seedRecords: 2 });
  expect(await bodyOf('/tickets')).toMatchObject({ data: [{ id: DOOR }, { reference: 'W-1' }, {}, {}] });
  const none = await serve({ 'a.yaml': 'boats: []' }, { state: 'none' });
  expect(await none.bodyOf(`/tickets/${DOOR}`)).not.toMatchObject({ title: 'The door does not close' });
});

test('changed files hold for what begins later; faulty ones leave the last in use', async () => {
  const { bodyOf, folder, admin, notices } = await serve({ 'a.yaml': TICKETS });
  const firstTitle = async () => {
    succeed(await admin('POST', '/reset'));
    return ((await bodyOf('/tickets')) as { readonly data: readonly { readonly title: string }[] }).data[0]?.title;
  };
  const file = folder.file('fixtures/a.yaml');
  await writeFile(file, TICKETS.replace('The door', 'Nothing'));
  await eventually(async () => (await firstTitle()) === 'Nothing does not close');
  await writeFile(file, TICKETS.replace('title:', 'titel:'));
  await eventually(() => notices.length > 0);
  expect(notices[0]?.message).toMatch(/a\.yaml:2:\d+: .*did you mean "title"\?.*the last valid ones stay in use$/);
  expect(await firstTitle()).toBe('Nothing does not close');
});

describe('a file that cannot be kept stops the start, with its place', () => {
  test.each([
    ['ticket: []', ':1:1: resource "ticket": did you mean "tickets"?'],
    ['tickets: [{ titel: No }]', ':1:11: tickets: it has no "titel": did you mean "title"?'],
    [
      'tickets: [{}, {}, { status: shut }]',
      ':1:19: tickets: the response cannot show it: /status must be equal to one',
    ],
    ['tickets: [{ id: 7 }]', ':1:11: tickets: the path does not take the id 7'],
    [`tickets: [{ id: ${DOOR} }, { id: ${DOOR} }]`, 'tickets: another one has this id'],
    ['tickets: [{ reference: A }, { reference: A }]', 'tickets: another one has this reference'],
    ['tickets.comments: [{ text: Oiled. }]', 'tickets.comments: add ticketId, which says what it belongs to'],
    ['tickets: [No]', ':1:11: '],
    ['tickets: 7', ':1:10: '],
    ['', 'the file is empty: write the name of a resource and a list of its records, or {}'],
  ])('%s', async (text, message) => {
    const folder = await folderWith({ 'a.yaml': text });
    const spec = folder.file('openapi.yaml');
    await expect(start({ spec })).rejects.toThrow(message);
    const { code, stdout } = await runHere(['validate', spec]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(message) });
  });
});

test('another file of that name does not matter; a folder called like a file is no YAML', async () => {
  const files = { 'openapi.yaml': await readFile(HELP_DESK, 'utf8'), fixtures: 'No folder' };
  await start({ spec: (await folderOf(files)).file('openapi.yaml') });
  const folder = await folderWith({ 'deep.yaml/a.yaml': TICKETS });
  await expect(start({ spec: folder.file('openapi.yaml') })).rejects.toThrow(
    /deep\.yaml:1:1: cannot be read \(EISDIR\)/,
  );
});

test('two descriptions have one such folder', async () => {
  const one = await folderWith({ 'a.yaml': '{}' });
  const empty = "openapi: 3.1.0\ninfo: { title: Empty, version: '1' }\nservers: [{ url: /empty }]\npaths: {}\n";
  const other = await folderOf({ 'empty.yaml': empty, 'fixtures/b.yaml': '{}' });
  const spec = [one.file('openapi.yaml'), other.file('empty.yaml')];
  await expect(start({ spec })).rejects.toThrow(/fixtures\/, too: move the files of one into the other/);
});
