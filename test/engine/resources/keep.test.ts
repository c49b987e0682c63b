import { describe, expect, test } from '@jest/globals';
import { toIsoDateTime } from '../../../src/kernel/clock.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { startKeeping } from './start-keeping.ts';
import { ticketPaths } from './tickets.ts';

const start = (mode: 'inferred' | 'strict' = 'inferred') => startKeeping({ paths: ticketPaths() }, mode);

describe('what a client creates', () => {
  test('is completed by the server, and comes back on reads', async () => {
    const { send, breaches, failures } = await start();
    const made = await send('POST /tickets', { body: { title: 'Leak', secret: 'x', id: 77 } });
    expect(failures).toEqual([]);
    expect(made).toMatchObject({
      status: 201,
      source: 'stateful',
      headers: { location: 'http://stub.example/tickets/1' },
      body: { id: 1, title: 'Leak', status: 'open', version: 1, createdAt: toIsoDateTime(TEST_NOW) },
    });
    expect(made.body).not.toHaveProperty('secret');
    const read = await send('GET /tickets/1');
    expect(read.body).toEqual(made.body);
    expect(read.headers).toMatchObject({ etag: '"1-1"' });
    expect((await send('GET /tickets/1', { headers: { 'if-none-match': '"1-1"' } })).status).toBe(304);
    expect((await send('GET /tickets/2')).source).toBe('faked');
    expect(breaches).toEqual([]);
  });

  test('changes: PUT replaces, PATCH merges, an action sets, and what is deleted is gone', async () => {
    const { send, wall, breaches, failures } = await start();
    await send('POST /tickets', { body: { title: 'Leak', note: 'wet', secret: 's' } });
    wall.advance(60_000);
    const updatedAt = toIsoDateTime(TEST_NOW + 60_000);
    expect((await send('PATCH /tickets/1', { body: { note: null, version: 9 } })).body).toMatchObject({
      ...{ note: null, title: 'Leak', version: 2, updatedAt, createdAt: toIsoDateTime(TEST_NOW) },
    });
    const merged = await send('PATCH /tickets/1', { body: { note: null }, type: 'application/merge-patch+json' });
    expect(merged.body).not.toHaveProperty('note');
    const operations = [
      { op: 'test', path: '/title', value: 'Leak' },
      { op: 'add', path: '/note', value: 'dry' },
      { op: 'replace', path: '/id', value: 5 },
    ];
    const jsonPatch = (body: object) => send('PATCH /tickets/1', { body, type: 'application/json-patch+json' });
    expect((await jsonPatch(operations)).body).toMatchObject({ id: 1, note: 'dry', version: 4 });
    expect((await jsonPatch([{ op: 'remove', path: '/nothing' }])).status).toBe(422);
    expect((await send('POST /tickets/1/close')).body).toMatchObject({ status: 'closed', note: 'dry' });
    const replaced = await send('PUT /tickets/1', { body: { title: 'Roof' } });
    expect(replaced).toMatchObject({ status: 200, body: { id: 1, title: 'Roof', createdAt: toIsoDateTime(TEST_NOW) } });
    expect(replaced.body).not.toHaveProperty('note');
    expect((await send('DELETE /tickets/1')).status).toBe(204);
    for (const call of ['GET /tickets/1', 'DELETE /tickets/1', 'POST /tickets/1/close'])
      expect((await send(call)).status).toBe(404);
    const again = await send('PUT /tickets/1', { body: { title: 'Again' } });
    expect(again).toMatchObject({ status: 201, body: { id: 1, title: 'Again' } });
    expect(failures).toEqual([]);
    expect(breaches).toEqual([]);
  });
});

test('a PUT answers a new thing as its 201 says, and a changed one as its 204 says', async () => {
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const empty = { content: { 'application/json': { schema: { type: 'object', maxProperties: 0 } } } };
  const put = {
    operationId: 'putSecret',
    parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 201: { description: '', ...empty }, 204: { description: '' } },
  };
  const does = { does: 'replace', operationId: 'putSecret', parents: [], parameter: 'name', renames: {} } as const;
  const { send } = await startKeeping({ paths: { '/secrets/{name}': { put } } }, 'inferred', [
    {
      ...{ name: 'secrets', path: '/secrets', kind: 'collection', parents: [], id: ['name'], schema, pointer: '' },
      operations: [{ ...does, request: [], response: undefined, status: 204, creates: 201 }],
    },
  ]);
  expect(await send('PUT /secrets/one', { body: {} })).toMatchObject({ status: 201, body: {} });
  expect(await send('PUT /secrets/one', { body: {} })).toMatchObject({ status: 204, body: undefined });
});

