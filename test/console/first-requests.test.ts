import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LANGUAGES, toExample } from '../../console/screens/start/examples.ts';
import { type StartedMock, startMock } from '../support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../support/temp-folder.ts';
import { isLongForm } from '../support/long-form.ts';

// The first requests of the Start screen are sent to a server in every language that this machine has.

const DEMO = { CLIENT_ID: 'api-client-demo', CLIENT_SECRET: 'demo-secret' };

const TSC = path.resolve('node_modules/typescript/bin/tsc');
const STRICT = ['--strict', '--noEmit', '--target', 'es2023', '--module', 'nodenext', '--lib', 'es2023,dom'];

interface Tool {
  /** Of the language, as in the list of the screen. */
  readonly id: string;
  /** Is there what the commands need? */
  readonly probe: readonly string[];
  readonly file: string;
  /** Makes a project of the folder, before the program is put there. */
  readonly prepare?: readonly string[];
  readonly run: readonly (readonly string[])[];
}

const TSC_RUN = [process.execPath, TSC, ...STRICT, 'first.mts'];
const JAVAC = ['javac', '-Xlint:all', '-Werror', 'FirstRequest.java'];
const GO = [
  ['go', 'vet', 'first.go'],
  ['go', 'run', 'first.go'],
];
const DOTNET_NEW = ['dotnet', 'new', 'console', '--name', 'first', '--output', '.'];

const TOOLS: readonly Tool[] = [
  { id: 'curl', probe: ['curl', '--version'], file: 'first.sh', run: [['sh', 'first.sh']] },
  {
    id: 'typescript',
    probe: [process.execPath, '-v'],
    file: 'first.mts',
    run: [TSC_RUN, [process.execPath, 'first.mts']],
  },
  { id: 'python', probe: ['python3', '-c', 'import requests'], file: 'first.py', run: [['python3', 'first.py']] },
  {
    id: 'java',
    probe: ['javac', '-version'],
    file: 'FirstRequest.java',
    run: [JAVAC, ['java', '-cp', '.', 'FirstRequest']],
  },
  { id: 'go', probe: ['go', 'version'], file: 'first.go', run: GO },
  { id: 'csharp', probe: ['dotnet', '--version'], file: 'Program.cs', prepare: DOTNET_NEW, run: [['dotnet', 'run']] },
];

let started: StartedMock;
let folder: TempFolder;
beforeAll(async () => {
  started = await startMock();
  folder = await createTempFolder({});
});
afterAll(async () => {
  await folder.remove();
  await started.stop();
});

/** The server answers meanwhile: it runs in this process. */
const call = async ([executable = '', ...args]: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(executable, args, { cwd: folder.path });
  return stdout;
};

test('every language of the screen is tried', () => {
  expect(TOOLS.map(({ id }) => id)).toEqual(LANGUAGES.map(({ id }) => id));
});

/** Compiling takes long: only in the long form. */
const COMPILED = new Set(['java', 'go', 'csharp']);

describe.each(LANGUAGES.filter(({ id }) => isLongForm || !COMPILED.has(id)))(
  'the first request in $title',
  ({ id, text }) => {
    const tool = TOOLS.find((each) => each.id === id)!;
    const [command = '', ...question] = tool.probe;
    if (spawnSync(command, question).status !== 0)
      test.skip(`is left out: "${tool.probe.join(' ')}" does not work here`, () => undefined);
    else
      test('gets an access token, and asks who it is', async () => {
        const { baseUrl, tokenUrl } = started.mock;
        if (tool.prepare !== undefined) await call(tool.prepare);
        await writeFile(folder.file(tool.file), toExample(text, { BASE_URL: baseUrl, TOKEN_URL: tokenUrl, ...DEMO }));
        let output = '';
        for (const command of tool.run) output = await call(command);
        expect(output).toMatch(/\b200\b/);
        expect(output).toContain('0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10');
      }, 120_000);
  },
);
