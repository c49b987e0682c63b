import { afterAll, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type Ended, runCommand, runHere, startCommand, startHere } from '../../support/command-line.ts';

const CLIENT = 'test/acceptance/vatmock-test/client.js';
const client = (...args: string[]): string[] => ['--', process.execPath, CLIENT, ...args];

const folder = await closedBy(afterAll).folderOf({
  'own/looks-at-itself.yaml':
    'scenario: looks-at-itself\nsteps:\n  - { on: getOrder, reply: pass }\nexpect:\n  - { request: getOrganization, because: It must know what it may do. }\n',
  'own/sets-a-switch.yaml':
    'scenario: sets-a-switch\ngiven:\n  - assume: { cache-control-value: five-minutes }\nexpect:\n  - { request: getOrganization }\n',
  'broken.yaml': 'scenario: broken\nsteps:\n  - { on: createOrdr, reply: pass }\n',
  'nothing.yaml': 'scenario: nothing\nsteps:\n  - { on: getOrder, reply: pass }\n',
});

/** What differs from run to run is taken out. */
const shownBy = ({ stdout }: Pick<Ended, 'stdout'>): string =>
  stdout
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(process.execPath, 'node');

describe('with a command', () => {
  test('a client that does what is expected passes, and is told where the stub is', async () => {
    const ended = await runCommand(['test', 'lost-answer', ...client('telling')]);
    expect(ended.code).toBe(0);
    expect(shownBy(ended))
      .toBe(`Base URL http://HOST/v1   Token URL http://HOST/auth/realms/integration/protocol/openid-connect/token   Client api-client-demo   Secret demo-secret

lost-answer: running node ${CLIENT} telling
attempt 1: no answer
attempt 2 in lost-answer: 201

lost-answer: A response may be lost although the work was done.
  met      createOrder at least twice, all with the same Idempotency-Key
           received twice:
             POST /v1/partners/ID/orders (no answer, ID)
             POST /v1/partners/ID/orders (201, ID)
  command  exited with 0

1 scenario: 1 passed, 0 failed; 1 expectation: 1 met, 0 not met; 1 command: 0 failed
`);
  });

  test('one that does not fails, with what it did wrong, for people and for build servers', async () => {
    const ended = await runHere([
      'test',
      'lost-answer',
      'key-reused',
      '--fail-on-findings',
      '--report',
      folder.file('reports'),
      ...client('hasty'),
    ]);
    expect(ended.code).toBe(1);
    const shown = shownBy(ended);
    expect(shown).toContain('has the Idempotency-Key "key-2", but the first request had "key-1".');
    expect(shown).toContain('because: The first attempt succeeded; another key would create a second order.');
    expect(shown).toContain('finding  retry-with-new-key: Retries with a new Idempotency-Key');
    expect(shown).toContain(
      '2 scenarios: 1 passed, 1 failed; 2 expectations: 1 met, 1 not met; 2 commands: 0 failed; 1 finding',
    );
    const junit = await readFile(folder.file('reports/junit.xml'), 'utf8');
    expect(junit).toContain('<testsuites name="vatmock test" tests="6" failures="2" errors="0" skipped="0"');
    expect(junit).toMatch(/<testsuite name="lost-answer" tests="3" failures="2" errors="0"[^>]*timestamp="\d{4}-/);
    expect(junit).toMatch(/<failure message="POST [^"]*has the Idempotency-Key &quot;key-2&quot;/);
    expect(junit).toMatch(/<testsuite name="key-reused" tests="3" failures="0"/);
    const summary = await readFile(folder.file('reports/summary.md'), 'utf8');
    expect(summary).toContain('| key-reused | passed | 1 of 1 | 0 |\n\nThe client met 1 of 44 operations, 3 of ');
    // Indented, it can be neither Markdown nor HTML.
    expect(summary).toContain('\n      finding  retry-with-new-key: Retries with a new Idempotency-Key\n');
  });

  test('a report that cannot be written fails the run', async () => {
    // Below a file there is no folder.
    const file = folder.file('nothing.yaml/report');
    const { code, stdout, stderr } = await runHere(['test', 'lost-answer', '--report', file, ...client()]);
    expect(stdout).toContain('1 scenario: 1 passed, 0 failed');
    expect(stderr).toContain(`${file}/junit.xml cannot be written (`);
    expect(code).toBe(1);
  });

  test('its own failure is told apart from what is not met', async () => {
    const ended = await runHere(['test', 'lost-answer', '--report', folder.file('command'), ...client('right', '7')]);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('  command  exited with 7');
    expect(ended.stdout).toContain('1 expectation: 1 met, 0 not met; 1 command: 1 failed');
    expect(await readFile(folder.file('command/junit.xml'), 'utf8')).toContain(
      '<error message="the command exited with 7">',
    );
  });

  test('one that takes longer than it may is ended, and one that sends nothing has tested nothing', async () => {
    const slow = ['--', process.execPath, '-e', 'setInterval(() => {}, 1000)'];
    const ended = await runHere(['test', 'rate-limit-storm', '--timeout', 'PT0.5S', ...slow]);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('  command  was terminated after its --timeout of PT0.5S');
    expect(ended.stdout).toContain('the client sent no request, so nothing was tested. Does it use VATMOCK_BASE_URL');
  });

  test('scenarios of a folder of one’s own, and files by their paths', async () => {
    const wanted = ['--scenarios', folder.file('own'), 'looks-at-itself', folder.file('nothing.yaml')];
    const ended = await runHere(['test', ...wanted, ...client()]);
    expect(ended.code).toBe(1);
    expect(shownBy(ended)).toContain(`looks-at-itself
  not met  getOrganization at least once
           never received
           closest: POST /v1/partners/ID/orders (201, ID): operation: expected equals getOrganization, but createOrder
           because: It must know what it may do.`);
    expect(ended.stdout).toContain('nothing\n  The scenario has no expectations.');
    expect(ended.stdout).toContain('2 scenarios: 1 passed, 1 failed');
  });

  test('SIGTERM is passed on, and ends both', async () => {
    const script =
      "process.on('SIGTERM', () => { console.log('cleaning up'); process.exit(0); }); console.log('pid ' + process.pid); setInterval(() => {}, 1000)";
    const running = startCommand(['test', 'lost-answer', '--', process.execPath, '-e', script]);
    const [, pid = ''] = await running.says('stdout', /pid (\d+)/);
    running.signal('SIGTERM');
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(143);
    expect(stdout).toContain('cleaning up');
    expect(stderr).toContain('vatmock: SIGTERM: stopped');
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  });
});

