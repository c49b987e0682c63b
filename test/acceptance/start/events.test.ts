import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { type RunningCommand, startCommand } from '../../support/command-line.ts';
import { copyPackage } from '../../support/package-copy.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

/** A process of its own takes its time to start on a busy machine. */

const FILE = 'spec/asyncapi.yaml';

let folder: TempFolder;
let whole: string;
let command: RunningCommand | undefined;
beforeAll(async () => {
  folder = await copyPackage();
  whole = await readFile(folder.file(FILE), 'utf8');
});
beforeEach(() => writeFile(folder.file(FILE), whole));
afterEach(async () => {
  command?.signal('SIGTERM');
  await command?.ended;
});
afterAll(() => folder.remove());

const edit = async (from: string | RegExp, to: string): Promise<void> => {
  const edited = whole.replace(from, to);
  if (edited === whole) throw new Error('nothing to edit');
  await writeFile(folder.file(FILE), edited);
};

const start = (): RunningCommand => (command = startCommand(['serve', '--port', '0'], {}, folder.path));

test('without the description of its events the server does not start, and says what to do', async () => {
  await rm(folder.file(FILE));
  const { code, stderr } = await start().ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/spec\/asyncapi\.yaml:1:1: no such file: .*put the file back, or install the package again/);
});

test.each<[what: string, from: string | RegExp, to: string, line: RegExp]>([
  ['no YAML', 'operations:\n', 'operations: [\n', /asyncapi\.yaml:\d+:\d+: /],
  ['another version', 'asyncapi: 3.0.0', 'asyncapi: 2.6.0', /asyncapi\.yaml:1:1: not an AsyncAPI 3 description/],
  [
    'a file that is not there',
    './schemas/events/export_file.generated.yaml',
    './schemas/events/nowhere.yaml',
    /asyncapi\.yaml:\d\d+:\d+: .*nowhere\.yaml/,
  ],
  ['nothing that is sent', /action: send/g, 'action: receive', /asyncapi\.yaml:\d\d+:\d+: no event is described: /],
  [
    'an example that does not fit',
    'decision: VALID_EXPORT\n',
    'decision: PERHAPS\n',
    /asyncapi\.yaml:\d\d+:\d+: the example does not fit the payload of "[a-z._]+": data\.decision must be/,
  ],
])('a description with %s stops the start, with its place', async (_what, from, to, line) => {
  await edit(from, to);
  const { code, stderr } = await start().ended;
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(line) });
});

test('what the description says is sent, is sent', async () => {
  await edit(/export_file\.generated(?!\.yaml)/g, 'export_file.drawn');
  const [, url = ''] = await start().says('stdout', /Health +(\S+)\/__admin\/health/);
  const emit = async (type: string): Promise<number> =>
    (
      await fetch(`${url}/__admin/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type }),
      })
    ).status;
  expect(await emit('export_file.drawn')).toBe(201);
  expect(await emit('export_file.generated')).toBe(422);
});