test('where an id may be null, as generated, a new thing has one that its path takes', async () => {
  const sid = { type: ['null', 'string'], pattern: '^PN[0-9a-f]{32}$' };
  const schema = { type: 'object', required: ['sid'], properties: { sid } };
  const responses = { 200: { content: { 'application/json': { schema } } } };
  const parameters = [{ name: 'sid', in: 'path', required: true, schema: { ...sid, type: 'string' } }];
  const post = { operationId: 'add', requestBody: { content: { 'application/json': {} } }, responses };
  const paths = { '/lines': { post }, '/lines/{sid}': { parameters, get: { operationId: 'get', responses } } };
  const { send } = await startKeeping({ paths });
  for (let count = 0; count < 5; count++) {
    const { body } = await send('POST /lines', { body: {} });
    expect(await send(`GET /lines/${body.sid}`)).toMatchObject({ source: 'stateful', body });
  }
});

test('where a list demands more than a creation answers, null is what it may have there', async () => {
  const small = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, text: { type: 'string' } } };
  const item = { ...small, required: ['id', 'editor'], properties: { ...small.properties, editor: { type: 'null' } } };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const post = { operationId: 'add', requestBody: json({ type: 'object' }), responses: { 201: json(small) } };
  const get = { operationId: 'list', responses: { 200: json({ type: 'array', items: item }) } };
  const { send } = await startKeeping({ paths: { '/notes': { post, get } } });
  const { body } = await send('POST /notes', { body: { text: 'Call back' } });
  expect(await send('GET /notes')).toMatchObject({ source: 'stateful', body: [{ ...body, editor: null }] });
});

test('where a read may show a deleted thing instead, what was created is none of those until it is deleted', async () => {
  const id = { id: { type: 'string' } };
  const thing = { type: 'object', required: ['id', 'text'], properties: { ...id, text: { type: 'string' } } };
  const gone = { type: 'object', required: ['id', 'gone'], properties: { ...id, gone: { const: true } } };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const post = { operationId: 'add', requestBody: json({ type: 'object' }), responses: { 201: json(thing) } };
  const parameters = [{ name: 'noteId', in: 'path', required: true, schema: { type: 'string' } }];
  const get = { operationId: 'read', parameters, responses: { 200: json({ anyOf: [gone, thing] }) } };
  const remove = { operationId: 'remove', parameters, responses: { 200: json(gone) } };
  const { send } = await startKeeping({ paths: { '/notes': { post }, '/notes/{noteId}': { get, delete: remove } } });
  for (let count = 0; count < 5; count++) {
    const { body } = await send('POST /notes', { body: {} });
    expect(body).toEqual({ id: expect.any(String), text: expect.any(String) });
    expect(await send(`GET /notes/${body.id}`)).toMatchObject({ source: 'stateful', body });
    expect(await send(`GET /notes/never${count}`)).not.toHaveProperty('body.gone');
  }
  const { body } = await send('POST /notes', { body: { text: 'Call back', more: 1 } });
  const removed = await send(`DELETE /notes/${body.id}`);
  expect(removed).toMatchObject({ source: 'stateful', headers: {}, body: { id: body.id, gone: true } });
  expect(Object.keys(removed.body)).toEqual(['id', 'gone']);
});

describe('a status', () => {
  const start = (listed: readonly string[], more: object = {}) => {
    const properties = { id: { type: 'string' }, status: { enum: listed, ...more } };
    const schema = { type: 'object', required: ['id'], properties };
    const json = (of: object) => ({ content: { 'application/json': { schema: of } } });
    const post = { operationId: 'add', requestBody: json({ type: 'object' }), responses: { 201: json(schema) } };
    const query = { name: 'status', in: 'query', schema: { enum: ['all', ...listed], default: 'open' } };
    const list = {
      operationId: 'list',
      parameters: [query],
      responses: { 200: json({ type: 'array', items: schema }) },
    };
    const parameters = [{ name: 'taskId', in: 'path', required: true, schema: { type: 'string' } }];
    const get = { operationId: 'read', parameters, responses: { 200: json(schema) } };
    const cancel = { operationId: 'cancel', parameters, responses: { 200: json(schema) } };
    return startKeeping({
      paths: {
        '/tasks': { post, get: list },
        '/tasks/{taskId}': { get },
        '/tasks/{taskId}/cancel': { post: cancel },
      },
    });
  };

  test.each([
    [['canceled', 'processing', 'succeeded'], 'processing'],
    [['open', 'closed'], 'open'],
    [['closed', 'deleted'], 'closed'],
  ])('of %j, a new thing is %s', async (listed, status) => {
    const { send } = await start(listed);
    expect(await send('POST /tasks', { body: {} })).toMatchObject({ source: 'stateful', body: { status } });
  });

  test('that only the server sets is set by an action, and selects in a list unless all are wanted', async () => {
    const { send } = await start(['open', 'canceled'], { readOnly: true });
    const [first, second] = [await send('POST /tasks', { body: {} }), await send('POST /tasks', { body: {} })];
    const { body: canceled } = await send(`POST /tasks/${first.body.id}/cancel`);
    expect(canceled).toEqual({ ...first.body, status: 'canceled' });
    expect((await send('GET /tasks')).body).toEqual([second.body]);
    for (const [status, found] of [
      ['open', [second.body]],
      ['canceled', [canceled]],
      ['all', [canceled, second.body]],
    ] as const)
      expect((await send(`GET /tasks?status=${status}`)).body).toEqual(found);
  });
});

