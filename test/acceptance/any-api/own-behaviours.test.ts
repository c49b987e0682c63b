/** Behaviours that a user writes for operations of any description. */
import { afterEach, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  ContractError,
  defineBehaviours,
  FileError,
  type JobContext,
  type MockOptions,
  sdk,
} from '../../../src/index.ts';
import { eventually } from '../../support/eventually.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { createAdminClient } from '../control-api/admin-client.ts';

const SPEC = fileURLToPath(new URL('descriptions/tickets.yaml', import.meta.url));
const KEY = { headers: { 'x-key': 'mine' } };

const opened = closedBy(afterEach);

interface Ticket {
  readonly id: string;
  readonly subject: string;
}

interface Operation {
  readonly method: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: object;
  readonly header: object;
  readonly body: { readonly subject: string };
  readonly responses: Readonly<Record<200 | 201 | 204, unknown>>;
}

interface Read extends Operation {
  readonly method: 'GET';
}

interface Api {
  readonly listTickets: Read;
  readonly getTicket: Read;
  readonly getLabel: Read;
  readonly createTicket: Operation;
  readonly deleteTicket: Operation;
}

const start = (behaviours: Parameters<typeof defineBehaviours<Api>>[0], options: MockOptions = {}) =>
  opened.start({ spec: SPEC, behaviours: defineBehaviours<Api>(behaviours), ...options });

test('a behaviour answers in place of what is kept, and leaves to it what it does not answer', async () => {
  const { api } = await start({
    createTicket: ({ body, random }) =>
      body.subject === 'own' ? { status: 201, body: { id: random.uuid(), subject: 'of the behaviour' } } : undefined,
  });
  expect((await api.post('/tickets', { subject: 'own' }, KEY)).body.subject).toBe('of the behaviour');
  const { body } = await api.post('/tickets', { subject: 'kept' }, KEY);
  expect((await api.get(`/tickets/${body.id}`, KEY)).body).toEqual(body);
  expect((await api.get('/tickets', KEY)).body).toEqual([body]);
});

test('it reads and changes the records of the sandbox', async () => {
  const { api } = await start({
    createTicket: async ({ body, records }) => {
      const tickets = records.of<Ticket>('tickets');
      const twin = tickets.list().find(({ subject }) => subject === body.subject);
      if (twin !== undefined)
        return { status: 201, body: tickets.update(twin.id, { subject: `${body.subject} again` }) };
      return { status: 201, body: await tickets.insert({ subject: body.subject }) };
    },
    deleteTicket: async ({ path, records }) => {
      const tickets = records.of<Ticket>('tickets');
      for (const { id } of tickets.list()) if (id !== path['ticketId']) await tickets.remove(id);
      return { status: 204 };
    },
    getLabel: ({ path, records }) => ({
      status: 200,
      body: records.of<Ticket>('tickets').get(path['ticketId'] ?? '')?.subject,
    }),
  });
  const first = (await api.post('/tickets', { subject: 'one' }, KEY)).body;
  const second = (await api.post('/tickets', { subject: 'two' }, KEY)).body;
  expect((await api.post('/tickets', { subject: 'one' }, KEY)).body).toEqual({ ...first, subject: 'one again' });
  expect((await api.get('/tickets', KEY)).body).toEqual([{ ...first, subject: 'one again' }, second]);
  expect((await api.delete(`/tickets/${second.id}`, KEY)).status).toBe(204);
  expect((await api.get('/tickets', KEY)).body).toEqual([second]);
  const { text, headers } = await api.get(`/tickets/${second.id}/label`, KEY);
  expect({ text, type: headers['content-type'] }).toEqual({ text: 'two', type: 'text/plain' });
});

test('its body may be a stream', async () => {
  const pieces = (async function* () {
    for (const piece of ['data: one\n\n', 'data: two\n\n']) yield await Promise.resolve(piece);
  })();
  const { api } = await start({ getLabel: () => ({ status: 200, live: { mediaType: 'text/plain', pieces } }) });
  expect((await api.get('/tickets/1/label', KEY)).text).toBe('data: one\n\ndata: two\n\n');
});

