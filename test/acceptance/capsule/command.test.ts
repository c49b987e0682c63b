import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { runCommand } from '../../../src/commands/run-command.ts';
import { runHere } from '../../support/command-line.ts';
import { startedBy } from '../../support/started-by.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { createTestTerminal } from '../../support/test-terminal.ts';
import { createAdminClient, createSandbox } from '../control-api/admin-client.ts';

describe('vatmock capsule', () => {
  const started = startedBy(beforeAll, afterAll);

  let folder: TempFolder;
  beforeEach(async () => {
    folder = await createTempFolder({});
  });
  afterEach(() => folder.remove());

  const capsule = (...args: string[]) => runHere(['capsule', ...args]);

  test('starts, exports, plays and finds what differs', async () => {
    const at = ['--url', started.mock.url];
    expect(await capsule('start', ...at)).toMatchObject({ code: 0, stdout: expect.stringContaining('Recording.') });
    await started.api.get('/me');
    await started.api.get('/orders');
    const file = folder.file('bug.json');
    expect(await capsule(...at, '--out', file)).toMatchObject({ code: 0, stdout: `${file}: 2 calls\n` });
    expect(await capsule('replay', file)).toMatchObject({
      code: 0,
      stdout: '2 requests replayed; all responses are identical.\n',
    });
    expect(await runHere(['capsule', 'replay', file], { VATMOCK_SPEC: '/another.yaml' })).toMatchObject({ code: 0 });
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

  test('says that nothing was compared if no request could be replayed', async () => {
    const at = ['--url', started.mock.url];
    await capsule('start', ...at);
    await started.api.get('/me', { as: null, headers: { authorization: 'Bearer nonsense' } });
    const file = folder.file('refused.json');
    await capsule(...at, '--out', file);
    const { code, stdout } = await capsule('replay', file);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^not replayed: call 1, .*\n0 requests replayed, 1 skipped; nothing was compared\.\n$/);
  });

  test('a capsule that somebody has damaged gets a sentence, and controls no terminal', async () => {
    const whole = folder.file('whole.json');
    await capsule('start', '--url', started.mock.url);
    await started.api.get('/me');
    await capsule('--url', started.mock.url, '--out', whole);
    const { start, calls, ...rest } = JSON.parse(await readFile(whole, 'utf8'));
    const bell = '\u001B]0;owned\u0007\u009B2J';
    for (const [damaged, sentence] of [
      [{}, 'is not a capsule'],
      [{ ...rest, start }, 'is damaged: a capsule has "calls"'],
      [{ ...rest, start: {}, calls }, 'its beginning cannot be restored'],
      [{ ...rest, start, calls: [null] }, 'damaged'],
      [{ ...rest, start, calls: [{ ...calls[0], answer: null }] }, 'call 1 cannot be repeated'],
      [{ ...rest, start, calls: [{ ...calls[0], skipped: bell }] }, String.raw`\u001b]0;owned\u0007\u009b2J`],
    ] as const) {
      await writeFile(folder.file('damaged.json'), JSON.stringify(damaged));
      const { stdout, stderr } = await runHere(['capsule', 'replay', folder.file('damaged.json')]);
      expect(stdout + stderr).toContain(sentence);
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|^ +at /mu);
    }
    await capsule('end', '--url', started.mock.url);
  });

  test.each([
    [['--url', 'http://127.0.0.1:9'], 1, 'no server is reachable at http://127.0.0.1:9'],
    [['replay', '/nowhere/capsule.json'], 1, 'cannot be read (ENOENT)'],
    [['replay', 'README.md'], 1, 'is not valid JSON'],
    [['stop'], 2, 'unknown command "capsule stop"; use "vatmock capsule" to export a capsule, or capsule start'],
    [['end', 'now'], 2, 'capsule end takes no argument "now"'],
  ])('%j ends with %i: %s', async (args, code, message) => {
    expect(await capsule(...args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});

describe('vatmock capsule of a hosted server', () => {
  const OPERATOR = 'the-operator-of-this-server';
  let started: StartedMock;
  let folder: TempFolder;
  beforeAll(async () => {
    started = await startMock({ mode: 'hosted', adminToken: OPERATOR });
    folder = await createTempFolder({});
  });
  afterAll(async () => {
    await folder.remove();
    await started.stop();
  });

  const run = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const terminal = createTestTerminal({ VATMOCK_URL: started.mock.baseUrl, ...env });
    const code = await runCommand(['capsule', ...args], terminal);
    return { code, text: terminal.lines.join('\n') };
  };

  test('a visitor exports its own sandbox, the operator any', async () => {
    const own = await createSandbox(createAdminClient(started), {}, { token: OPERATOR });
    const client = { VATMOCK_CLIENT_ID: own.clientId, VATMOCK_CLIENT_SECRET: own.clientSecret };
    const file = folder.file('own.json');
    expect(await run(['start'], client)).toMatchObject({ code: 0 });
    // The call for the token of the export came after the start.
    expect(await run(['--out', file], client)).toEqual({ code: 0, text: `${file}: 1 call` });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ organization: { sandbox: own.id } });
    const operator = { VATMOCK_TOKEN: OPERATOR };
    expect(await run(['--out', file, '--sandbox', own.id], operator)).toMatchObject({ code: 0 });
    expect(await run(['replay', file], {})).toEqual({
      code: 0,
      text: expect.stringContaining('all responses are identical'),
    });
    expect(await run(['end', '--sandbox', own.id], { ADMIN_TOKEN: OPERATOR })).toMatchObject({ code: 0 });
    // A client that is named is meant, whatever else is in the environment.
    expect(await run(['start'], { ...client, ADMIN_TOKEN: OPERATOR })).toMatchObject({ code: 0 });
  });

  test('without a token it says what to give', async () => {
    expect(await run([], {})).toEqual({
      code: 1,
      text: expect.stringMatching(/\(401\): .*ADMIN_TOKEN.* Set VATMOCK_CLIENT_ID and VATMOCK_CLIENT_SECRET/),
    });
  });
});