test('a member that a thing did not have before is completed like those of a new one', async () => {
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const id = { type: 'string', readOnly: true };
  const door = { type: 'object', required: ['at'], properties: { at: { type: 'string' }, by: { type: 'string' } } };
  const shown = { type: 'object', required: ['id'], properties: { id, door } };
  const requestBody = json({ type: 'object', properties: { door: { type: 'object' } } });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const read = { operationId: 'read', responses: { 200: json(shown) } };
  const paths = {
    '/houses': { post: { operationId: 'build', requestBody, responses: { 201: json(shown) } } },
    '/houses/{id}': { parameters, get: read, put: { ...read, operationId: 'rebuild', requestBody } },
  };
  const { send } = await startKeeping({ paths });
  const { body } = await send('POST /houses', { body: {} });
  const { headers, body: rebuilt } = await send(`PUT /houses/${body.id}`, { body: { door: { by: 'me' } } });
  expect(rebuilt).toEqual({ id: body.id, door: { by: 'me', at: expect.any(String) } });
  expect(headers).not.toHaveProperty('x-mock-not-shown');
});

describe('as descriptions of payments have it', () => {
  const text = { type: 'string' };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const payment = {
    type: 'object',
    required: ['id', 'status'],
    properties: {
      id: { type: 'string', readOnly: true },
      note: text,
      status: { type: 'string', enum: ['CREATED', 'COMPLETED'] },
      captured: { type: 'boolean' },
    },
  };
  const errors = { type: 'array', items: { type: 'object', properties: { code: text } } };
  const payments = { type: 'array', items: payment };
  const listed = ['A', 'B', 'C'].map((id) => ({ id, status: 'CREATED' }));
  const one = { 200: json(payment) };
  const query = (name: string, schema: object) => ({ name, in: 'query', schema });
  const page = {
    type: 'object',
    required: ['payments'],
    properties: { errors, payments, cursor: text },
    example: { payments: listed, cursor: 'next' },
  };
  const get = {
    parameters: [query('cursor', text), query('limit', { type: 'integer' })],
    responses: { 200: json(page) },
  };
  const paths = {
    '/disputed': { get: { operationId: 'disputed', ...get } },
    '/payments': {
      post: {
        operationId: 'pay',
        requestBody: json({ type: 'object', properties: { note: text } }),
        responses: { 201: json({ type: 'object', properties: { errors, payment } }) },
      },
      get: { operationId: 'list', ...get },
    },
    '/payments/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[A-Z0-9]{9}$' } }],
      get: { operationId: 'get', responses: one },
      patch: { operationId: 'patch', requestBody: json({ type: 'array', items: { type: 'object' } }), responses: one },
    },
    '/payments/{id}/capture': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      post: { operationId: 'capture', responses: one },
    },
  };

  test('an id fits the path, a success has no errors, a list of operations is a JSON Patch, and an action sets status and flag', async () => {
    const { send, breaches } = await startKeeping({ paths });
    const { body } = await send('POST /payments', { body: { note: 'tea' } });
    const { id } = body.payment;
    expect(body).toEqual({
      payment: { id: expect.stringMatching(/^[A-Z0-9]{9}$/), note: 'tea', status: 'CREATED' },
    });
    const patch = [{ op: 'replace', path: '/note', value: 'coffee' }];
    expect(await send(`PATCH /payments/${id}`, { body: patch })).toMatchObject({
      status: 200,
      body: { note: 'coffee' },
    });
    expect(await send(`POST /payments/${id}/capture`)).toMatchObject({
      body: { id, status: 'COMPLETED', captured: true },
    });
    expect((await send(`GET /payments/${id}`)).body).toMatchObject({ note: 'coffee', status: 'COMPLETED' });
    expect(breaches).toEqual([]);
  });

  test.each(['/payments', '/disputed'])(
    'who turns the pages of a list in which nothing was created comes to its end: %s',
    async (path) => {
      const { send, breaches } = await startKeeping({ paths });
      expect(await send(`GET ${path}`)).toMatchObject({ source: 'faked', body: { payments: listed } });
      const pages: unknown[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined && pages.length < 3;) {
        const { body } = await send(`GET ${path}?limit=2&cursor=${cursor}`);
        pages.push(body);
        cursor = body.cursor;
      }
      expect(pages).toEqual([{ payments: listed.slice(0, 2), cursor: 'B' }, { payments: listed.slice(2) }]);
      expect(breaches).toEqual([]);
    },
  );
});
