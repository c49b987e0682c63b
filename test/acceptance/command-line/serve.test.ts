import { afterEach, expect, test } from '@jest/globals';
import { type RunningCommand, runHere, startCommand, startHere } from '../../support/command-line.ts';
import { closedBy } from '../../support/closed-by.ts';
import { findPort } from '../../support/find-port.ts';

const eachTest = closedBy(afterEach);

let command: RunningCommand | undefined;
afterEach(async () => {
  command?.signal('SIGTERM');
  await command?.ended;
  command = undefined;
});

/** A log in this process would outlive the server. */
const QUIET = ['--log-level', 'silent'];

const start = async (
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  run = startHere,
): Promise<URL> => {
  command = run(['serve', ...QUIET, ...args], env);
  const [, baseUrl = ''] = await command.says('stdout', /Base URL +(\S+)\n/);
  await command.says('stdout', /Press Ctrl-C/);
  return new URL(baseUrl);
};

test('serve prints where it is, and commands that work as they stand', async () => {
  const { origin, port } = await start(['--port', '0'], {}, startCommand);
  expect(Number(port)).toBeGreaterThan(0);
  command?.signal('SIGTERM');
  const { code, stdout } = (await command?.ended) ?? {};
  expect(code).toBe(0);
  expect(stdout).toContain(`Token URL   ${origin}/auth/realms/integration/protocol/openid-connect/token\n`);
  expect(stdout).toContain(`Console     ${origin}/__console\n`);
  expect(stdout).toContain(`Health      ${origin}/__admin/health\n`);
  expect(stdout).toMatch(new RegExp(`TOKEN=.*curl -s ${origin}/auth/.* -d client_secret=demo-secret`));
  expect(stdout).toContain(`curl -i ${origin}/v1/me -H "Authorization: Bearer $TOKEN"\n`);
});

test('a foreign description has a command of its own', async () => {
  const folder = await eachTest.folderOf({
    'openapi.yaml':
      'openapi: 3.0.0\ninfo: { title: Pets, version: "7" }\npaths: { /pets: { get: { responses: { "204": { description: Done } } } } }\n',
  });
  const { origin } = await start(['--port', '0', '--spec', folder.path]);
  command?.signal('SIGTERM');
  const { stdout } = (await command?.ended) ?? {};
  expect(stdout).toContain('vatmock serves "Pets" 7');
  expect(stdout).toContain(`curl -i ${origin}/pets\n`);
});

test('what is not served of a description is said at the start', async () => {
  const folder = await eachTest.folderOf({
    'openapi.yaml':
      'openapi: 3.0.0\ninfo: { title: A, version: "1" }\npaths:\n  /pets:\n    get:\n      responses: {}\n',
  });
  await start(['--port', '0', '--spec', folder.path]);
  await command?.says('stderr', /not served: .*openapi\.yaml:6:\d+: no response is described/);
});

test('a fault that leaves a part served is not called unserved', async () => {
  const folder = await eachTest.folderOf({
    'openapi.yaml': [
      'openapi: 3.0.0',
      'info: { title: A, version: "1" }',
      'paths:',
      '  /pets:',
      '    get:',
      '      responses:',
      '        "200":',
      '          description: A pet',
      '          content:',
      '            application/json: { schema: { type: string }, example: 7 }',
      'components:',
      '  schemas:',
      '    Lost: { properties: { owner: { $ref: "#/components/schemas/Owner" } } }',
    ].join('\n'),
  });
  await start(['--port', '0', '--spec', folder.path]);
  await command?.says('stderr', /served anyway: .*openapi\.yaml:10:\d+: the example/);
  await command?.says('stderr', /served where possible: .*openapi\.yaml:13:\d+: \$ref .* leads nowhere/);
});

test('the port may come from the environment', async () => {
  const port = String(await findPort());
  expect((await start([], { PORT: port })).port).toBe(port);
});

test('an empty variable is none', async () => {
  const port = String(await findPort());
  expect((await start(['--port', port], { HOST: '', VATMOCK_SEED: '' })).hostname).toBe('127.0.0.1');
});

test('the public URL is what is shown', async () => {
  const { href } = await start(['--port', '0', '--public-url', 'https://stub.example/']);
  expect(href).toBe('https://stub.example/v1');
});

test('a busy port is named, with the remedy', async () => {
  const { mock } = await eachTest.start();
  const { port } = new URL(mock.url);
  const { code, stdout, stderr } = await runHere(['serve', ...QUIET, '--port', port]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    new RegExp(`^vatmock: port ${port} on 127.0.0.1 is in use: .* --port \\(0 picks a free one\\)\\n$`),
  );
});

test.each([
  [['--spec', 'nowhere.yaml'], /^vatmock: \S*nowhere\.yaml:1:1: no such file or folder\n$/],
  [['--host', '192.0.2.1', '--port', '0'], /^vatmock: --host 192\.0\.2\.1 is not an address of this machine\n$/],
])('serve %j fails with one line', async (args, line) => {
  const { code, stdout, stderr } = await runHere(['serve', ...QUIET, ...args]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(line);
});