test('a stream whose producer fails when the client leaves stops nothing', async () => {
  const left = Promise.withResolvers<undefined>();
  const producer = {
    next: () => Promise.resolve({ value: 'data: one\n\n' }),
    return: () => {
      left.resolve(undefined);
      throw new Error('clean-up');
    },
  };
  const pieces = { [Symbol.asyncIterator]: () => producer };
  const { api, mock } = await start({ getLabel: () => ({ status: 200, live: { mediaType: 'text/plain', pieces } }) });
  const response = await fetch(`${mock.baseUrl}/tickets/1/label`, KEY);
  await response.body?.cancel();
  await left.promise;
  expect((await api.get('/tickets', KEY)).status).toBe(200);
});

test('its body may be made after the call', async () => {
  const { api } = await start({ listTickets: () => ({ status: 200, body: () => Promise.resolve([]) }) });
  expect((await api.get('/tickets', KEY)).body).toEqual([]);
});

test('what it is given is the request as described, the sandbox and its time', async () => {
  let seen: object = {};
  const { api, clock, mock } = await start({
    createTicket: ({ records, random, problem, emit, schedule, cancel, work, ...given }) => {
      seen = given;
      return undefined;
    },
  });
  await api.post('/tickets', { subject: 'x' }, KEY);
  expect(seen).toEqual({
    ...{ path: {}, query: {}, header: {}, body: { subject: 'x' }, files: [] },
    ...{ caller: { clientId: expect.any(String) }, sandbox: { id: 'demo' }, origin: mock.url },
    now: new Date(clock.now()),
  });
});

const clockOf = (started: StartedMock) => (by: string) =>
  createAdminClient(started)('POST', '/clock/advance', { body: { by } });

interface Renaming {
  readonly id: string;
  readonly to: string;
}

test('a job changes records, schedules others and is replaced under its id', async () => {
  const started = await start({
    createTicket: async ({ body, records, schedule }) => {
      const ticket = await records.of<Ticket>('tickets').insert(body);
      for (const after of ['PT1H', 'P1D']) schedule('rename', { id: ticket.id, to: after }, { after, id: ticket.id });
      return { status: 201, body: ticket };
    },
    jobs: {
      rename: ({ data: { id, to }, now, records, schedule }: JobContext<Renaming>) => {
        records.of<Ticket>('tickets').update(id, { subject: `${to} ${now.toISOString()}` });
        if (to === 'P1D') schedule('rename', { id, to: 'again' }, { after: 'PT1S' });
      },
    },
  });
  const { api } = started;
  const { id } = (await api.post('/tickets', { subject: 'x' }, KEY)).body as Ticket;
  const advance = clockOf(started);
  const subject = async () => ((await api.get(`/tickets/${id}`, KEY)).body as Ticket).subject;
  await advance('PT2H');
  expect(await subject()).toBe('x');
  await advance('PT22H');
  expect(await subject()).toBe('P1D 2026-11-21T09:00:00.000Z');
  await advance('PT1S');
  expect(await subject()).toBe('again 2026-11-21T09:00:01.000Z');
});

test('a job that fails changes nothing, its cause is logged, and it is tried again', async () => {
  let tries = 0;
  const started = await start({
    createTicket: ({ schedule }) => {
      schedule('fail', {}, { after: 'PT1H' });
    },
    jobs: {
      fail: async ({ records }) => {
        await records.of('tickets').insert({ subject: 'half' });
        if (++tries === 1) throw new Error('on purpose');
      },
    },
  });
  await started.api.post('/tickets', { subject: 'x' }, KEY);
  const advance = clockOf(started);
  await advance('PT1H');
  const [failure] = started.failures.splice(0) as [Error];
  expect([failure.message, String(failure.cause)]).toEqual(['behaviours: the job fail failed', 'Error: on purpose']);
  const { body } = await started.api.get('/tickets', KEY);
  expect(body).toHaveLength(1);
  await advance('PT1H');
  expect((await started.api.get('/tickets', KEY)).body).toHaveLength(2);
});

