import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { type AdminClient, createAdminClient, createSandbox, succeed } from '../control-api/admin-client.ts';
import { runHere } from '../../support/command-line.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { HELP_DESK, type Ticket } from './help-desk.ts';

// What testers have of the bundled API, they have of any.

const TICKETS = fileURLToPath(new URL('descriptions/tickets.yaml', import.meta.url));
const { folderOf, start } = closedBy(afterEach);
let started: StartedMock;
let admin: AdminClient;
beforeEach(async () => {
  started = await start({ spec: HELP_DESK });
  admin = createAdminClient(started);
});

const open = async (title = 'The door does not close'): Promise<Ticket> =>
  succeed(await started.api.post('/tickets', { title })).body as Ticket;

test('a replay gets the stored response, another body under the same key the declared refusal', async () => {
  const headers = { 'idempotency-key': 'one' };
  const first = await started.api.post('/tickets', { title: 'Once' }, { headers });
  const again = await started.api.post('/tickets', { title: 'Once' }, { headers });
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotency-replayed']).toBe('true');
  const other = await started.api.post('/tickets', { title: 'Twice' }, { headers });
  expect(other.status).toBe(422);
  expect(other.headers['x-mock-problem']).toContain('key');
  expect((await started.api.get('/tickets')).body.data).toEqual([first.body]);
});

test('a scenario scripts a declared error, a fault and the next state, and reaches a verdict', async () => {
  const scenario = {
    scenario: 'busy-desk',
    teaches: 'Retries after a 429.',
    steps: [
      {
        on: 'createTicket',
        times: 1,
        reply: { status: 429, headers: { 'Retry-After': '2' }, body: { error: 'Wait.' } },
      },
      { on: 'getTicket', times: 1, fault: 'EMPTY_RESPONSE' },
    ],
    expect: [{ request: 'createTicket', times: 2, because: 'The client tries again.' }],
  };
  succeed(await admin('POST', '/scenarios', { body: scenario }));
  succeed(await admin('POST', '/scenarios/busy-desk/activate'));
  expect(await started.api.post('/tickets', { title: 'Door' })).toMatchObject({
    status: 429,
    body: { error: 'Wait.' },
  });
  const { id } = await open();
  await expect(started.api.get(`/tickets/${id}`)).rejects.toThrow();
  expect(await started.api.get(`/tickets/${id}`)).toMatchObject({ status: 200, body: { id } });
  const { body } = succeed(await admin('GET', '/scenarios/busy-desk/verdict'));
  expect(body).toMatchObject({ verdict: 'met' });
});

test('vatmock test runs the own scenarios of another description against a client', async () => {
  const scenario = `scenario: closed
teaches: A service may be unavailable for a moment.
steps: [{ on: getTicket, times: 1, reply: { problem: { status: 503 }, offContract: true } }]
expect: [{ request: getTicket, times: 2, because: The client sends it again. }]
`;
  const folder = await folderOf({ 'closed.yaml': scenario });
  const clientOf = (times: number) => [
    process.execPath,
    '-e',
    `for (let i = 0; i < ${times}; i++) await fetch(process.env.VATMOCK_BASE_URL + '/tickets/1', { headers: { authorization: 'Bearer any' } })`,
  ];
  const testWith = (times: number) =>
    runHere(['test', '--spec', HELP_DESK, '--scenarios', folder.path, '--', ...clientOf(times)]);
  expect(await testWith(2)).toMatchObject({ code: 0, stdout: expect.stringContaining('closed') });
  expect(await testWith(1)).toMatchObject({ code: 1, stdout: expect.stringContaining('The client sends it again.') });
  const listed = await runHere(['test', '--spec', HELP_DESK, '--scenarios', folder.path, '--list']);
  expect(listed.stdout).toMatch(/^closed {2}A service may be unavailable for a moment\.\n$/);
});

