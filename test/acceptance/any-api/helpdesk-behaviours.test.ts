/** The behaviours of the help desk in docs/examples: jobs on the clock, keys, versions, later events and other media types. */
import { afterEach, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import type { MockOptions } from '../../../src/index.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { createAdminClient, succeed } from '../control-api/admin-client.ts';
import { HELP_DESK, type Ticket } from './help-desk.ts';

const BEHAVIOURS = fileURLToPath(new URL('../../../docs/examples/helpdesk-behaviours.js', import.meta.url));
const DAY = 86_400_000;

const opened = closedBy(afterEach);

const start = (options: MockOptions = {}) => opened.start({ spec: HELP_DESK, behaviours: BEHAVIOURS, ...options });

const open = async ({ api }: StartedMock, ticket: object, key = 'one'): Promise<Ticket> =>
  succeed(await api.post('/tickets', ticket, { headers: { 'idempotency-key': key } })).body as Ticket;

const statusOf = async ({ api }: StartedMock, { id }: Ticket): Promise<unknown> =>
  (await api.get(`/tickets/${id}`)).body.status;

const advance = async (started: StartedMock, by: string): Promise<unknown> =>
  (succeed(await createAdminClient(started)('POST', '/clock/advance', { body: { by } })).body as { fired: unknown })
    .fired;

const fired = (kind: string, type: string) => expect.objectContaining({ kind, events: [type] });

test('a solved ticket is closed three days later, and its customer is warned the day before', async () => {
  const started = await start();
  const inbox = await started.mock.inbox('desk');
  succeed(await createAdminClient(started)('POST', '/webhooks', { body: { url: inbox.url } }));
  const ticket = await open(started, { title: 'The door does not close' });
  expect((await started.api.post(`/tickets/${ticket.id}/solve`)).body.status).toBe('solved');
  expect(await advance(started, 'P2D')).toContainEqual(fired('later-event', 'ticket.closing'));
  expect(await statusOf(started, ticket)).toBe('solved');
  expect(await advance(started, 'P1D')).toContainEqual(fired('jobs/closeSolved', 'ticket.closed'));
  expect(await statusOf(started, ticket)).toBe('closed');
  await started.mock.idle();
  const events = inbox.messages().map(({ body }) => JSON.parse(body) as { type: string; ticket: Ticket });
  expect(events.map(({ type, ticket: { status } }) => [type, status])).toEqual([
    [expect.any(String), 'open'],
    ['ticket.closing', 'open'],
    ['ticket.closed', 'closed'],
  ]);
});

test('a comment keeps it open', async () => {
  const started = await start();
  const ticket = await open(started, { title: 'The door does not close' });
  succeed(await started.api.post(`/tickets/${ticket.id}/solve`));
  succeed(await started.api.post(`/tickets/${ticket.id}/comments`, { text: 'It still does not.' }));
  expect(await advance(started, 'P4D')).toEqual([]);
  expect(await statusOf(started, ticket)).toBe('solved');
});

test.each([
  ['not yet due', 1],
  ['overdue', 5],
])('a job that is %s at a restart is kept', async (_name, days) => {
  const options = { data: (await opened.folderOf()).file('data') };
  const first = await start(options);
  const ticket = await open(first, { title: 'The door does not close' });
  succeed(await first.api.post(`/tickets/${ticket.id}/solve`));
  const clock = createTestClock(first.clock.now() + days * DAY);
  await first.stop();
  const second = await start({ ...options, clock });
  expect(await statusOf(second, ticket)).toBe(days > 3 ? 'closed' : 'solved');
  await advance(second, 'P3D');
  expect(await statusOf(second, ticket)).toBe('closed');
});

test('a state with jobs is imported where they are known', async () => {
  const started = await start();
  const ticket = await open(started, { title: 'The door does not close' });
  succeed(await started.api.post(`/tickets/${ticket.id}/solve`));
  const body: unknown = succeed(await createAdminClient(started)('GET', '/state')).body;
  const other = await start();
  succeed(await createAdminClient(other)('PUT', '/state', { body }));
  await advance(other, 'P3D');
  expect(await statusOf(other, ticket)).toBe('closed');
  const without = await start({ behaviours: 'none' });
  expect(await createAdminClient(without)('PUT', '/state', { body })).toMatchObject({ status: 422 });
});

test('a second ticket with the same reference is refused, until the first is deleted', async () => {
  const started = await start();
  const { api } = started;
  const create = (key: string, reference?: string) =>
    api.post('/tickets', { title: 'Leak', ...(reference && { reference }) }, { headers: { 'idempotency-key': key } });
  const first = succeed(await create('1', 'A-1')).body as Ticket;
  expect(await create('2', 'A-1')).toMatchObject({
    status: 409,
    body: { error: expect.any(String) },
    headers: { 'x-mock-problem': expect.stringMatching(`tickets already has one with reference .*A-1.*: ${first.id}`) },
  });
  for (const [key, reference] of [['3', 'A-2'], ['4'], ['5']] as const) succeed(await create(key, reference));
  succeed(await api.delete(`/tickets/${first.id}`));
  succeed(await create('6', 'A-1'));
});

test('If-Match of an own operation is checked, and its ETag is that of the next read', async () => {
  const started = await start();
  const { api } = started;
  const { id } = await open(started, { title: 'The door does not close' });
  const escalate = (etag = '"0-0"') =>
    api.post(`/tickets/${id}/escalate`, undefined, { headers: { 'if-match': etag } });
  const etag = async () => (await api.get(`/tickets/${id}`)).headers['etag'];
  expect(await escalate()).toMatchObject({ status: 412, body: { error: expect.any(String) } });
  const { status, body, headers } = await escalate(await etag());
  expect({ status, body }).toMatchObject({ status: 200, body: { priority: 'high' } });
  expect(headers['etag']).toBe(await etag());
});

test('a response has another media type and other headers', async () => {
  const started = await start();
  const { id } = await open(started, { title: 'The door does not close' });
  const { text, headers } = await started.api.get(`/tickets/${id}/label`);
  expect(text).toBe('The door does not close\n');
  expect(headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': `attachment; filename="${id}.txt"`,
  });
});