test('it keeps records of its own, which no operation shows, with keys and jobs', async () => {
  const { defineRecords, key, label, object } = sdk;
  const visits = defineRecords(
    'visits',
    object({ id: label, ticket: label }),
    ({ id }) => id,
    ({ ticket }) => [key('ticket', ticket)],
  );
  const behaviours = defineBehaviours<Api>({
    getLabel: ({ path: { ticketId = '' }, work }) => ({
      status: 200,
      body: `${String(work.findAll(visits, key('ticket', ticketId)).length)} visits`,
    }),
    deleteTicket: ({ path: { ticketId = '' }, work, random, schedule }) => {
      work.insert(visits, () => ({ id: random.uuid(), ticket: ticketId }));
      schedule('forget', { ticket: ticketId }, { after: 'PT1H' });
      return { status: 204 };
    },
    jobs: {
      forget: ({ data, work }: JobContext<{ readonly ticket: string }>) => {
        for (const visit of work.findAll(visits, key('ticket', data.ticket))) work.remove(visits, visit);
      },
    },
  });
  const options = { spec: SPEC, behaviours, data: (await opened.folderOf()).file('data') };
  const first = await opened.start(options);
  for (const id of ['a', 'a', 'b']) expect((await first.api.delete(`/tickets/${id}`, KEY)).status).toBe(204);
  const visitsOf = async ({ api }: StartedMock, id: string) => (await api.get(`/tickets/${id}/label`, KEY)).text;
  expect([await visitsOf(first, 'a'), await visitsOf(first, 'b')]).toEqual(['2 visits', '1 visits']);
  await first.stop();
  const second = await opened.start(options);
  expect(await visitsOf(second, 'a')).toBe('2 visits');
  await clockOf(second)('PT1H');
  expect(await visitsOf(second, 'a')).toBe('0 visits');
});

test('a record is found by its members', async () => {
  const found: unknown[] = [];
  const { api } = await start({
    createTicket: ({ body, records }) => {
      found.push(records.of<Ticket>('tickets').find({ subject: body.subject })?.subject);
      return undefined;
    },
  });
  for (const subject of ['one', 'two', 'one']) await api.post('/tickets', { subject }, KEY);
  expect(found).toEqual([undefined, undefined, 'one']);
});

test('a refusal is the error that the operation declares for its status', async () => {
  const { api } = await start({
    createTicket: ({ problem }) => {
      throw problem(409, { detail: 'There is such a ticket.' });
    },
    getTicket: ({ problem }) => {
      throw problem('not-found', { detail: 'None.' });
    },
  });
  const { status, body, headers } = await api.post('/tickets', { subject: 'x' }, KEY);
  expect({ status, body }).toEqual({ status: 409, body: { message: 'There is such a ticket.' } });
  expect(headers['x-mock-source']).toBe('stateful');
  expect(await api.get('/tickets/1', KEY)).toMatchObject({ status: 404, body: { message: 'None.' } });
});

interface Given {
  readonly records: { readonly of: (name: string) => unknown };
  readonly emit: (type: string, data: object) => unknown;
  readonly schedule: (job: string, data: object, later: { readonly after: string }) => unknown;
}

