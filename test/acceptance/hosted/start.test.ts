import { afterEach, describe, expect, test } from '@jest/globals';
import { parseConfig, readTexts } from '../../../src/config/config.ts';
import { ConfigError, createMock } from '../../../src/index.ts';
import { type RunningCommand, runHere, startCommand, startHere } from '../../support/command-line.ts';
import { findPort } from '../../support/find-port.ts';

const OPERATOR = 'a-long-token-of-the-operator';

const running: RunningCommand[] = [];
afterEach(async () => {
  for (const command of running.splice(0)) {
    command.signal('SIGTERM');
    await command.ended;
  }
});

/** Hosted, it waits for a load balancer before it stops. */
const AT_ONCE = ['--limits', 'drain-delay=PT0S'];
const QUIET = ['--log-level', 'silent', ...AT_ONCE];

const PUBLIC = ['--public-url', 'https://stub.example'];

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): RunningCommand => {
  const command = startHere(['serve', '--port', '0', ...QUIET, ...args], env);
  running.push(command);
  return command;
};

describe('what does not go together stops the start', () => {
  test.each([
    [{ mode: 'hosted', organizations: 'own.yaml' }, 'organizations is not allowed in hosted mode'],
    [{ mode: 'hosted', controlAccess: 'open' }, 'controlAccess open is not allowed in hosted mode'],
    [{ mode: 'hosted', host: '0.0.0.0' }, 'hosted mode needs the URL at which its visitors reach it'],
    [{ mode: 'public' }, 'mode must be one of local, hosted, but is "public"'],
    [{ adminToken: 'short' }, 'adminToken must have 16 to 512 printable characters'],
    [{ adminToken: 'with a space in its middle' }, 'adminToken must have 16 to 512'],
    [{ sandboxTtl: 'P1M' }, 'years or months, which have no fixed length'],
    [{ sandboxTtl: 'soon' }, 'or "never"'],
    [{ sandboxMinIdle: 'never' }, 'sandboxMinIdle'],
    [{ maxSandboxes: 0 }, 'maxSandboxes must be a whole number from 1'],
  ])('%j', async (options, message) => {
    const outcome: unknown = await createMock(options as object).then(
      (mock) => mock.close(),
      (error: unknown) => error,
    );
    expect(outcome).toBeInstanceOf(ConfigError);
    expect((outcome as Error).message).toContain(message);
  });

  test.each([
    [
      ['--mode', 'hosted'],
      { VATMOCK_ORGANIZATIONS: 'own.yaml' },
      'VATMOCK_ORGANIZATIONS is not allowed in hosted mode',
    ],
    [['--mode', 'hosted'], {}, 'hosted mode needs the URL at which its visitors reach it, because base URLs and links'],
    [[], { ADMIN_TOKEN: 'too-short' }, 'ADMIN_TOKEN must have 16 to 512 printable characters'],
    [['--admin-token', OPERATOR], {}, "Unknown option '--admin-token'"],
  ])('serve %j with %j', async (args, env, message) => {
    const { code, stdout, stderr } = await runHere(['serve', ...args], env);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('too-short');
  });
});

describe('hosted mode', () => {
  test('has smaller defaults, which a flag or a variable still overrides', () => {
    const read = (flags: Record<string, string>, env = {}) => parseConfig(readTexts(flags, env));
    expect(read({ mode: 'hosted' })).toMatchObject({
      sandboxDocuments: 20_000,
      sandboxBytes: 67_108_864,
      maxSandboxes: 100,
      sandboxMinIdle: 'P1D',
      sandboxTtl: 'P7D',
      maxStateBytes: 16_777_216,
    });
    expect(read({})).toMatchObject({ mode: 'local', sandboxTtl: 'never', maxSandboxes: 1000 });
    expect(
      read(
        { limits: 'max-sandboxes=5,sandbox-ttl=never' },
        { VATMOCK_MODE: 'hosted', VATMOCK_LIMITS: 'max-sandboxes=6' },
      ),
    ).toMatchObject({
      mode: 'hosted',
      sandboxTtl: 'never',
      maxSandboxes: 5,
    });
  });

  test('says on the way up how to let somebody in', async () => {
    const command = start(['--mode', 'hosted', ...PUBLIC], { ADMIN_TOKEN: OPERATOR });
    await command.says(
      'stdout',
      /curl -s -X POST https:\/\/stub\.example\/__admin\/sandboxes -H "Authorization: Bearer \$ADMIN_TOKEN"/,
    );
  });

  test('links lead to the server itself, whatever host a stranger names', async () => {
    const mock = await createMock({ mode: 'hosted' });
    for (const host of ['evil.example', 'localhost:1'])
      expect(await (await fetch(`${mock.url}/openapi.json`, { headers: { host } })).json()).toMatchObject({
        servers: [{ url: mock.baseUrl }],
      });
    await mock.close();
  });

  test('says on the way up what is missing, and suggests nothing that cannot work', async () => {
    const command = start(['--mode', 'hosted', ...PUBLIC]);
    await command.says('stdout', /Sandboxes cannot be created until ADMIN_TOKEN is set/);
    await command.says('stdout', /Press Ctrl-C/);
    await command.says('stderr', /ADMIN_TOKEN is not set, so sandboxes cannot be created/);
    await command.says('stderr', /kept in memory and lost when the server stops: use --data/);
    command.signal('SIGTERM');
    const { code, stdout } = await command.ended;
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/demo-secret|curl|Try it/);
  });

  test('the operator’s token is in no line that it writes', async () => {
    const port = String(await findPort());
    const log = ['--log-level', 'debug', '--log-format', 'json'];
    const command = startCommand(
      ['serve', '--mode', 'hosted', ...AT_ONCE, '--port', port, '--public-url', `http://127.0.0.1:${port}/`, ...log],
      {
        ADMIN_TOKEN: OPERATOR,
      },
    );
    const [, url = ''] = await command.says('stdout', /POST (http:\S+)\/__admin\/sandboxes/);
    for (const token of [OPERATOR, 'another-token-of-nobody'])
      await fetch(`${url}/__admin/sandboxes`, { headers: { authorization: `Bearer ${token}` } });
    command.signal('SIGTERM');
    const { stdout, stderr } = await command.ended;
    expect(stderr).toContain('listSandboxes');
    expect(stdout + stderr).not.toContain(OPERATOR);
    const help = await runHere(['serve', '--help'], { ADMIN_TOKEN: OPERATOR });
    expect(help.stdout).toContain('ADMIN_TOKEN');
    expect(help.stdout).not.toContain(OPERATOR);
  });
});

test('a local server that other machines can reach says that its secrets are public', async () => {
  const command = start(['--host', '0.0.0.0']);
  await command.says('stderr', /other machines can reach this server.*--mode hosted/);
});
