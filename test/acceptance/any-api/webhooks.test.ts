import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { runCommand } from '../../../src/commands/run-command.ts';
import type { MockOptions } from '../../../src/index.ts';
import type { Tree } from '../../support/description.ts';
import { closedBy } from '../../support/closed-by.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { createStrictAjv } from '../../support/strict-ajv.ts';
import { createTestTerminal } from '../../support/test-terminal.ts';
import { type AdminClient, createAdminClient, succeed } from '../control-api/admin-client.ts';
import { describeDesk } from './desk.ts';

const opened = closedBy(afterEach);
let receiver: Receiver;
let started: StartedMock;
beforeEach(async () => {
  receiver = await startReceiver();
  opened.closing(receiver.stop);
});

const start = async (
  description: object = describeDesk(),
  { files = {}, ...options }: MockOptions & { readonly files?: Readonly<Record<string, string>> } = {},
) => {
  const folder = await opened.folderOf({ 'openapi.json': JSON.stringify(description), ...files });
  const asyncapi = options.asyncapi && folder.file(options.asyncapi);
  const mock = await opened.start({ spec: folder.path, ...options, asyncapi });
  started = mock;
  return { ...mock, admin: createAdminClient(mock) };
};

interface Registered {
  readonly id: string;
  readonly secret: string;
}

const register = async (admin: AdminClient, more: object = {}): Promise<Registered> =>
  succeed(await admin('POST', '/webhooks', { body: { url: receiver.urlOf(), ...more } })).body as Registered;

const emitted = async (admin: AdminClient): Promise<readonly string[]> =>
  (succeed(await admin('GET', '/events')).body as { data: { type: string }[] }).data.map(({ type }) => type).reverse();

