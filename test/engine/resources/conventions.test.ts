import { describe, expect, test } from '@jest/globals';
import { startKeeping } from './start-keeping.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (schema: object, more: object = {}) => ({ description: '', ...json(schema), ...more });
const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const query = (name: string, type = 'string') => ({ name, in: 'query', schema: { type } });

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
              requestBody: json(wrapped({ type: 'object', properties: { name: { type: 'string' } } })),
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
});

const shape = (kind: string, member: string) => ({
  type: 'object',
  required: ['id', 'kind', member],
  properties: { id: { type: 'string' }, kind: { const: kind }, [member]: { type: 'number' } },
});
const SHAPE = { oneOf: [shape('circle', 'radius'), shape('square', 'side')] };

test('what a response cannot show is as generated, and a header says why', async () => {
  const { send, breaches } = await startKeeping({
    paths: {
      '/shapes': {
        post: {
          operationId: 'add',
          requestBody: json({ type: 'object' }),
          responses: { 200: answer(SHAPE) },
        },
        get: { operationId: 'list', responses: { 200: answer({ type: 'array', items: SHAPE }) } },
      },
    },
  });
  const { body, headers } = await send('POST /shapes', { body: { kind: 'circle', radius: 'wide', note: 'kept' } });
  expect(body).toMatchObject({ note: 'kept', id: expect.any(String) });
  expect(headers['x-mock-not-shown']).toMatch(/./);
  expect((await send('GET /shapes')).headers).not.toHaveProperty('x-mock-not-shown');
  expect(breaches).toEqual([]);
});

describe('pages', () => {
  const Item = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, rank: { type: 'integer' } } };
  const body = {
    type: 'object',
    required: ['items'],
    properties: {
      items: { type: 'array', items: Item },
      next: { type: ['string', 'null'] },
      previous: { type: 'string', format: 'uri' },
      has_more: { type: 'boolean' },
      returned: { type: 'integer' },
    },
  };
  const start = (leading: object) =>
    startKeeping({
      paths: {
        '/items': {
          post: { operationId: 'add', requestBody: json({ type: 'object' }), responses: { 201: answer(Item) } },
          get: {
            operationId: 'list',
            parameters: [{ ...query('limit'), schema: { type: 'integer', default: 2 } }, leading],
            responses: { 200: answer(body, { headers: { Link: { schema: { type: 'string' } } } }) },
          },
        },
      },
    });

  test('by cursor lead through all, also if the last item seen is deleted or others come meanwhile', async () => {
    const { send, breaches } = await start(query('after'));
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
    const { send, breaches } = await start(query('offset', 'integer'));
    for (let rank = 0; rank < 5; rank++) await send('POST /items', { body: { rank } });
    const first = await send('GET /items');
    expect(first.body).toMatchObject({ returned: 2, next: 'http://stub.example/items?offset=2' });
    expect(first.body).not.toHaveProperty('previous');
    const last = await send('GET /items?offset=4&limit=2');
    expect(last.body).toMatchObject({
      returned: 1,
      next: null,
      previous: 'http://stub.example/items?offset=2&limit=2',
    });
    expect(last.headers['link']).toBe(
      '<http://stub.example/items?offset=2&limit=2>; rel="prev", <http://stub.example/items?offset=0&limit=2>; rel="first", <http://stub.example/items?offset=4&limit=2>; rel="last"',
    );
    expect(breaches).toEqual([]);
  });
});
