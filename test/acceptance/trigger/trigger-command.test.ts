import { afterAll, describe, expect, test } from '@jest/globals';
import { runCommand as runHere } from '../../../src/commands/run-command.ts';
import { runCommand, runHere as runToItsEnd } from '../../support/command-line.ts';
import { readEvents } from '../../support/read-events.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createTestTerminal } from '../../support/test-terminal.ts';
import { createAdminClient, createSandbox, succeed } from '../control-api/admin-client.ts';

/** An order with a verdict, and its buyer. */
const ORDER = '9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946';
const NOTHING = '00000000-0000-4000-8000-000000000000';

const started = await closedBy(afterAll).start();

const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const terminal = createTestTerminal(env);
  const code = await runHere(['trigger', '--url', started.mock.url, ...args], terminal);
  return { code, lines: terminal.lines, complaints: terminal.complaints, text: terminal.lines.join('\n') };
};

const newest = async () => (await readEvents(started.mock, started.api)).at(-1);

describe('vatmock trigger', () => {
  test('emits an event, and tells what and to whom', async () => {
    const events = ['kyc.*'];
    const hook = succeed(await started.api.post('/webhooks', { url: 'http://127.0.0.1:9/', events })).body;
    const { code, lines, text } = await run(['kyc.verification_completed', '--set', 'outcome=REJECTED']);
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^kyc\.verification_completed evt_\w{26} goes to 1 webhook endpoint$/);
    expect(lines[1]).toMatch(new RegExp(`^ {2}${String(hook.id)} {2}del_\\w{26}$`));
    expect(text).toContain('"outcome": "REJECTED"');
    expect(await newest()).toMatchObject({ type: 'kyc.verification_completed', data: { outcome: 'REJECTED' } });
    succeed(await started.api.delete(`/webhooks/${String(hook.id)}`));
  });

  test('says so when nobody subscribes to it', async () => {
    const { code, text } = await run(['prospect.submitted']);
    expect(code).toBe(0);
    expect(text).toMatch(
      /goes to 0 webhook endpoints\n {2}No webhook endpoint subscribes to this event: .*vatmock listen/,
    );
  });

  test('takes its data from what is named', async () => {
    const { buyerId } = succeed(
      await started.api.get(`/partners/3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31/orders/${ORDER}`),
    ).body;
    expect(await run(['kyc.vies_check_failed', '--order', ORDER])).toMatchObject({ code: 0 });
    expect(await newest()).toMatchObject({ data: { buyerUuid: buyerId } });
    expect(await run(['kyc.vies_check_failed', '--buyer', String(buyerId)])).toMatchObject({ code: 0 });
    expect(await newest()).toMatchObject({ data: { buyerUuid: buyerId } });
  });

  test('reads values as JSON where they are JSON, and paths as deep as they go', async () => {
    const set = (...settings: readonly string[]) => settings.flatMap((setting) => ['--set', setting]);
    await run(['webhook.delivery_failed_terminal', ...set('lastHttpStatus=null')]);
    expect(await newest()).toMatchObject({ data: { lastHttpStatus: null } });
    await run(['webhook.delivery_failed_terminal', ...set('lastHttpStatus=503')]);
    expect(await newest()).toMatchObject({ data: { lastHttpStatus: 503 } });
    await run(['kyc.vies_check_failed', ...set('reason="503"')]);
    expect(await newest()).toMatchObject({ data: { reason: '503' } });
    await run(['kyc.vies_check_failed', ...set('reason=a=b')]);
    expect(await newest()).toMatchObject({ data: { reason: 'a=b' } });
    const settings = [
      'blockers[0].code=A',
      'blockers[0].message=first',
      'blockers.1.code=B',
      'blockers[1].message=2nd',
    ];
    await run(['compliance.status_changed', ...set('previousStatus=VALID', 'currentStatus=INVALID', ...settings)]);
    expect(await newest()).toMatchObject({
      data: {
        blockers: [
          { code: 'A', message: 'first' },
          { code: 'B', message: '2nd' },
        ],
      },
    });
    await run(['compliance.status_changed', ...set('blockers=[]', 'previousStatus=INVALID', 'currentStatus=VALID')]);
    expect(await newest()).toMatchObject({ data: { blockers: [] } });
  });

  test('acts for a client, or with a token, or on a sandbox', async () => {
    const sandbox = await createSandbox(createAdminClient(started));
    const env = { VATMOCK_CLIENT_ID: sandbox.clientId, VATMOCK_CLIENT_SECRET: sandbox.clientSecret };
    const seen = async (): Promise<number> =>
      succeed(await createAdminClient(started)('GET', `/events?sandbox=${sandbox.id}`)).body.pagination
        .totalElements as number;
    const before = await seen();
    expect(await run(['prospect.submitted'], env)).toMatchObject({ code: 0 });
    expect(await run(['prospect.submitted', '--sandbox', sandbox.id])).toMatchObject({ code: 0 });
    const token = await started.mock.token(sandbox.clientId);
    expect(await run(['prospect.submitted'], { VATMOCK_TOKEN: token })).toMatchObject({ code: 0 });
    expect(await seen()).toBe(before + 3);
    const half = await run(['prospect.submitted'], { VATMOCK_CLIENT_ID: sandbox.clientId });
    expect(half).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('VATMOCK_CLIENT_ID needs VATMOCK_CLIENT_SECRET')],
    });
  });

  test('takes the base URL of the API for the server', async () => {
    const terminal = createTestTerminal({ VATMOCK_URL: started.mock.baseUrl });
    expect(await runHere(['trigger', 'prospect.submitted'], terminal)).toBe(0);
  });
});