describe('without a command', () => {
  test('it waits for a client that somebody else runs, and ends when the verdict stands', async () => {
    const running = startHere(['test', 'lost-answer', '--port', '0']);
    const [, base = '', token = ''] = await running.says('stdout', /Base URL (\S+) {3}Token URL (\S+)/);
    await running.says('stdout', /waiting up to PT1M for the client/);
    const env = {
      VATMOCK_BASE_URL: base,
      VATMOCK_TOKEN_URL: token,
      VATMOCK_CLIENT_ID: 'api-client-demo',
      VATMOCK_CLIENT_SECRET: 'demo-secret',
    };
    await runClient(env);
    const { code, stdout } = await running.ended;
    expect({ code, summary: stdout.includes('1 scenario: 1 passed') }).toEqual({ code: 0, summary: true });
  });

  test('it ends when the time is over, and has nothing to wait for where nothing is expected', async () => {
    const wanted = ['lost-answer', folder.file('nothing.yaml')];
    const { code, stdout, stderr } = await runHere(['test', ...wanted, '--port', '0', '--timeout', 'PT0.2S']);
    expect(stdout).toContain('never received');
    expect(stderr).toContain('scenario nothing has no expectations');
    expect(code).toBe(2);
  });

  test('Ctrl-C ends it', async () => {
    const running = startCommand(['test', 'lost-answer', '--port', '0']);
    await running.says('stdout', /waiting up to PT1M for the client/);
    running.signal('SIGINT');
    expect((await running.ended).code).toBe(130);
  });
});