test.each([
  ['throws', () => JSON.parse('{') as never, /JSON/],
  ['returns no answer', () => 'yes' as never, /a behaviour returns \{ status, body, headers \}/],
  [
    'answers with a stream that is none',
    () => ({ status: 201, live: { pieces: [] } }) as never,
    /live is \{ mediaType, pieces \}/,
  ],
  ['answers with another status', () => ({ status: 302 as 200, body: {} }), /no response 302 of createTicket/],
  ['names unknown records', ({ records }: Given) => records.of('tickts') as never, /did you mean "tickets"\?/],
  ['names an unknown event', ({ emit }: Given) => emit('ticket.created', {}) as never, /did you mean "ticketDeleted"/],
  [
    'schedules a job that is not written',
    ({ schedule }: Given) => schedule('closeTickt', {}, { after: 'P1D' }) as never,
    /unknown name "closeTickt": did you mean "closeTicket"/,
  ],
  [
    'schedules one after no duration',
    ({ schedule }: Given) => schedule('closeTicket', {}, { after: '3 days' }) as never,
    /"3 days" is no ISO 8601 duration/,
  ],
])('a behaviour that %s is a 500 whose cause is logged, and what it did is undone', async (_name, behave, cause) => {
  const { api, failures } = await start({
    createTicket: async (request) => {
      await request.records.of('tickets').insert({ subject: 'half' });
      return behave(request);
    },
    jobs: { closeTicket: () => undefined },
  });
  expect((await api.post('/tickets', { subject: 'x' }, KEY)).status).toBe(500);
  const [failure] = failures.splice(0) as [Error];
  expect(failure.message).toBe('behaviours: createTicket failed');
  expect(String(failure.cause)).toMatch(cause);
  expect((await api.get('/tickets', KEY)).headers['x-mock-source']).toBe('faked');
});

test('an event that it emits is delivered, if the call succeeds', async () => {
  const started = await start({
    deleteTicket: ({ path, emit, problem }) => {
      emit('ticketDeleted', { id: path['ticketId'] });
      if (path['ticketId'] === 'locked') throw problem(409);
      return { status: 204 };
    },
  });
  const { api, mock } = started;
  const inbox = await mock.inbox('events');
  expect((await createAdminClient(started)('POST', '/webhooks', { body: { url: inbox.url } })).status).toBe(201);
  await api.delete('/tickets/locked', KEY);
  await api.delete('/tickets/7', KEY);
  await mock.idle();
  expect(inbox.messages().map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ id: '7' }]);
});

test('it registers receivers, for an API whose own operations do', async () => {
  const { api, mock } = await start({
    createTicket: ({ body: { subject: url }, random, work }) => {
      const receiver = { url, subscriptions: ['ticketDeleted'], administratorEmail: '', secret: 'theirs' };
      return { status: 201, body: { id: random.uuid(), subject: sdk.registerEndpoint(work, receiver).id } };
    },
    deleteTicket: async ({ path: { ticketId = '' }, emit, work }) => {
      emit('ticketDeleted', { id: ticketId });
      const endpoint = work.get(sdk.webhookEndpoints, ticketId);
      if (endpoint !== undefined) await sdk.removeEndpoint(work, endpoint);
      return { status: 204 };
    },
  });
  const inbox = await mock.inbox('events');
  const { subject } = (await api.post('/tickets', { subject: inbox.url }, KEY)).body;
  for (const gone of ['7', subject, '8']) {
    await api.delete(`/tickets/${gone}`, KEY);
    await mock.idle();
  }
  expect(inbox.messages().map(({ body }) => body)).toEqual(['{"id":"7"}']);
});

test('an operation of our own description can be replaced', async () => {
  const started = await opened.start({
    behaviours: {
      getOrganization: ({ problem }: { problem: (type: string, members: object) => Error }) =>
        Promise.reject(problem('rate-limited', { headers: { 'retry-after': '1' } })),
    },
  });
  expect((await started.api.get('/me')).status).toBe(429);
});

const MODULE = `import type { Nothing } from 'nowhere';
const label: string = 'first';
export default {
  getLabel: () => ({ status: 200, body: label }),
  createTicket: ({ schedule }) => schedule('note', {}, { after: 'PT1H', id: 'note' }),
  jobs: { note: ({ records }) => records.of('tickets').insert({ subject: label }) },
};
`;

