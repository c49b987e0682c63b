/**
 * The modules of clients/ with their samples, in the languages of this machine: green in all three ways to get a stub, and red
 * for each planted mistake, with the finding that names it. No container engine runs here: one of ours plays its part.
 */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { type Ran, run } from '../test/acceptance/examples/run.ts';
import { startProgram } from '../test/support/command-line.ts';
import { type TempFolder, createTempFolder } from '../test/support/temp-folder.ts';
import { type Program, startContainerEngine } from './container-engine.ts';

/** Compilers take their time on a busy machine, and packages are fetched the first time. */
jest.setTimeout(600_000);

type Command = readonly [program: string, ...args: string[]];

interface Language {
  readonly name: string;
  /** Below clients/. */
  readonly folder: string;
  /** Programs that this machine must have. */
  readonly needs: readonly Command[];
  /** Fetches and compiles what the tests need. */
  readonly install?: readonly Command[];
  readonly test: Command;
  /** Without Testcontainers, whose packages this language cannot fetch here. */
  readonly hasNoContainer?: boolean;
}

const CACHE = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'vatmock', 'clients');
const PYTHON = path.join(CACHE, 'python');
const DOTNET = path.join(CACHE, 'dotnet');
/** Where Debian installs them. */
const CLI = '/usr/lib/cli';
const NEWTONSOFT_JSON = `${CLI}/Newtonsoft.Json-5.0/Newtonsoft.Json.dll`;
const NUNIT = `${CLI}/nunit.framework-2.6.3/nunit.framework.dll`;

