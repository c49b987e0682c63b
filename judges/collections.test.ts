import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '../src/edges/system/time.ts';
import { run } from '../test/acceptance/examples/run.ts';
import { type StartedMock, startMock } from '../test/support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../test/support/temp-folder.ts';

/** One of the runners is installed. */
jest.setTimeout(300_000);

const WORKFLOWS = path.join(import.meta.dirname, '../docs/examples/workflows');
const FILE = path.join(WORKFLOWS, 'workflows.postman_collection.json');

let started: StartedMock;
let folder: TempFolder;
beforeAll(async () => {
  // The collection waits for the verdict by itself.
  started = await startMock({ clock: systemClock });
  folder = await createTempFolder({});
});
afterAll(async () => {
  await started.stop();
  await folder.remove();
});

const variables = (): string[] =>
  [`baseUrl=${started.mock.baseUrl}`, `tokenUrl=${started.mock.tokenUrl}`].flatMap((one) => ['--env-var', one]);

/** What both runners count. */
const REQUESTS = 75;

test('Newman plays the workflows and calls each operation', async () => {
  const newman = path.join(import.meta.dirname, 'node_modules/newman/bin/newman.js');
  const report = folder.file('newman.json');
  const options = ['--working-dir', WORKFLOWS, '--reporters', 'json', '--reporter-json-export', report];
  const ran = await run(process.execPath, [newman, 'run', FILE, ...variables(), ...options], { cwd: folder.path });
  expect(ran).toMatchObject({ code: 0 });
  const { executions } = (JSON.parse(await readFile(report, 'utf8')) as NewmanReport).run;
  // More when it had to wait.
  expect(executions.length).toBeGreaterThanOrEqual(REQUESTS);
  const codes = new Set(executions.map(({ response }) => response.code));
  // The operations find what the examples name, or are told that it is not so: none is malformed or not authorized.
  expect([...codes].sort()).toEqual([200, 201, 202, 401, 403, 404, 409, 422]);
});

interface NewmanReport {
  readonly run: { readonly executions: readonly { readonly response: { readonly code: number } }[] };
}

/** Its 500 packages are nobody else's, so they are not in the lock file. */
const BRUNO = '@usebruno/cli@4.1.0';

/** What the program does with a collection that is imported: its command line does not. */
const IMPORT = `
  import { readFileSync } from 'node:fs';
  import converters from '@usebruno/converters';
  import files from '@usebruno/cli/src/utils/collection.js';
  const [, , from, to] = process.argv;
  const { collection, issues } = await converters.postmanToBruno(JSON.parse(readFileSync(from, 'utf8')));
  await files.createCollectionFromBrunoObject(collection, to, { format: 'bru' });
  process.exitCode = issues.length;
`;

test('Bruno imports them, and plays the same', async () => {
  await mkdir(folder.file('bruno'));
  const install = ['install', '--prefix', folder.path, '--no-audit', '--no-fund', '--ignore-scripts', BRUNO];
  expect(await run('npm', install, { cwd: folder.path })).toMatchObject({ code: 0 });
  await writeFile(folder.file('import.mjs'), IMPORT);
  const imported = await run(process.execPath, ['import.mjs', FILE, 'bruno'], { cwd: folder.path });
  expect(imported).toEqual({ code: 0, output: '' });
  await copyFile(path.join(WORKFLOWS, 'evidence.pdf'), folder.file('bruno/evidence.pdf'));
  await started.mock.reset();
  const bru = folder.file('node_modules/@usebruno/cli/bin/bru.js');
  const options = ['run', '-r', '--delay', '200', ...variables()];
  const ran = await run(process.execPath, [bru, ...options], { cwd: folder.file('bruno') });
  expect(ran).toEqual({ code: 0, output: expect.stringMatching(/Requests +│ (\d+) \(\1 Passed\)/) });
  expect(ran.output).toContain('✓ $response.body#/decision == "VALID_EXPORT"');
});