test('the module beside a description is found, and read again when it changes; a faulty one leaves the former', async () => {
  const folder = await opened.folderOf({ 'api.yaml': readFileSync(SPEC, 'utf8'), 'behaviours.ts': MODULE });
  const started = await opened.start({ spec: folder.file('api.yaml') });
  const { api, notices } = started;
  const label = async () => (await api.get('/tickets/1/label', KEY)).text;
  expect(await label()).toBe('first');
  await writeFile(folder.file('behaviours.ts'), MODULE.replace('first', 'second'));
  await eventually(async () => (await label()) === 'second');
  await writeFile(folder.file('behaviours.ts'), MODULE.replace('getLabel', 'getLable'));
  await eventually(() => notices.length > 0);
  expect(notices[0]?.message).toBe(
    `behaviours: ${folder.file('behaviours.ts')}:1:1: there is no operation "getLable" in api.yaml: did you mean "getLabel"?; the last valid ones stay in use`,
  );
  expect(await label()).toBe('second');
  await writeFile(folder.file('behaviours.ts'), MODULE.replace('first', 'third'));
  await eventually(async () => (await label()) === 'third');
  await api.post('/tickets', { subject: 'x' }, KEY);
  await clockOf(started)('PT1H');
  expect((await api.get('/tickets', KEY)).body).toMatchObject([{ subject: 'x' }, { subject: 'third' }]);
  await writeFile(folder.file('behaviours.ts'), MODULE.replace('jobs:', 'policy: { authorize: () => {} }, jobs:'));
  await eventually(() =>
    notices.some(({ message }) => message.endsWith(': the changed policy holds from the next start')),
  );
});

test('--behaviours none leaves it alone', async () => {
  const folder = await opened.folderOf({
    'api.yaml': readFileSync(SPEC, 'utf8'),
    'behaviours.ts': 'throw new Error()',
  });
  const started = await opened.start({ spec: folder.file('api.yaml'), behaviours: 'none' });
  expect((await started.api.get('/tickets', KEY)).status).toBe(200);
});

test.each([
  [
    'export default { creatTicket: () => undefined };',
    '1:1: there is no operation "creatTicket" in tickets.yaml: did you mean "createTicket"?',
  ],
  ['export default { jobs: { close: 1 } };', '1:1: "jobs" must be an object of functions'],
  ['export default { policy: { authorise: 1 } };', '"policy" has no authorise: did you mean "authorize"?'],
  ['export default { policy: { authorize: 1 } };', '1:1: "policy.authorize" must be a function'],
  ['export default { policy: { deliveries: { waits: ["soon"] } } };', '"policy" cannot be used: "soon" is no ISO 8601'],
  ['export default { policy: 1 };', '1:1: "policy" must be an object'],
  ['export default { createTicket: {} };', '1:1: "createTicket" must be a function'],
  ['export const behaviours = {};', '1:1: the default export must be an object of functions by operationId'],
  [
    '\nenum Colour { Red }\nexport default {};',
    ':2:1: cannot be loaded: TypeScript enum is not supported in strip-only mode; Node.js only removes types',
  ],
  ["import 'vatmok';\nexport default {};", '; install what it imports beside it'],
  ["\nthrow new Error('on purpose');", ':2:1: cannot be loaded: on purpose; correct it'],
])('a faulty module stops the start: %j', async (text, message) => {
  const folder = await opened.folderOf({ 'mine.ts': text });
  const failing = opened.start({ spec: SPEC, behaviours: folder.file('mine.ts') });
  await expect(failing).rejects.toThrow(FileError);
  await expect(failing).rejects.toThrow(message);
});

test('so does one that is not there', async () => {
  await expect(opened.start({ spec: SPEC, behaviours: '/nowhere/mine.ts' })).rejects.toThrow(
    '/nowhere/mine.ts:1:1: cannot be loaded: ENOENT',
  );
  await expect(opened.start({ spec: '/nowhere.yaml' })).rejects.toThrow(ContractError);
});
