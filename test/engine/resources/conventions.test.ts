import { describe, expect, test } from '@jest/globals';
import type { ListShape, Resource, ResourceOperation } from '../../../src/engine/resources/resource.ts';
import { startKeeping } from './start-keeping.ts';
import { LIST, ticketPaths, tickets } from './tickets.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (schema: object, more: object = {}) => ({ description: '', ...json(schema), ...more });
const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const query = (name: string, type = 'string') => ({ name, in: 'query', schema: { type } });

type Written = Partial<Omit<ResourceOperation, 'does' | 'operationId'>> &
  Pick<ResourceOperation, 'does' | 'operationId'>;

const operation = (written: Written & Readonly<Record<string, unknown>>): ResourceOperation =>
  ({ parents: [], parameter: undefined, status: 200, response: [], request: [], renames: {}, ...written }) as never;

const resource = (change: Partial<Resource> & Pick<Resource, 'name' | 'path' | 'schema' | 'operations'>): Resource => ({
  ...{ kind: 'collection', parents: [], id: ['id'], pointer: '#/paths' },
  ...change,
});

const list = (change: Partial<ListShape>): ListShape => ({
  ...{ ...LIST, filters: [], sort: undefined, beside: [] },
  ...change,
});

const Comment = {
  type: 'object',
  required: ['id', 'ticketId'],
  properties: { id: { type: 'string', format: 'uuid' }, ticketId: { type: 'integer' } },
};
const nested = {
  '/tickets/{ticketId}/comments': {
    parameters: [{ ...path('ticketId'), schema: { type: 'integer' } }],
    get: { operationId: 'listComments', responses: { 200: answer({ type: 'array', items: Comment }) } },
  },
};
const comments = resource({
  ...{ name: 'tickets.comments', path: '/tickets/{ticketId}/comments', parents: ['ticketId'], schema: Comment },
  operations: [
    operation({ does: 'list', operationId: 'listComments', parents: ['ticketId'], list: list({ paging: undefined }) }),
  ],
});

