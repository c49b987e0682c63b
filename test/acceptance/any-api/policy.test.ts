/** What a user says of all operations of a description together. */
import { afterEach, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { sdk } from '../../../src/index.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createAdminClient, succeed } from '../control-api/admin-client.ts';

const SPEC = fileURLToPath(new URL('descriptions/tickets.yaml', import.meta.url));
const HEADERS = { 'x-key': 'mine' };

interface Deletion {
  readonly path: { readonly ticketId: string };
  readonly emit: (type: string, data: object) => void;
}

const opened = closedBy(afterEach);

const start = async (policy: sdk.Policy, more: object = {}) => {
  const started = await opened.start({ spec: SPEC, behaviours: { policy, ...more } });
  const admin = createAdminClient(started);
  return { ...started, admin, read: async (path: string) => succeed(await admin('GET', path)) };
};

test('it decides who may call, and the explanation has its words', async () => {
  const { api, read } = await start({
    authorize: ({ operation, header }) => {
      if (operation === 'createTicket' && header('x-role') === 'guest')
        throw sdk.plainProblem(403, { detail: 'Guests read.' });
    },
    explanations: {
      narrations: { authorize: { rule: 'Guests only read.', passed: () => 'no guest' } },
      changes: { 'about:blank': () => ['call as an agent'] },
    },
  });
  const headers = { ...HEADERS, 'x-role': 'guest' };
  expect(await api.get('/tickets', { headers })).toMatchObject({ status: 200 });
  expect(await api.post('/tickets', { subject: 'x' }, { headers: HEADERS })).toMatchObject({ status: 201 });
  expect(await api.post('/tickets', { subject: 'x' }, { headers })).toMatchObject({
    status: 403,
    body: { message: 'Guests read.' },
  });
  const { data } = (await read('/requests')).body;
  const why = (await read(`/requests/${data[0].id}/explain`)).body;
  expect(why.smallestChange).toEqual(['call as an agent']);
  expect(why.stages).toContainEqual(expect.objectContaining({ stage: 'authorize', rule: 'Guests only read.' }));
});

test('its generators make values by the names of members', async () => {
  const { api } = await start({
    fakes: () => ({
      generators: { trouble: ({ random }) => sdk.drawFrom(['It hums', 'It is dark'], random) },
      names: { trouble: 'subject' },
    }),
  });
  expect((await api.get('/tickets/1', { headers: HEADERS })).body.subject).toMatch(/^It (?:hums|is dark)$/);
});

test('its detectors find mistakes of clients; one that fails harms nothing', async () => {
  const rule = { id: 'prints-again', title: 'Prints twice', assumptions: [], seenBy: 'labels', remedy: 'Keep it.' };
  const { api, read, failures } = await start({
    findings: {
      detectors: [
        sdk.defineDetector({ ...rule, id: 'broken' }, () => () => JSON.parse('{') as never),
        sdk.defineDetector(rule, () => {
          let before: string | undefined;
          return ({ operation, path, id }) => {
            if (operation?.id !== 'getLabel') return undefined;
            const isAgain = path === before;
            before = path;
            return isAgain ? { detail: `GET ${path} came twice.`, requests: [id], certain: false } : undefined;
          };
        }),
      ],
    },
  });
  for (let call = 0; call < 2; call++) await api.get('/tickets/1/label', { headers: HEADERS });
  expect((await read('/findings')).body.data).toMatchObject([
    { rule: 'prints-again', detail: 'GET /v2/tickets/1/label came twice.' },
  ]);
  expect(String(failures.splice(0)[0])).toMatch(/^SyntaxError/);
});

test('its deliveries are repeated by its waits, and pause an endpoint by its count', async () => {
  const { admin, api, mock, read } = await start(
    { deliveries: { waits: ['PT1M'], jitter: 0, autoPause: { failures: 3, duration: 'P30D' } } },
    {
      deleteTicket: ({ path: { ticketId }, emit }: Deletion) => {
        emit('ticketDeleted', { id: ticketId });
      },
    },
  );
  const inbox = await mock.inbox('events');
  succeed(await admin('PUT', '/inbox/events', { body: { register: true, answers: [500, 500, 500, 500] } }));
  for (const status of [
    ['FAILED', 2, 'ACTIVE'],
    ['PENDING', 1, 'PAUSED'],
  ]) {
    succeed(await api.delete(`/tickets/${String(status[0])}`, { headers: HEADERS }));
    await mock.idle();
    succeed(await admin('POST', '/clock/advance', { body: { by: 'PT1H' } }));
    const [delivery] = (await read('/deliveries')).body.data;
    const [endpoint] = (await read('/webhooks')).body.data;
    expect([delivery.status, delivery.attempts, endpoint.status]).toEqual(status);
  }
  expect(inbox.messages()).toHaveLength(3);
});

test('what runs an operation may be in the form of the engine, with the sandbox and its transactions', async () => {
  const run: sdk.Behaviour = {
    transactional: true,
    run: ({ exchange, sandbox }) => ({
      status: 200,
      body: `${sandbox.id} ${exchange.operation.id}`,
      mediaType: 'text/plain',
    }),
  };
  const { api } = await start({}, { getLabel: run });
  expect((await api.get('/tickets/1/label', { headers: HEADERS })).text).toContain('demo getLabel');
});

test('its relations make the members of generated things agree', async () => {
  const day = { type: 'string', format: 'date' };
  const stay = {
    type: 'object',
    'x-fake-relate': 'stay',
    required: ['from', 'to'],
    properties: { from: day, to: day },
  };
  const responses = { 200: { description: 'All', content: { 'application/json': { schema: stay } } } };
  const { api } = await opened.serve(
    { openapi: '3.1.0', info: { title: 'Inn', version: '1' }, paths: { '/stay': { get: { responses } } } },
    {
      behaviours: {
        policy: { fakes: () => ({ relations: { stay: (value: sdk.Drawn) => (value['to'] = value['from']) } }) },
      },
    },
  );
  const { from, to } = (await api.get('/stay')).body;
  expect([from, to]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), from]);
});