describe('what is done to a kept thing', () => {
  test('is sent as described to whoever registered, signed with the secret that is shown once', async () => {
    const { admin, api, mock, clock } = await start();
    const { secret } = await register(admin);
    const { id } = succeed(await api.post('/tickets', { subject: 'Help' })).body;
    succeed(await api.post(`/tickets/${id}/close`, undefined));
    succeed(await api.delete(`/tickets/${id}`));
    await mock.idle();

    const [created, closed, deleted] = receiver.received.map(({ body }) => body as Tree);
    const ajv = createStrictAjv(describeDesk());
    const isEvent = ajv.at('#/components/schemas/TicketEvent');
    for (const event of [created, closed]) expect(isEvent(event) || isEvent.errors).toBe(true);
    expect(created).toMatchObject({
      type: 'ticket.created',
      occurred_at: new Date(clock.now()).toISOString(),
      data: { ticket: { id, subject: 'Help' } },
    });
    expect(closed).toMatchObject({ type: 'ticket.closed', data: { ticket: { id, status: 'closed' } } });
    expect(closed?.['id']).not.toBe(created?.['id']);
    expect(deleted).toMatchObject({ id, subject: 'Help', status: 'closed' });
    for (const { headers, raw } of receiver.received) {
      const [, t = '', v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
      expect(createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex')).toBe(v1);
    }
    expect(JSON.stringify((await admin('GET', '/webhooks')).body)).not.toContain(secret);
  });

  test('is sent of what nobody created, too, once it is deleted', async () => {
    const { admin, api, mock } = await start();
    await register(admin);
    const { subject } = succeed(await api.get('/tickets/t9')).body;
    for (const status of [204, 404]) expect((await api.delete('/tickets/t9')).status).toBe(status);
    await mock.idle();
    expect(receiver.received).toMatchObject([{ body: { id: 't9', subject } }]);
  });

  test('is sent again for 72 hours of sandbox time until it is taken', async () => {
    const { admin, api, mock } = await start();
    await register(admin, { events: ['ticket.*'] });
    receiver.answer('/hook', 500, 500, 500, 500, 500, 500, 500, 500, 500, 200);
    await mock.clock.freeze();
    succeed(await api.post('/tickets', { subject: 'Help' }));
    await mock.idle();
    await mock.clock.advance({ by: 'PT72H' });
    await mock.idle();
    expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
    expect((await admin('GET', '/deliveries')).body.data).toMatchObject([
      { eventType: 'ticket.created', status: 'DELIVERED', attempts: 10, httpStatus: 200 },
    ]);
  });

  test.each([
    [[], []],
    [
      ['ticket.created', 'desk.opened'],
      ['ticket.created', 'desk.opened'],
    ],
  ] as const)('with x-emits %j causes %j', async (emits, types) => {
    const { admin, api } = await start(describeDesk({ emits }));
    succeed(await api.post('/tickets', { subject: 'Help' }));
    expect(await emitted(admin)).toEqual(types);
  });

  test('goes to the address that a callback names, for that thing alone', async () => {
    const { admin, api, mock } = await start();
    const create = async (path: string) =>
      succeed(await api.post('/tickets', { subject: path, callbackUrl: receiver.urlOf(path) })).body.id as string;
    const [one, other] = [await create('/one'), await create('/other')];
    // They are none of the 20 that may be registered.
    for (let count = 0; count < 18; count++) await create('/more');
    await register(admin);
    succeed(await api.patch(`/tickets/${other}`, { subject: 'Changed' }));
    await mock.idle();
    expect(one).not.toBe(other);
    expect(receiver.received).toMatchObject([{ path: '/other', body: { ticket: { id: other, subject: 'Changed' } } }]);
  });
});

describe('a behaviour of the user', () => {
  interface Given {
    readonly body: object;
    readonly path: { readonly ticketId: string };
    readonly records: { readonly of: (name: string) => Records };
    readonly emit: (type: string, data: object) => void;
  }
  interface Records {
    readonly insert: (members: object) => Promise<object>;
    readonly update: (id: string, members: object) => object;
    readonly remove: (id: string) => Promise<boolean>;
  }

  const closeTicket = ({ path, records }: Given) => ({
    status: 200,
    body: records.of('tickets').update(path.ticketId, { status: 'closed' }),
  });
  const createTicket = async ({ body, records }: Given) => ({
    status: 201,
    body: await records.of('tickets').insert(body),
  });

  test('causes the events of what it changes, once for each thing, and keeps the addresses of callbacks', async () => {
    const { admin, api, mock } = await start(undefined, { behaviours: { createTicket, closeTicket } });
    const { id } = succeed(await api.post('/tickets', { subject: 'Help', callbackUrl: receiver.urlOf('/mine') })).body;
    succeed(await api.post(`/tickets/${id}/close`, undefined));
    succeed(await api.patch(`/tickets/${id}`, { subject: 'Other' }));
    await mock.idle();
    expect(await emitted(admin)).toEqual(['ticket.created', 'ticket.closed', 'ticketChanged']);
    expect(receiver.received).toMatchObject([{ path: '/mine', body: { ticket: { id, subject: 'Other' } } }]);
  });

  test('that emits an event itself causes no other of its type, and one that fails causes none', async () => {
    const gone = { id: 't9', subject: 'Own', status: 'closed', createdAt: '2026-01-01T00:00:00Z' };
    const behaviours = {
      deleteTicket: async ({ path, records, emit }: Given) => {
        emit('TicketDeleted', gone);
        await records.of('tickets').remove(path.ticketId);
        return { status: 204 };
      },
      closeTicket: (given: Given) => {
        closeTicket(given);
        throw (given as unknown as { problem: (status: number) => Error }).problem(404);
      },
    };
    const { admin, api } = await start(undefined, { behaviours });
    const { id } = succeed(await api.post('/tickets', { subject: 'Help' })).body;
    expect((await api.post(`/tickets/${id}/close`, undefined)).status).toBe(404);
    succeed(await api.delete(`/tickets/${id}`));
    expect((await admin('GET', '/events')).body.data).toMatchObject([
      { type: 'TicketDeleted', data: gone },
      { type: 'ticket.created' },
    ]);
  });
});

test('a delivery has the headers that the description has for it, but those that are its own', async () => {
  const header = (name: string, more: object) => ({ name, in: 'header', schema: { type: 'string' }, ...more });
  const [opened] = [describeDesk().webhooks['desk.opened']];
  const parameters = [
    header('X-Desk-Event', { schema: { const: 'desk.opened' } }),
    header('X-Region', { example: 'eu-west' }),
    header('X-Attempt-Id', { schema: { type: 'string', format: 'uuid' } }),
    header('X-Desk-Signature', { example: 'v1=0' }),
    header('Content-Length', { example: '3' }),
    header('User-Agent', { example: 'Desk' }),
    header('X-Lines', { example: 'one\ntwo' }),
  ];
  const { admin, mock } = await start(describeDesk({ webhooks: { 'desk.opened': { ...opened, parameters } } }));
  await register(admin);
  receiver.answer('/hook', 500, 200);
  succeed(await admin('POST', '/events', { body: { type: 'desk.opened' } }));
  await mock.clock.advance({ by: 'PT1M' });
  await mock.idle();
  const [first, again] = receiver.received.map(({ headers }) => headers);
  expect(first).toMatchObject({
    'x-desk-event': 'desk.opened',
    'x-region': 'eu-west',
    'x-attempt-id': expect.stringMatching(/^[\da-f-]{36}$/),
    'x-service-signature': expect.stringMatching(/^t=/),
    'content-length': String(Buffer.byteLength(receiver.received[0]?.raw ?? '')),
    'user-agent': expect.stringMatching(/^vatmock/),
  });
  expect(Object.keys(first ?? {})).not.toEqual(expect.arrayContaining([expect.stringMatching(/x-desk-sign|x-lines/)]));
  expect(again?.['x-attempt-id']).toBe(first?.['x-attempt-id']);
});

test('--webhook-url gets the events without a registration', async () => {
  const { api, mock } = await start(undefined, { webhookUrl: receiver.urlOf('/all') });
  const { id } = succeed(await api.post('/tickets', { subject: 'Help' })).body;
  succeed(await api.delete(`/tickets/${id}`));
  await mock.idle();
  expect(receiver.received).toMatchObject([
    { path: '/all', body: { type: 'ticket.created' } },
    { path: '/all', body: { id } },
  ]);
});

test('a webhook endpoint is refused for events that there are not, and for addresses that are out of bounds', async () => {
  const { admin } = await start(undefined, { webhookEgress: 'public-only' });
  const url = 'https://receiver.example/hook';
  const refused = async (body: object) => (await admin('POST', '/webhooks', { body })).body as unknown;
  expect(await refused({ url, events: ['ticket.lost'] })).toMatchObject({
    status: 422,
    errors: [{ field: 'events', message: expect.stringContaining('"ticket.closed"') }],
  });
  expect(await refused({ url: 'http://127.0.0.1/hook' })).toMatchObject({ status: 422, errors: [{ field: 'url' }] });
});

describe('vatmock trigger', () => {
  const run = async (...args: readonly string[]) => {
    const terminal = createTestTerminal();
    const code = await runCommand(['trigger', '--url', started.mock.url, ...args], terminal).catch(String);
    return { code, text: [...terminal.lines, ...terminal.complaints].join('\n') };
  };

  test('sends a sample of any event, into an inbox too', async () => {
    const { admin, mock } = await start();
    succeed(await admin('PUT', '/inbox/mine', { body: { register: true } }));
    expect(await run('ticket.created', '--set', 'data.ticket.subject=Mine')).toMatchObject({ code: 0 });
    await mock.idle();
    const { messages } = (await admin('GET', '/inbox/mine')).body;
    expect(messages).toMatchObject([{ signature: { verdict: 'valid' }, body: expect.stringContaining('"Mine"') }]);
  });

  test('lists the events of the API that is served', async () => {
    const summed = { post: { ...describeDesk().webhooks['desk.opened'].post, summary: 'A desk was opened' } };
    await start(describeDesk({ webhooks: { 'desk.opened': summed } }));
    expect(await run()).toEqual({
      code: 0,
      text: 'ticket.created\nticket.closed\nTicketDeleted\ndesk.opened     A desk was opened\nticketChanged',
    });
  });

  test('says what does not fit, and which events there are', async () => {
    await start();
    expect(await run('ticket.created', '--set', 'data.ticket.subject=3')).toMatchObject({
      code: 1,
      text: expect.stringContaining('--set data.ticket.subject must be string'),
    });
    expect((await run('ticket.create')).text).toContain('did you mean "ticket.created"');
    const order = await run('ticket.created', '--order', '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10');
    expect(order.text).toContain('--order is not a property of this object (known: type, data, endpointId)');
  });
});

describe('an AsyncAPI description', () => {
  const EVENTS = `
asyncapi: 3.0.0
info: { title: Events, version: '1' }
channels: { all: { messages: { escalated: { $ref: '#/components/messages/escalated' }, old: { payload: { schemaFormat: application/vnd.apache.avro;version=1.9.0, schema: {} } } } } }
operations: { send: { action: send, channel: { $ref: '#/channels/all' } } }
components:
  messages: { escalated: { name: ticket.escalated, payload: { $ref: '#/components/schemas/Level' } } }
  schemas: { Level: { type: object, required: [level], properties: { level: { type: integer }, below: { $ref: '#/components/schemas/Level' } } } }
`;
  const TWO = `
asyncapi: 2.6.0
info: { title: Events, version: '1' }
channels:
  ticket/escalated:
    subscribe: { message: { name: ticket.escalated, payload: { type: object, required: [level], properties: { level: { type: integer } } } } }
    publish: { message: { name: ticket.received, payload: { type: object } } }
`;

  test.each([
    ['3.0', EVENTS],
    ['2.6', TWO],
  ])('of version %s adds the events that it sends', async (_version, text) => {
    const { admin, mock } = await start(undefined, { asyncapi: 'events.yaml', files: { 'events.yaml': text } });
    await register(admin, { events: ['ticket.escalated'] });
    succeed(await admin('POST', '/events', { body: { type: 'ticket.escalated', data: { level: 3 } } }));
    const refused = await admin('POST', '/events', { body: { type: 'ticket.escalated', data: { level: 'x' } } });
    expect(refused.body).toMatchObject({ errors: [{ field: 'data.level' }] });
    expect((await admin('POST', '/events', { body: { type: 'ticket.received' } })).status).toBe(422);
    await mock.idle();
    expect(receiver.received).toMatchObject([{ body: { level: 3 } }]);
  });

  test('gives headers and examples, its own and those of traits', async () => {
    const text = EVENTS.replace(
      'name: ticket.escalated,',
      `name: ticket.escalated, traits: [{ $ref: '#/components/messageTraits/sent' }],
        examples: [{ headers: { X-Level: high }, payload: { level: 7, items: [] } }],`,
    ).replace(
      '  schemas:',
      '  messageTraits: { sent: { headers: { type: object, properties: { X-Level: {}, X-App: { const: desk } } } } }\n  schemas:',
    );
    const { admin, mock } = await start(undefined, { asyncapi: 'events.yaml', files: { 'events.yaml': text } });
    expect(mock.findings.map(({ message }) => message)).toEqual([expect.stringContaining('avro')]);
    await register(admin);
    succeed(await admin('POST', '/events', { body: { type: 'ticket.escalated' } }));
    await mock.idle();
    expect(receiver.received).toMatchObject([
      { headers: { 'x-level': 'high', 'x-app': 'desk' }, body: { level: 7, items: [] } },
    ]);
  });

  test('has its faults told with their places, and does not keep the server from starting', async () => {
    const files = { 'events.yaml': EVENTS.replace("schemas/Level' } } }", "schemas/Lost' } } }") };
    const { mock } = await start(undefined, { asyncapi: 'events.yaml', files });
    expect(mock.findings).toMatchObject([
      { file: expect.stringMatching(/events\.yaml$/), line: 7, message: expect.stringContaining('leads nowhere') },
      { line: 4, message: expect.stringContaining('schemaFormat is application/vnd.apache.avro') },
    ]);
  });

  test('that is none is refused', async () => {
    const files = { 'events.yaml': 'openapi: 3.1.0' };
    await expect(start(undefined, { asyncapi: 'events.yaml', files })).rejects.toThrow('"asyncapi" is missing');
    await expect(opened.start({ asyncapi: 'events.yaml' })).rejects.toThrow('--spec');
  });
});