const LANGUAGES: readonly Language[] = [
  {
    name: 'Node',
    folder: 'node',
    needs: [],
    test: [process.execPath, '--test', '--test-reporter=spec', 'sample/order-client.test.ts'],
  },
  {
    name: 'Python',
    folder: 'python/sample',
    needs: [['python3', '-m', 'venv', '--help']],
    install: [
      // Anew: another Python may have made it.
      ['python3', '-m', 'venv', '--clear', PYTHON],
      [path.join(PYTHON, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', '-r', 'requirements.txt'],
    ],
    test: [path.join(PYTHON, 'bin/pytest'), '-q', '-p', 'no:cacheprovider'],
  },
  {
    name: 'Go',
    folder: 'go',
    needs: [['go', 'version']],
    install: [['go', 'vet', './...']],
    // Go remembers results, and does not see that the environment of a program changes.
    test: ['go', 'test', '-count=1', './...'],
  },
  {
    name: 'Java',
    folder: 'java',
    needs: [
      ['javac', '-version'],
      ['mvn', '-version'],
    ],
    install: [['mvn', '-q', '-B', 'test-compile']],
    test: ['mvn', '-q', '-B', 'surefire:test'],
  },
  {
    name: '.NET',
    folder: 'dotnet',
    needs: [
      ['mcs', '--version'],
      ['nunit-console', '-help'],
      ['test', '-f', NEWTONSOFT_JSON],
      ['test', '-f', NUNIT],
    ],
    install: [
      ['mkdir', '-p', DOTNET],
      [
        'mcs',
        '-warnaserror',
        '-codepage:utf8',
        '-target:library',
        `-out:${DOTNET}/sample.dll`,
        '-r:System.Net.Http.dll',
        `-r:${NEWTONSOFT_JSON}`,
        `-r:${NUNIT}`,
        ...['ControlApi', 'Sandbox', 'Stub'].map((name) => `Vatmock/${name}.cs`),
        'sample/*.cs',
        path.join(import.meta.dirname, 'nunit2.cs'),
      ],
    ],
    test: ['nunit-console', '-nologo', '-nodots', '-noresult', `${DOTNET}/sample.dll`],
    hasNoContainer: true,
  },
];

/** Programs that run for seconds start quicker so, and leave no files in the sources. */
const QUICK = {
  PYTHONDONTWRITEBYTECODE: '1',
  MAVEN_OPTS: '-XX:TieredStopAtLevel=1',
  JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1',
};

const MISTAKES: readonly (readonly [mistake: string, rule: string])[] = [
  ['token-per-call', 'token-per-call: Fetches new tokens'],
  ['new-key', 'retry-with-new-key: Retries with a new Idempotency-Key'],
  ['no-if-match', 'patch-without-if-match: Changes a resource'],
  ['status-not-type', 'refused-again: Retries a permanent refusal'],
  ['unsigned-webhook', 'bad-signature-accepted: Accepts deliveries'],
];

const isThere = ({ needs }: Language): boolean =>
  needs.every(([program, ...args]) => spawnSync(program, args).status === 0);

const here = LANGUAGES.filter(isThere);
const absent = LANGUAGES.filter((language) => !here.includes(language)).map(({ name }) => name);
if (absent.length > 0) process.stdout.write(`languages: left out, because not on this machine: ${absent.join(', ')}\n`);

const ROOT = path.join(import.meta.dirname, '..');

let built: TempFolder;
let engine: Awaited<ReturnType<typeof startContainerEngine>>;
/** One that runs already. */
let shared: Program;

/** What the image runs. */
const start = async (env: Readonly<Record<string, string>>): Promise<Program> => {
  const command = startProgram(['dist/cli.js', 'serve'], { PORT: '0', ...env }, built.path);
  const [, url = ''] = await command.says('stdout', /Base URL +(\S+)\/v1\n/);
  const stop = async (): Promise<void> => {
    command.signal('SIGTERM');
    await command.ended;
  };
  return { url, stop };
};

beforeAll(async () => {
  built = await createTempFolder({});
  const made = await run(process.execPath, ['scripts/build-image.ts', '--out', built.path], { cwd: ROOT });
  expect(made.code).toBe(0);
  // In a container, it listens to other machines, too.
  engine = await startContainerEngine((env) => start({ HOST: '0.0.0.0', ...env }));
  shared = await start({ VATMOCK_DELAYS: 'skip' });
});
afterAll(async () => {
  await engine.stop();
  await shared.stop();
  await built.remove();
});

test.concurrent.each(here)(
  '$name: green, and red for each mistake',
  async ({ folder, install = [], test: command, hasNoContainer = false }) => {
    const cwd = path.join(ROOT, 'clients', folder);
    const play = ([program, ...args]: Command, env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
      run(program, args, { cwd, env: { ...QUICK, ...env } });
    const passes = async (words: Command, env?: NodeJS.ProcessEnv): Promise<void> => {
      const { code, output } = await play(words, env);
      expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
    };

    for (const step of install) await passes(step);
    await passes(command, { VATMOCK_COMMAND: `${process.execPath} ${built.file('dist/cli.js')}` });
    if (!hasNoContainer)
      await passes(command, {
        DOCKER_HOST: engine.url,
        TESTCONTAINERS_RYUK_DISABLED: 'true',
        TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1',
        TESTCONTAINERS_CONNECTION_MODE: 'docker_host',
        // Nobody here knows the name by which a container calls its host.
        VATMOCK_TEST_HOST: 'localhost',
      });
    for (const [MISTAKE, rule] of MISTAKES) {
      const { code, output } = await play(command, { VATMOCK_URL: shared.url, MISTAKE });
      expect({ MISTAKE, output, failed: code !== 0 }).toEqual({
        MISTAKE,
        output: expect.stringContaining(rule),
        failed: true,
      });
    }
  },
);

if (process.env['CI'] !== undefined)
  test('no language is left out in CI', () => {
    expect(absent).toEqual([]);
  });

test('each asked the engine for the same container, and left none behind', () => {
  expect(engine.requests).toHaveLength(here.filter(({ hasNoContainer = false }) => !hasNoContainer).length);
  for (const request of engine.requests)
    expect(request).toMatchObject({
      Image: expect.stringMatching(/^vatmock(?::latest)?$/),
      Env: expect.arrayContaining([
        'VATMOCK_CONTROL_ACCESS=open',
        'VATMOCK_DELAYS=skip',
        'VATMOCK_LOG_LEVEL=warn',
        'VATMOCK_WEBHOOK_ALLOW=localhost',
      ]),
      ExposedPorts: { '4010/tcp': expect.anything() },
      HostConfig: { ExtraHosts: ['localhost:host-gateway'] },
    });
  expect(engine.count()).toBe(0);
});