test('a finding of any API has its words, and what requests do not show is listed with its own', async () => {
  const undetectable = [{ mistake: 'Reads labels aloud', quote: 'Labels are silent.', instead: 'Listen.' }];
  const { api, read } = await start({
    findings: { wording: { 'unknown-query-parameter': { remedy: 'Ask the desk.' } }, undetectable },
  });
  await api.get('/tickets?pririty=high', { headers: HEADERS });
  expect((await read('/findings')).body).toMatchObject({
    data: [{ rule: 'unknown-query-parameter', remedy: 'Ask the desk.' }],
    notSeen: undetectable,
  });
});

test('its events say who hears what, whom they concern, and what follows a failure; the rest is as for any API', async () => {
  const { admin, api, mock, read } = await start(
    {
      deliveries: { waits: [], autoPause: { failures: 1, duration: 'P30D' } },
      events: {
        audience: { includes: ({ url }, { data }) => url.endsWith('/a') || !('forA' in data) },
        concernedEndpoint: ({ data }) => ('endpoint' in data ? String(data.endpoint) : undefined),
        announce: {
          paused: (work, { id }, reason) => {
            work.emit({ type: 'ticketDeleted', data: { id: reason, endpoint: id } });
          },
        },
      },
    },
    {
      deleteTicket: ({ path: { ticketId }, emit }: Deletion) => {
        emit('ticketDeleted', { id: ticketId, ...(ticketId === 'first' && { forA: true }) });
      },
    },
  );
  const inboxes = [await mock.inbox('a'), await mock.inbox('b')];
  succeed(await admin('PUT', '/inbox/a', { body: { register: true, answers: [500] } }));
  succeed(await admin('PUT', '/inbox/b', { body: { register: true } }));
  for (const id of ['first', 'second']) {
    succeed(await api.delete(`/tickets/${id}`, { headers: HEADERS }));
    await mock.idle();
  }
  const heard = inboxes.map((inbox) => inbox.messages().map(({ body }) => (JSON.parse(body) as { id: string }).id));
  expect(heard).toEqual([['first'], ['CONSECUTIVE_FAILURES', 'second']]);
  // Nothing waits for the receiver that the event of its pause concerns; what came after that does.
  expect((await read('/deliveries')).body.data).toHaveLength(4);
});

test('what follows a delivery that failed for good may be an event for another receiver', async () => {
  const { admin, api, mock } = await start(
    {
      deliveries: { waits: ['PT1M'] },
      events: {
        audience: { includes: ({ url }, { data }) => url.endsWith('/b') === 'attempts' in data },
        announce: {
          failed: (work, { attempts, eventType }) => {
            work.emit({ type: 'ticketDeleted', data: { id: eventType, attempts } });
          },
        },
      },
    },
    {
      deleteTicket: ({ path: { ticketId }, emit }: Deletion) => {
        emit('ticketDeleted', { id: ticketId });
      },
    },
  );
  const [lost, told] = [await mock.inbox('a'), await mock.inbox('b')];
  succeed(await admin('PUT', '/inbox/a', { body: { register: true, answers: [500, 503] } }));
  succeed(await admin('PUT', '/inbox/b', { body: { register: true } }));
  succeed(await api.delete('/tickets/first', { headers: HEADERS }));
  await mock.idle();
  expect(lost.messages()).toHaveLength(1);
  expect(told.messages()).toEqual([]);
  succeed(await admin('POST', '/clock/advance', { body: { by: 'PT1H' } }));
  await mock.idle();
  expect(lost.messages()).toHaveLength(2);
  expect(told.messages().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { id: 'ticketDeleted', attempts: 2 },
  ]);
});

test('an operation sends a test event to a receiver, which counts for nothing', async () => {
  const { admin, api, mock, read } = await start(
    { deliveries: { waits: [], autoPause: { failures: 1, duration: 'P30D' } } },
    {
      createTicket: ({ work }: { work: sdk.UnitOfWork }) => {
        for (const endpoint of work.findAll(sdk.webhookEndpoints, sdk.EVERY_ENDPOINT))
          sdk.sendTestEvent(work, endpoint, { type: 'ticketDeleted', data: { id: 'test' } });
      },
    },
  );
  const inbox = await mock.inbox('events');
  succeed(await admin('PUT', '/inbox/events', { body: { register: true, answers: [500] } }));
  succeed(await api.post('/tickets', { subject: 'x' }, { headers: HEADERS }));
  await mock.idle();
  expect(inbox.messages().map(({ body }) => body)).toEqual(['{"id":"test"}']);
  expect((await read('/deliveries')).body.data).toMatchObject([{ test: true, status: 'FAILED' }]);
  expect((await read('/webhooks')).body.data).toMatchObject([{ status: 'ACTIVE' }]);
});
