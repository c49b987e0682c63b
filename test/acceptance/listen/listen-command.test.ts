import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { runCommand as runHere } from '../../../src/commands/run-command.ts';
import { type RunningCommand, runHere as runToItsEnd, startCommand } from '../../support/command-line.ts';
import { eventually } from '../../support/eventually.ts';
import { startMock } from '../../support/start-mock.ts';
import { type TestTerminal, createTestTerminal } from '../../support/test-terminal.ts';
import { createAdminClient, createSandbox, succeed } from '../control-api/admin-client.ts';
import { signed } from '../webhooks/webhook-client.ts';

const eachTest = closedBy(afterEach);

const opened = closedBy(afterAll);
const [started, receiver] = await Promise.all([opened.start({ webhookTimeout: 2000 }), opened.receive()]);
const admin = createAdminClient(started);

interface Running {
  readonly terminal: TestTerminal;
  readonly ended: Promise<number>;
}

let running: Running[] = [];
afterEach(async () => {
  for (const { terminal, ended } of running) {
    terminal.stop();
    await ended;
  }
  running = [];
  receiver.received.length = 0;
  receiver.answer('/hook', 200);
  succeed(await admin('POST', '/reset'));
});

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Running => {
  const terminal = createTestTerminal(env);
  const one = {
    terminal,
    ended: runHere(['listen', '--url', started.mock.url, '--name', 'laptop', ...args], terminal),
  };
  running.push(one);
  return one;
};

/** Listening, and already so. */
const startListening = async (args: readonly string[] = ['--forward', receiver.urlOf()]): Promise<Running> => {
  const one = start(args);
  await one.terminal.says(/^Press Ctrl-C/);
  return one;
};

const emit = async (type = 'compliance.decision_made'): Promise<string> =>
  succeed(await admin('POST', '/events', { body: { type } })).body.id as string;

const secretOf = ({ lines }: TestTerminal): string =>
  lines.map((line) => /^ +Secret +(\S+)$/.exec(line)?.[1]).find((secret) => secret !== undefined) ?? '';

const history = async () => {
  const [endpoint] = succeed(await started.api.get('/webhooks')).body.data;
  return succeed(await started.api.get(`/webhooks/${String(endpoint.id)}/deliveries`)).body.data as object[];
};