test('a snapshot, and an exported state, bring back what was kept', async () => {
  const { id } = await open();
  succeed(await admin('PUT', '/state/snapshots/before'));
  succeed(await started.api.delete(`/tickets/${id}`));
  expect(await started.api.get(`/tickets/${id}`)).toMatchObject({ status: 404 });
  succeed(await admin('POST', '/state/snapshots/before/restore'));
  expect(await started.api.get(`/tickets/${id}`)).toMatchObject({ status: 200, body: { id } });
  const { body: state } = succeed(await admin('GET', '/state'));
  succeed(await admin('POST', '/reset'));
  succeed(await admin('PUT', '/state', { body: state }));
  expect(await started.api.get(`/tickets/${id}`)).toMatchObject({ status: 200, body: { id } });
});

test('coverage, findings and explanations are of this description', async () => {
  await started.api.post('/tickets', { headline: 'Door' });
  const { body: coverage } = succeed(await admin('GET', '/coverage'));
  expect(coverage.summary.operations).toEqual({ described: 11, met: 1 });
  const { body: listed } = succeed(await admin('GET', '/requests'));
  const { body } = succeed(await admin('GET', `/requests/${String(listed.data[0].id)}/explain`));
  expect(body.smallestChange.join(' ')).toMatch(/title/);
  expect(JSON.stringify(body)).not.toMatch(/seller|VAT|DPA/);
  await started.api.get('/nowhere');
  await started.api.get('/tickets', { as: null });
  const { body: later } = succeed(await admin('GET', '/requests?limit=2'));
  for (const { id } of later.data) {
    const why = succeed(await admin('GET', `/requests/${String(id)}/explain`)).text;
    expect(why).not.toMatch(/seller|client_credentials|catalogue|self-service/);
  }
});

test('a capsule records the calls, and is replayed with the description', async () => {
  succeed(await admin('POST', '/capsule/start'));
  const { id } = await open();
  await started.api.get(`/tickets/${id}`);
  const { body } = succeed(await admin('GET', '/capsule'));
  expect(body.replay).toMatchObject({ possible: true });
  expect(body.calls).toMatchObject([{ path: '/v2/tickets' }, { path: `/v2/tickets/${id}` }]);
  const folder = await folderOf({ 'capsule.json': JSON.stringify(body) });
  const replay = ['capsule', 'replay', folder.file('capsule.json')];
  expect(await runHere(replay)).toMatchObject({ code: 1, stderr: expect.stringContaining('VATMOCK_SPEC') });
  const misnamed = await runHere(replay, { VATMOCK_SPEC: '/nowhere.yaml' });
  expect(misnamed).toMatchObject({ code: 1, stderr: 'vatmock: /nowhere.yaml:1:1: no such file or folder\n' });
  const stdout = '2 requests replayed; all responses are identical.\n';
  expect(await runHere(replay, { VATMOCK_SPEC: HELP_DESK })).toMatchObject({ code: 0, stdout });
});

test('a capsule of another sandbox is replayed with a credential as the description demands it', async () => {
  const keyed = await start({ spec: TICKETS, state: 'strict' });
  const control = createAdminClient(keyed);
  const other = await createSandbox(control);
  const in_ = (headers: object) => ({ as: null, headers: { ...headers, 'x-mock-sandbox': other.id } });
  await keyed.api.get('/tickets', in_({}));
  await keyed.api.post('/tickets', { subject: 'Door' }, in_({ 'x-key': 'mine' }));
  const { body } = succeed(await control('GET', `/capsule?sandbox=${other.id}`));
  const folder = await folderOf({ 'capsule.json': JSON.stringify(body) });
  expect(await runHere(['capsule', 'replay', folder.file('capsule.json')], { VATMOCK_SPEC: TICKETS })).toMatchObject({
    code: 0,
    stdout: '2 requests replayed; all responses are identical.\n',
  });
});

test('time moves', async () => {
  const { id, createdAt } = await open();
  succeed(await admin('POST', '/clock/advance', { body: { by: 'P2D' } }));
  const changed = await started.api.patch(`/tickets/${id}`, { priority: 'high' }, MERGE_PATCH);
  expect(changed).toMatchObject({ status: 200, body: { id, createdAt, priority: 'high' } });
  expect(Date.parse((changed.body as Ticket).updatedAt) - Date.parse(createdAt)).toBe(172_800_000);
});

const MERGE_PATCH = { headers: { 'content-type': 'application/merge-patch+json' } };