describe('things within others, in wrapped bodies', () => {
  const Project = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', example: 'prj_8Fh2kQ' }, name: { type: 'string' } },
  };
  const Task = {
    type: 'object',
    required: ['uuid', 'project_id', 'name'],
    additionalProperties: false,
    properties: {
      uuid: { type: 'string', format: 'uuid' },
      project_id: { type: 'string' },
      name: { type: 'string' },
      created: { type: 'integer', format: 'int64' },
    },
  };
  const wrapped = (schema: object) => ({ type: 'object', required: ['data'], properties: { data: schema } });
  const start = (mode: 'inferred' | 'strict' = 'inferred') =>
    startKeeping(
      {
        paths: {
          '/projects': {
            post: {
              operationId: 'addProject',
              requestBody: json({ type: 'object' }),
              responses: { 201: answer(Project) },
            },
          },
          '/projects/{id}': {
            parameters: [path('id')],
            get: { operationId: 'getProject', responses: { 200: answer(Project) } },
            delete: {
              operationId: 'deleteProject',
              responses: {
                200: answer({ type: 'object', required: ['deleted'], properties: { deleted: { const: true } } }),
              },
            },
          },
          '/projects/{id}/tasks': {
            parameters: [path('id')],
            post: {
              operationId: 'addTask',
              requestBody: json(wrapped({ type: 'object' })),
              responses: { 200: answer(wrapped(Task)) },
            },
            get: { operationId: 'listTasks', responses: { 200: answer({ type: 'array', items: Task }) } },
          },
          '/tasks/{task}': {
            parameters: [path('task')],
            get: { operationId: 'getTask', responses: { 200: answer(wrapped(Task)) } },
            delete: { operationId: 'deleteTask', responses: { 204: { description: '' } } },
          },
        },
      },
      [
        resource({
          name: 'projects',
          path: '/projects',
          schema: Project,
          operations: [
            operation({ does: 'create', operationId: 'addProject', status: 201 }),
            operation({ does: 'read', operationId: 'getProject', parameter: 'id' }),
            operation({ does: 'delete', operationId: 'deleteProject', parameter: 'id', response: undefined }),
          ],
        }),
        resource({
          ...{ name: 'projects.tasks', path: '/projects/{id}/tasks', parents: ['id'], id: ['uuid'], schema: Task },
          operations: [
            operation({
              does: 'create',
              operationId: 'addTask',
              parents: ['id'],
              request: ['data'],
              response: ['data'],
            }),
            operation({ does: 'list', operationId: 'listTasks', parents: ['id'], list: list({ paging: undefined }) }),
            operation({
              does: 'read',
              operationId: 'getTask',
              parents: [undefined],
              parameter: 'task',
              response: ['data'],
            }),
            operation({
              ...{ does: 'delete', operationId: 'deleteTask', parents: [undefined], parameter: 'task' },
              ...{ status: 204, response: undefined },
            }),
          ],
        }),
      ],
      mode,
    );

  test('have their parent in a member, and are found without it', async () => {
    const { send, breaches } = await start();
    const project = await send('POST /projects', { body: { name: 'House' } });
    expect(project.body.id).toMatch(/^prj_\d[A-Z][a-z]\d[a-z][A-Z]$/);
    const { id } = project.body;
    const task = await send(`POST /projects/${id}/tasks`, { body: { data: { name: 'Paint', unknown: 1 } } });
    expect(task.body.data).toMatchObject({
      project_id: id,
      name: 'Paint',
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect((await send(`GET /tasks/${task.body.data.uuid}`)).body).toEqual(task.body);
    expect((await send(`GET /projects/${id}/tasks`)).body).toEqual([task.body.data]);
    expect((await send('GET /projects/other/tasks')).source).toBe('faked');
    expect(breaches).toEqual([]);
  });

  test('go with what contains them', async () => {
    const { send, breaches } = await start();
    const { id } = (await send('POST /projects', { body: {} })).body;
    const { uuid } = (await send(`POST /projects/${id}/tasks`, { body: { data: { name: 'Paint' } } })).body.data;
    expect((await send(`DELETE /projects/${id}`)).body).toMatchObject({ deleted: true });
    expect((await send(`GET /projects/${id}/tasks`)).status).toBe(404);
    expect((await send(`POST /projects/${id}/tasks`, { body: { data: { name: 'a' } } })).status).toBe(404);
    expect((await send(`GET /tasks/${uuid}`)).source).toBe('faked');
    expect(breaches).toEqual([]);
  });

  test('are gone for paths that do not name their parent, too', async () => {
    const { send } = await start();
    const { uuid } = (await send('POST /projects/x/tasks', { body: { data: { name: 'Paint' } } })).body.data;
    expect((await send(`DELETE /tasks/${uuid}`)).status).toBe(204);
    expect((await send(`GET /tasks/${uuid}`)).status).toBe(404);
  });

  test('need their parent, strictly', async () => {
    const { send } = await start('strict');
    expect((await send('GET /projects/x/tasks')).status).toBe(404);
    expect((await send('GET /tasks/x')).status).toBe(404);
  });
});

test('records can be generated: of each kind, and within the first of each kind', async () => {
  const { engine, sandbox, send, breaches } = await startKeeping(
    { paths: { ...ticketPaths(), ...nested } },
    [tickets(), comments],
    'strict',
  );
  await sandbox.transact((work) => engine.seedRecords(work, 3));
  const { body } = await send('GET /tickets');
  expect(body.total).toBe(3);
  const [first, second] = body.data.map(({ id }: { id: number }) => id);
  expect((await send(`GET /tickets/${first}`)).body).toEqual(body.data[0]);
  expect((await send(`GET /tickets/${first}/comments`)).body).toHaveLength(3);
  expect((await send(`GET /tickets/${second}/comments`)).body).toHaveLength(0);
  expect(breaches).toEqual([]);
});

test('an Idempotency-Key replays what was created, and creates no second one', async () => {
  const paths = ticketPaths();
  const create = {
    ...paths['/tickets']?.post,
    parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
  };
  const { send } = await startKeeping({ paths: { ...paths, '/tickets': { ...paths['/tickets'], post: create } } }, [
    tickets(),
  ]);
  const post = (title: string) => send('POST /tickets', { body: { title }, headers: { 'idempotency-key': 'k1' } });
  const first = await post('Leak');
  expect((await post('Leak')).body).toEqual(first.body);
  expect((await post('Other')).status).toBe(422);
  expect((await send('GET /tickets')).body.total).toBe(1);
});

const shape = (kind: string, member: string) => ({
  type: 'object',
  required: ['id', 'kind', member],
  properties: { id: { type: 'string' }, kind: { const: kind }, [member]: { type: 'number' } },
});
const SHAPE = { oneOf: [shape('circle', 'radius'), shape('square', 'side')] };

test('what a response cannot show is as generated, and a notice says so once', async () => {
  const { send, notices, breaches } = await startKeeping(
    {
      paths: {
        '/shapes': {
          post: {
            operationId: 'add',
            requestBody: json({ type: 'object' }),
            responses: { 200: answer(SHAPE) },
          },
        },
      },
    },
    [
      resource({
        name: 'shapes',
        path: '/shapes',
        schema: SHAPE,
        operations: [operation({ does: 'create', operationId: 'add' })],
      }),
    ],
  );
  const { body } = await send('POST /shapes', { body: { kind: 'circle', radius: 'wide', note: 'kept' } });
  expect(body).toMatchObject({ note: 'kept', id: expect.any(String) });
  await send('POST /shapes', { body: { kind: 'circle', radius: 'wide' } });
  expect(notices).toEqual([
    {
      level: 'warn',
      message: expect.stringMatching(
        /^add cannot show what is kept of shapes \(.+\), so a part of it is as generated\.$/,
      ),
    },
  ]);
  expect(breaches).toEqual([]);
});

describe('pages', () => {
  const Item = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, rank: { type: 'integer' } } };
  const start = (shape: Partial<ListShape>, body: object) =>
    startKeeping(
      {
        paths: {
          '/items': {
            post: { operationId: 'add', requestBody: json({ type: 'object' }), responses: { 201: answer(Item) } },
            get: {
              operationId: 'list',
              parameters: [query('limit', 'integer'), query('offset', 'integer'), query('after')],
              responses: { 200: answer(body, { headers: { Link: { schema: { type: 'string' } } } }) },
            },
          },
        },
      },
      [
        resource({
          name: 'items',
          path: '/items',
          schema: Item,
          operations: [
            operation({ does: 'create', operationId: 'add', status: 201 }),
            operation({ does: 'list', operationId: 'list', response: ['items'], list: list(shape) }),
          ],
        }),
      ],
    );
  const body = {
    type: 'object',
    required: ['items'],
    properties: {
      items: { type: 'array', items: Item },
      next: { type: ['string', 'null'] },
      previous: { type: 'string', format: 'uri' },
      has_more: { type: 'boolean' },
      count: { type: 'integer' },
    },
  };
  const paging = { first: 1, sizeParameter: 'limit', size: 2, most: 100 };

  test('by cursor lead through all, also if the last item seen is deleted or others come meanwhile', async () => {
    const { send, breaches } = await start(
      {
        paging: { ...paging, by: 'cursor', parameter: 'after' },
        beside: [
          { member: ['next'], shows: 'next', as: 'cursor' },
          { member: ['has_more'], shows: 'more' },
        ],
      },
      body,
    );
    for (let rank = 0; rank < 5; rank++) await send('POST /items', { body: { id: `i${rank}`, rank } });
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page = await send(`GET /items?after=${after}`);
      seen.push(...page.body.items.map(({ id }: { id: string }) => id));
      expect(page.body.has_more).toBe(page.body.next !== null);
      after = page.body.next as string | null;
      if (seen.length === 2) await send('POST /items', { body: { id: 'i5' } });
    }
    expect(seen).toEqual(['i0', 'i1', 'i2', 'i3', 'i4', 'i5']);
    expect(breaches).toEqual([]);
  });

  test('by offset have links to others, in the body and in Link', async () => {
    const { send, breaches } = await start(
      {
        paging: { ...paging, by: 'offset', parameter: 'offset' },
        beside: [
          { member: ['previous'], shows: 'previous', as: 'url' },
          { member: ['next'], shows: 'next', as: 'url' },
          { member: ['count'], shows: 'shown' },
        ],
        linkHeader: true,
      },
      body,
    );
    for (let rank = 0; rank < 5; rank++) await send('POST /items', { body: { rank } });
    const first = await send('GET /items');
    expect(first.body).toMatchObject({ count: 2, next: 'http://stub.example/items?offset=2' });
    expect(first.body).not.toHaveProperty('previous');
    const last = await send('GET /items?offset=4&limit=2');
    expect(last.body).toMatchObject({ count: 1, next: null, previous: 'http://stub.example/items?offset=2&limit=2' });
    expect(last.headers['link']).toBe(
      '<http://stub.example/items?offset=2&limit=2>; rel="prev", <http://stub.example/items?offset=0&limit=2>; rel="first", <http://stub.example/items?offset=4&limit=2>; rel="last"',
    );
    expect(breaches).toEqual([]);
  });
});