describe('vatmock listen', () => {
  test('sends deliveries on as they are, and what the receiver answers is their outcome', async () => {
    const { terminal } = await startListening();
    const eventId = await emit();
    const line = await terminal.says(/compliance\.decision_made/);
    expect(line).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z  compliance\\.decision_made  ${eventId}  attempt 1  200  \\d+ ms$`),
    );
    await started.mock.idle();
    const [received] = receiver.received;
    expect(received).toMatchObject({
      method: 'POST',
      path: '/hook',
      headers: {
        host: `127.0.0.1:${String(receiver.port)}`,
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^vatmock\//),
      },
      body: { id: eventId },
    });
    expect(signed(received!).by(secretOf(terminal))).toBe(true);
    expect(await history()).toMatchObject([{ eventId, status: 'DELIVERED', httpStatus: 200 }]);
  });

  test('never follows a redirect', async () => {
    receiver.answer('/hook', { status: 307, headers: { location: receiver.urlOf('/elsewhere') } });
    const { terminal } = await startListening();
    await emit();
    await terminal.says(/attempt 1 {2}307/);
    await started.mock.idle();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    expect(await history()).toMatchObject([{ status: 'PENDING', httpStatus: 307 }]);
  });

  test('tells that nobody is there, that nobody answers, that an answer breaks off', async () => {
    const { terminal } = await startListening(['--forward', 'http://127.0.0.1:9/hook']);
    await emit();
    await terminal.says(/attempt 1 {2}connect_failed: http:\/\/127\.0\.0\.1:9\/hook is unreachable \(ECONNREFUSED\)/);
    await started.mock.idle();
    expect(await history()).toMatchObject([{ status: 'PENDING', httpStatus: null, attempts: 1 }]);
    receiver.answer('/hook', 'hang', 'reset');
    const other = await startListening(['--forward', receiver.urlOf(), '--name', 'desktop']);
    await emit();
    await other.terminal.says(/attempt 1 {2}timeout: no response from .* within 1900 ms/);
    receiver.release(200);
    await emit();
    await other.terminal.says(/attempt 1 {2}answer_broken: .* aborted its response/);
    await started.mock.idle();
  });

  test('takes the events that are named, a URL without scheme, and a secret', async () => {
    const secret = 'whsec_of-my-own-receiver';
    const forward = `127.0.0.1:${String(receiver.port)}/hook?from=stub`;
    const { terminal } = await startListening(['--forward', forward, '--events', 'prospect.*', '--secret', secret]);
    await emit();
    await emit('prospect.submitted');
    await terminal.says(/prospect\.submitted/);
    await started.mock.idle();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook?from=stub']);
    expect(signed(receiver.received[0]!).by(secret)).toBe(true);
  });

  test('prints what comes, and answers itself where nobody else does', async () => {
    const { terminal } = await startListening(['--print']);
    const eventId = await emit();
    expect(await terminal.says(/^content-type: application\/json$/m)).toContain(`{"id":"${eventId}"`);
    await started.mock.idle();
    expect(await history()).toMatchObject([{ status: 'DELIVERED', httpStatus: 200 }]);
  });

  test('acts for a client, also when its token has expired meanwhile', async () => {
    const sandbox = await createSandbox(admin, { fixtures: false });
    const env = { VATMOCK_CLIENT_ID: sandbox.clientId, VATMOCK_CLIENT_SECRET: sandbox.clientSecret };
    const { terminal } = start(['--forward', receiver.urlOf()], env);
    await terminal.says(new RegExp(`sandbox ${sandbox.id}, as "laptop"`));
    succeed(await admin('POST', `/clock/advance?sandbox=${sandbox.id}`, { body: { by: 'P1D' } }));
    const { body } = succeed(
      await admin('POST', `/events?sandbox=${sandbox.id}`, { body: { type: 'prospect.submitted' } }),
    );
    await terminal.says(/prospect\.submitted/);
    await started.mock.idle();
    expect(receiver.received).toMatchObject([{ body: { id: body.id as string } }]);
    expect(terminal.complaints).toEqual([]);
  });

  test('brings the webhooks of a hosted server, which could not reach the receiver itself', async () => {
    const operator = 'the-operator-of-this-server';
    const hosted = await eachTest.start({ mode: 'hosted', adminToken: operator });
    const sandbox = await createSandbox(createAdminClient(hosted), {}, { token: operator });
    const env = {
      VATMOCK_URL: hosted.mock.url,
      VATMOCK_CLIENT_ID: sandbox.clientId,
      VATMOCK_CLIENT_SECRET: sandbox.clientSecret,
    };
    const terminal = createTestTerminal(env);
    const ended = runHere(['listen', '--forward', receiver.urlOf(), '--events', 'prospect.*'], terminal);
    await terminal.says(/^Press Ctrl-C/);
    expect(await runHere(['trigger', 'prospect.submitted'], createTestTerminal(env))).toBe(0);
    await terminal.says(/prospect\.submitted .* 200 /);
    await hosted.mock.idle();
    expect(signed(receiver.received[0]!).by(secretOf(terminal))).toBe(true);
    const nobody = createTestTerminal({ VATMOCK_URL: hosted.mock.url });
    expect(await runHere(['listen', '--print'], nobody)).toBe(1);
    expect(nobody.complaints).toEqual([
      expect.stringMatching(/\(401\): .* Set VATMOCK_CLIENT_ID and VATMOCK_CLIENT_SECRET/),
    ]);
    terminal.stop();
    expect(await ended).toBe(0);
  });
});

describe('it ends', () => {
  test('when it is told to, after what is under way; what comes next waits for the next time', async () => {
    const { terminal, ended } = await startListening();
    receiver.answer('/hook', 'hang');
    await emit();
    await eventually(() => receiver.received.length === 1);
    terminal.stop();
    receiver.release(200);
    expect(await ended).toBe(0);
    await started.mock.idle();
    expect(await history()).toMatchObject([{ status: 'DELIVERED' }]);
    receiver.answer('/hook', 200);
    const eventId = await emit();
    await started.mock.idle();
    const second = await startListening();
    await second.terminal.says(/^Sending 1 pending delivery\.$/);
    await second.terminal.says(new RegExp(eventId));
    expect(secretOf(second.terminal)).toBe(secretOf(terminal));
    await started.mock.idle();
  });

  test('when somebody else listens under its name', async () => {
    const first = await startListening();
    await startListening();
    expect(await first.ended).toBe(1);
    expect(first.terminal.complaints).toEqual([
      expect.stringContaining('another listener with the name "laptop" has connected'),
    ]);
  });

  test.each([
    [
      ['--url', 'http://127.0.0.1:9'],
      /no server is reachable at http:\/\/127\.0\.0\.1:9 \(ECONNREFUSED\)\. Start one with/,
    ],
    [['--sandbox', 'nowhere'], /\(404\): There is no sandbox "nowhere"/],
    [['--events', 'complianc.*'], /\(422\): events has no "complianc\.\*": did you mean "compliance\.\*"\?/],
    [
      [],
      /\(401\): .* VATMOCK_CLIENT_ID and VATMOCK_CLIENT_SECRET they are fetched as needed\.$/,
      { VATMOCK_TOKEN: 'nonsense' },
    ],
    [
      [],
      /refuses an access token to client "api-client-demo" \(401\)/,
      { VATMOCK_CLIENT_ID: 'api-client-demo', VATMOCK_CLIENT_SECRET: 'x' },
    ],
  ])('with %j, and says why: %s', async (args, complaint, env: Readonly<Record<string, string>> = {}) => {
    const { terminal, ended } = start(['--print', ...args], env);
    expect(await ended).toBe(1);
    expect(terminal.lines).toEqual([expect.stringMatching(complaint)]);
  });
});

test('it comes back to a server that was away, with the same secret', async () => {
  const folder = await eachTest.folderOf();
  const first = await startMock({ data: folder.path });
  const port = Number(new URL(first.mock.url).port);
  const terminal = createTestTerminal();
  const args = ['--url', first.mock.url, '--name', 'laptop', '--forward', receiver.urlOf()];
  const ended = runHere(['listen', ...args], terminal);
  await terminal.says(/^Press Ctrl-C/);
  await first.stop();
  await terminal.says(/reconnecting in 0\.5 s/);
  const second = await eachTest.start({ data: folder.path, port });
  await terminal.says(/^Reconnected\.$/);
  const body = { type: 'prospect.submitted' };
  succeed(await createAdminClient(second)('POST', '/events', { body }));
  await terminal.says(/prospect\.submitted/);
  await second.mock.idle();
  expect(signed(receiver.received.at(-1)!).by(secretOf(terminal))).toBe(true);
  terminal.stop();
  expect(await ended).toBe(0);
});

describe('as a process', () => {
  let command: RunningCommand | undefined;
  afterEach(async () => {
    command?.signal('SIGKILL');
    await command?.ended;
    command = undefined;
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with 0', async (signal) => {
    command = startCommand(['listen', '--forward', receiver.urlOf(), '--url', started.mock.url]);
    await command.says('stdout', /Press Ctrl-C to stop\.\n/);
    await emit();
    await command.says('stdout', /attempt 1 {2}200/);
    command.signal(signal);
    expect(await command.ended).toMatchObject({ code: 0, stderr: '' });
    const [endpoint] = succeed(await started.api.get('/webhooks')).body.data;
    expect(endpoint).toMatchObject({ status: 'PAUSED', url: expect.stringMatching(/^vatmock-listen:[a-z0-9-]+$/) });
  });
});

describe('as a command', () => {
  test.each([
    [[], '--forward'],
    [['localhost:3000'], 'did you mean --forward localhost:3000?'],
    [['--forward', 'nonsense'], 'neither a port nor a path: use an address such as localhost:3000/hooks'],
    [['--forward', 'ftp://a'], '--forward must be an http or https URL'],
    [['--forward', 'http://me:secret@localhost/'], 'user name or password'],
    [['--print', '--name', 'My Laptop'], '--name must be at most 63 lower-case letters'],
    [['--print', '--secret', 'short'], '--secret must have 16 to 200'],
    [['--print', '--url', 'stub'], '--url must be an http or https URL'],
    [['--forwrad', 'x'], 'did you mean --forward?'],
  ])('listen %j is a mistake', async (args, message) => {
    const { code, stdout, stderr } = await runToItsEnd(['listen', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('listen --help tells all options', async () => {
    const { code, stdout } = await runToItsEnd(['listen', '--help']);
    expect(code).toBe(0);
    for (const option of [
      '--forward URL',
      '--events NAMES',
      '--secret SECRET',
      '--url, --sandbox and credentials',
      'Exit codes',
    ])
      expect(stdout).toContain(option);
  });
});