describe('it is refused with 1, and says why:', () => {
  test.each([
    [
      ['kyc.verification_completed', '--set', 'outcom=X'],
      /^vatmock: --set outcom is unknown: did you mean "outcome"\?$/,
    ],
    [
      ['compliance.status_changed', '--set', 'blockers[0].cod=X'],
      /^vatmock: --set blockers\[0\]\.cod is unknown: did you mean "code"\?$/,
    ],
    [['kyc.verification_complete'], /"kyc\.verification_complete" is not an event type: did you mean "kyc\.verif/],
    [['compliance.decision_made', '--set', 'decision=MAYBE'], /^vatmock: --set decision must be one of "VALID_EXPORT"/],
    [['compliance.decision_made', '--order', NOTHING], /\(404\): The sandbox has no order 0/],
    [['compliance.decision_made', '--order', '1'], /^vatmock: --order must be a valid uuid/],
    [['prospect.submitted', '--order', ORDER], /^vatmock: --order does not apply to prospect\.submitted/],
    [['prospect.submitted', '--sandbox', 'nowhere'], /\(404\): There is no sandbox "nowhere"/],
    [
      ['prospect.submitted', '--url', 'http://127.0.0.1:9'],
      /no server is reachable at http:\/\/127\.0\.0\.1:9 .*vatmock serve/,
    ],
  ])('%j', async (args, complaint) => {
    const before = await newest();
    const { code, lines, complaints } = await run(args);
    expect(code).toBe(1);
    expect(lines).toEqual(complaints);
    expect(complaints).toContainEqual(expect.stringMatching(complaint));
    expect(await newest()).toEqual(before);
  });

  test('what answers is no vatmock', async () => {
    const { code, text } = await run(['prospect.submitted', '--url', `${started.mock.url}/nothing`]);
    expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('(404)') });
  });
});

test('as a process it emits', async () => {
  const { code, stdout, stderr } = await runCommand(['trigger', 'prospect.submitted', '--url', started.mock.url]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^prospect\.submitted evt_/);
});

describe('as a command', () => {
  test('without an event it tells the ten events of the server', async () => {
    const { code, lines, text } = await run([]);
    expect(code).toBe(0);
    expect(lines).toHaveLength(10);
    expect(text).toMatch(/^compliance\.decision_made +The final verdict on an order was reached\.$/m);
  });

  test.each([
    [['a', 'b=c'], 'did you mean --set b=c?'],
    [['a', '--set', 'outcome'], '--set needs path=value'],
    [['a', '--set', '=1'], '--set needs path=value'],
    [['a', '--set', 'a..b=1'], 'has an empty segment'],
    [['a', '--set', 'a=1', '--set', 'a.b=1'], 'already gives "a" a value'],
    [['a', '--set', 'a.b=1', '--set', 'a[0]=1'], 'is not a list'],
    [['a', '--st', 'x'], 'did you mean --set'],
  ])('trigger %j is a mistake', async (args, message) => {
    const { code, stdout, stderr } = await runToItsEnd(['trigger', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('--help tells all options', async () => {
    const { code, stdout } = await runToItsEnd(['trigger', '-h']);
    expect(code).toBe(0);
    for (const option of ['--set PATH=VALUE', '--order UUID', '--webhook ID', '--url, --sandbox and credentials'])
      expect(stdout).toContain(option);
  });
});