test('a file that cannot be played is named with the place, before anything is run', async () => {
  const ended = await runHere(['test', 'lost-answer', folder.file('broken.yaml'), ...client()]);
  expect(ended.stderr).toContain('broken.yaml:3:11: steps[0].on: the description has no operation "createOrdr"');
  expect(ended.stdout).not.toContain('running');
  expect(ended.code).toBe(1);
});

test('--list names every ready scenario, with what it teaches', async () => {
  const { code, stdout } = await runHere(['test', '--list', '--scenarios', folder.file('own')]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^lost-answer +A response may be lost although the work was done\.$/m);
  expect(stdout).toMatch(/^looks-at-itself$/m);
});

const runClient = (env: Readonly<Record<string, string>>): Promise<void> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [CLIENT], { env: { ...process.env, ...env }, stdio: 'ignore' });
    child.once('exit', () => {
      resolve();
    });
  });

describe('under all assumptions', () => {
  /** Asks GET /me once, and takes one value of Cache-Control for granted. Runs dozens of times: `fetch` takes longer to load. */
  const believer = `
    import http from 'node:http';
    const send = (url, options, body) => new Promise((resolve) => {
      http.request(url, options, (answer) => {
        let text = '';
        answer.on('data', (piece) => { text += piece; }).on('end', () => resolve({ headers: answer.headers, text }));
      }).end(body);
    });
    const { VATMOCK_TOKEN_URL, VATMOCK_BASE_URL, VATMOCK_CLIENT_ID, VATMOCK_CLIENT_SECRET } = process.env;
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: VATMOCK_CLIENT_ID, client_secret: VATMOCK_CLIENT_SECRET });
    const post = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const { access_token } = JSON.parse((await send(VATMOCK_TOKEN_URL, post, form.toString())).text);
    const { headers } = await send(VATMOCK_BASE_URL + '/me', { headers: { authorization: 'Bearer ' + access_token } });
    process.exit(headers['cache-control'] === 'private, max-age=300' ? 0 : 1);
  `;

  test('a scenario is played under each alternative that concerns it, and those are named under which the client fails', async () => {
    const command = ['--', process.execPath, '--input-type=module', '-e', believer];
    const file = folder.file('own/looks-at-itself.yaml');
    const ended = await runHere([
      'test',
      file,
      '--all-assumptions',
      '--report',
      folder.file('assumptions'),
      ...command,
    ]);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('looks-at-itself [organization-other-fields=more]');
    expect(ended.stdout).not.toContain('[success-statuses=ok]');
    expect(ended.stdout).toContain(
      'The client fails under:\n  looks-at-itself [cache-control-value=no-cache]\n  looks-at-itself [cache-control-value=an-hour]\n',
    );
    const suites = [
      ...(await readFile(folder.file('assumptions/junit.xml'), 'utf8')).matchAll(
        /<testsuite name="([^"]*)" tests="(\d+)" failures="(\d+)" errors="(\d+)"/g,
      ),
    ].map(([, name, tests, failures, errors]) => [name, Number(tests), Number(failures) + Number(errors)]);
    expect(suites.slice(0, 1)).toEqual([['looks-at-itself', 2, 0]]);
    for (const alternative of ['no-cache', 'an-hour'])
      expect(suites).toContainEqual([`looks-at-itself [cache-control-value=${alternative}]`, 2, 1]);
    expect(suites).toContainEqual(['looks-at-itself [organization-other-fields=more]', 2, 0]);
  });

  test('a switch that a scenario sets stays as it sets it', async () => {
    const command = ['--', process.execPath, '--input-type=module', '-e', believer];
    const ended = await runHere(['test', folder.file('own/sets-a-switch.yaml'), '--all-assumptions', ...command]);
    expect(ended.stdout).toContain('sets-a-switch [organization-other-fields=more]');
    expect(ended.stdout).not.toContain('[cache-control-value');
    expect(ended.code).toBe(0);
  });

  test('there must be a command', async () => {
    const { code, stderr } = await runHere(['test', 'lost-answer', '--all-assumptions']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('add its command after --')]);
  });
});
