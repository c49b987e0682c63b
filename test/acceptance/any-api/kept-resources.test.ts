import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { TempFolder } from '../../support/temp-folder.ts';
import { closedBy } from '../../support/closed-by.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { createAdminClient, succeed } from '../control-api/admin-client.ts';
import { HELP_DESK, type Ticket } from './help-desk.ts';

const opened = closedBy(afterEach);
let folder: TempFolder;
beforeEach(async () => {
  folder = await opened.folderOf();
});

const serve = async (options: object, use: (started: StartedMock) => Promise<void>): Promise<void> => {
  const started = await startMock({ spec: HELP_DESK, ...options });
  try {
    await use(started);
  } finally {
    await started.stop();
  }
};

const create = async ({ api }: StartedMock, title: string, key = title): Promise<Ticket> => {
  const made = await api.post('/tickets', { title }, { headers: { 'idempotency-key': key } });
  expect(made).toMatchObject({ status: 201, body: { title, priority: 'normal', status: 'open' } });
  return made.body as Ticket;
};

test('a client sees what it has created, changed and deleted', async () => {
  await serve({}, async (started) => {
    const { api } = started;
    const ticket = await create(started, 'The door does not close');
    expect(await create(started, 'The door does not close')).toEqual(ticket);
    const read = await api.get(`/tickets/${ticket.id}`);
    expect(read.body).toEqual(ticket);
    const patch = (change: object, headers: Record<string, string>) =>
      api.patch(`/tickets/${ticket.id}`, change, {
        headers: { 'content-type': 'application/merge-patch+json', ...headers },
      });
    const etag = read.headers['etag'] ?? '';
    expect(await patch({ priority: 'high' }, { 'if-match': etag })).toMatchObject({
      status: 200,
      body: { priority: 'high' },
    });
    expect(await patch({ priority: 'low' }, { 'if-match': etag })).toMatchObject({ status: 412 });
    expect(await api.post(`/tickets/${ticket.id}/close`)).toMatchObject({
      body: { status: 'closed', priority: 'high' },
    });
    const comment = await api.post(`/tickets/${ticket.id}/comments`, { text: 'Oiled.' });
    expect(comment.body).toMatchObject({ ticketId: ticket.id, text: 'Oiled.' });
    expect((await api.get(`/tickets/${ticket.id}/comments`)).body).toEqual([comment.body]);
    expect(await api.delete(`/tickets/${ticket.id}`)).toMatchObject({ status: 204 });
    for (const path of ['', '/comments']) expect((await api.get(`/tickets/${ticket.id}${path}`)).status).toBe(404);
  });
});

test('a list leads from page to page', async () => {
  await serve({}, async (started) => {
    for (const title of ['a', 'b', 'c']) await create(started, title);
    const titles: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await started.api.get(`/tickets?status=open&limit=2&cursor=${cursor}`);
      titles.push(...(body.data as readonly Ticket[]).map(({ title }) => title));
      cursor = body.nextCursor as string | null;
    }
    expect(titles).toEqual(['a', 'b', 'c']);
    expect((await started.api.get('/tickets?status=closed')).body).toEqual({ data: [], nextCursor: null });
  });
});

test('what nobody created is gone once it is deleted: after a restart, in a snapshot and a fork, until a reset', async () => {
  const data = folder.file('data');
  const at = '/tickets/6f1de0f8-2f70-4a2e-8b0d-0d0d3f1c9d11';
  const isGone = async ({ api }: StartedMock, headers: Readonly<Record<string, string>> = {}): Promise<void> => {
    expect((await api.get(at, { headers })).status).toBe(404);
    expect((await api.get('/tickets', { headers })).body.data).toEqual([]);
  };
  await serve({ data }, async (started) => {
    expect((await started.api.get(at)).status).toBe(200);
    expect((await started.api.delete(at)).status).toBe(204);
    await isGone(started);
    expect((await started.api.delete(at)).status).toBe(404);
  });
  await serve({ data }, async (started) => {
    const admin = createAdminClient(started);
    await isGone(started);
    succeed(await admin('PUT', '/state/snapshots/gone'));
    const fork = succeed(await admin('POST', '/sandboxes', { body: { from: 'demo' } })).body as { readonly id: string };
    await isGone(started, { 'x-mock-sandbox': fork.id });
    succeed(await admin('POST', '/reset'));
    expect((await started.api.get(at)).status).toBe(200);
    succeed(await admin('POST', '/state/snapshots/gone/restore'));
    await isGone(started);
  });
});

test('--seed-records begins with generated things, --state strict with none; --data keeps them and what is created', async () => {
  const options = { seedRecords: 3, state: 'strict', data: folder.file('data') };
  let kept: readonly Ticket[] = [];
  await serve(options, async (started) => {
    const { api } = started;
    const { data } = (await api.get('/tickets')).body as { readonly data: readonly Ticket[] };
    expect(data).toHaveLength(3);
    expect(new Set(data.map(({ title }) => title)).size).toBe(3);
    expect((await api.get(`/tickets/${String(data[1]?.id)}`)).body).toEqual(data[1]);
    expect((await api.get(`/tickets/${String(data[0]?.id)}/comments`)).body).toHaveLength(3);
    expect((await api.get(`/tickets/${String(data[1]?.id)}/comments`)).body).toHaveLength(0);
    kept = [...data, await create(started, 'Leak')];
  });
  await serve(options, async ({ api }) => {
    expect((await api.get('/tickets')).body.data).toEqual(kept);
  });
  await serve({ state: 'strict' }, async ({ api }) => {
    expect((await api.get('/tickets')).body).toEqual({ data: [], nextCursor: null });
    expect((await api.get('/tickets/6f1de0f8-2f70-4a2e-8b0d-0d0d3f1c9d11')).status).toBe(404);
  });
});

/** Pets as in the best-known example of OpenAPI 3, whose form to change one is a query. */
const PET = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    name: { type: 'string' },
    status: { type: 'string', enum: ['available', 'pending', 'sold'] },
    price: { type: 'integer' },
    created_at: { type: 'string', format: 'date-time', readOnly: true },
    chip: { type: 'string', format: 'uuid', readOnly: true },
  },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object) => ({ responses: { 200: { description: 'Shown', ...json(schema) } } });
const query = (name: string, schema: object = { type: 'string' }) => ({ name, in: 'query', schema });
const PETSTORE = {
  '/pet': {
    post: { requestBody: json(PET), ...answers(PET) },
    put: { requestBody: json(PET), ...answers(PET) },
    get: {
      parameters: [
        { ...query('sort', { type: 'array', items: { type: 'string' } }), explode: false },
        query('direction', { enum: ['asc', 'desc'] }),
      ],
      ...answers({ type: 'array', items: PET }),
    },
  },
  '/pet/{petId}': {
    parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
    get: answers(PET),
    patch: { requestBody: json({ type: 'object' }), ...answers(PET) },
    put: { parameters: [query('name'), query('status'), query('notify')], ...answers(PET) },
  },
};

const startPets = (paths: object = PETSTORE): Promise<StartedMock> =>
  opened.serve({ openapi: '3.0.4', info: { title: 'Pets', version: '1' }, paths });

test('what was never created has the id of its path, is the same each time, and changes from what was shown', async () => {
  const { api } = await startPets();
  const shown = await api.get('/pet/7');
  expect(shown).toMatchObject({ status: 200, body: { id: 7 }, headers: { 'x-mock-source': 'faked' } });
  expect((await api.get('/pet/7')).body).toEqual(shown.body);
  expect((await api.get('/pet/8')).body).toMatchObject({ id: 8, chip: expect.not.stringMatching(shown.body.chip) });
  const named = { ...(shown.body as object), name: 'Rex' };
  expect((await api.patch('/pet/7', { name: 'Rex' })).body).toEqual(named);
  expect((await api.get('/pet/7')).body).toEqual(named);
  const [seeded, other] = await Promise.all(
    ['a', 'b'].map((seed) => api.get('/pet/9', { headers: { prefer: `seed=${seed}` } })),
  );
  expect(seeded?.body).not.toEqual(other?.body);
});

test('a list in which nothing was created is the same each time, unless the call asks for other chance', async () => {
  await serve({}, async ({ api }) => {
    const list = async (headers: Record<string, string> = {}) =>
      (await api.get('/tickets', { headers })).body as { readonly data: readonly Ticket[] };
    const { data } = await list();
    expect(data).toEqual([expect.objectContaining({ title: expect.any(String) })]);
    expect((await list()).data).toEqual(data);
    expect((await list({ prefer: 'seed=other' })).data).not.toEqual(data);
  });
});

test('random calls behave as on a map, with a restart in between', async () => {
  const step = fc.record({
    does: fc.constantFrom('create', 'create', 'rename', 'close', 'remove'),
    which: fc.nat(3),
    title: fc.string({ minLength: 1, maxLength: 20 }),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: 12 });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(steps, steps, async (...parts) => {
      const data = folder.file(`data-${String(count++)}`);
      const known = new Map<string, Ticket>();
      const wasThere = new Set<string>();
      const change = async ({ api }: StartedMock, { does, which, title }: (typeof parts)[0][0]): Promise<void> => {
        const id = [...known.keys()][which];
        if (id === undefined) return;
        const at = `/tickets/${id}`;
        if (does === 'remove') {
          expect((await api.delete(at)).status).toBe(204);
          known.delete(id);
          return;
        }
        const headers = { 'content-type': 'application/merge-patch+json' };
        const { body } = does === 'close' ? await api.post(`${at}/close`) : await api.patch(at, { title }, { headers });
        const { updatedAt } = body as Ticket;
        expect(body).toEqual({ ...known.get(id), ...(does === 'close' ? { status: 'closed' } : { title }), updatedAt });
        known.set(id, body as Ticket);
      };
      for (const part of parts)
        await serve({ data }, async (started) => {
          for (const [index, each] of part.entries())
            if (each.does === 'create') {
              const made = await create(started, each.title, `${String(parts.indexOf(part))}-${String(index)}`);
              known.set(made.id, made);
              wasThere.add(made.id);
            } else await change(started, each);
          for (const id of wasThere) {
            const { status, body } = await started.api.get(`/tickets/${id}`);
            expect(status === 200 ? body : undefined).toEqual(known.get(id));
          }
          const { body } = await started.api.get('/tickets?limit=100');
          if (wasThere.size > 0) expect((body as { readonly data: unknown }).data).toEqual([...known.values()]);
        });
    }),
    { numRuns: 8 },
  );
}, 60_000);

test('members of a thing may be changed in the query', async () => {
  const { api } = await startPets();
  const { body } = await api.post('/pet', { name: 'Rex', price: 5, status: 'pending' });
  const changed = { ...(body as object), name: 'Max', status: 'sold' };
  expect((await api.call('PUT', `/pet/${String(body.id)}?name=Max&status=sold&notify=yes`)).body).toEqual(changed);
  expect((await api.get(`/pet/${String(body.id)}`)).body).toEqual(changed);
});

test('a thing that is sent as bytes has what the server gives it', async () => {
  const post = { requestBody: { content: { '*/*': { schema: PET } } }, ...answers(PET) };
  const { api } = await startPets({ ...PETSTORE, '/pet': { ...PETSTORE['/pet'], post } });
  expect((await api.post('/pet', { name: 'Rex' })).body).toMatchObject({ name: 'Rex' });
  const headers = { 'content-type': 'application/cbor' };
  const { status, body } = await api.call('POST', '/pet', { body: 'text', headers });
  expect(status).toBe(200);
  expect(body).not.toHaveProperty('0');
});

test('a list is sorted by several keys', async () => {
  const { api, clock } = await startPets();
  for (const [name, price] of [
    ['b', 1],
    ['a', 2],
    ['c', 2],
  ] as const) {
    await api.post('/pet', { name, price });
    clock.advance(60_000);
  }
  const sorted = async (asked: string) =>
    ((await api.get(`/pet?sort=${asked}`)).body as readonly { name: string }[]).map(({ name }) => name).join('');
  expect(await sorted('-price,name')).toBe('acb');
  expect(await sorted('price,-name')).toBe('bca');
  expect(await sorted('price,desc,name,desc')).toBe('cab');
  expect(await sorted('Price:desc,name:asc')).toBe('acb');
  expect(await sorted('created&direction=desc')).toBe('cab');
  expect(await sorted('nothing')).toBe('bac');
});

test('a change that no response can show leaves what was there; a header and a finding say why', async () => {
  const schema = {
    type: 'object',
    required: ['id', 'mood'],
    properties: {
      id: { type: 'string' },
      mood: { enum: ['calm', 'wild', 'shy'] },
      marks: { type: 'object', additionalProperties: { type: 'number' } },
    },
  };
  const petId = { name: 'petId', in: 'path', required: true, schema: { type: 'string' } };
  const started = await startPets({
    '/pets': { post: { requestBody: json(schema), ...answers(schema) } },
    '/pets/{petId}': {
      parameters: [petId],
      get: answers(schema),
      patch: { operationId: 'changePet', requestBody: json({ type: 'object' }), ...answers(schema) },
    },
  });
  const { api } = started;
  await api.post('/pets', { id: 'rex', mood: 'shy' });
  const changed = await api.patch('/pets/rex', { mood: 'angry' });
  const fault = '/mood must be equal to one of the allowed values';
  expect(changed).toMatchObject({ status: 200, body: { mood: 'shy' }, headers: { 'x-mock-not-shown': fault } });
  expect((await api.patch('/pets/rex', { mood: null })).body).toEqual({ id: 'rex', mood: 'shy' });
  const read = await api.get('/pets/rex');
  expect(read.body).toEqual({ id: 'rex', mood: 'shy' });
  expect(read.headers).not.toHaveProperty('x-mock-not-shown');
  const { body } = succeed(await createAdminClient(started)('GET', '/findings'));
  expect(body.data).toMatchObject([
    { rule: 'not-shown', subject: 'changePet', count: 1, certain: true, detail: expect.stringContaining(fault) },
  ]);
  const long = await api.patch('/pets/rex', { marks: { ['é'.repeat(20_000)]: 'many' } });
  expect(long.headers['x-mock-not-shown']).toMatch(/^\/marks\/\?{193}$/);
});

test('a description that says little of its things is understood as the best-known example of OpenAPI is meant', async () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  };
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } };
  const petId = { name: 'petId', in: 'path', required: true, schema: { type: 'string' } };
  const paths = {
    '/pets': {
      get: { parameters: [limit], ...answers({ type: 'array', items: schema }) },
      post: { requestBody: json(schema), responses: { 201: { description: 'Nothing is shown' } } },
      put: { requestBody: json(schema), ...answers(schema) },
    },
    '/pets/findByName': {
      get: {
        parameters: [{ ...limit, name: 'name', schema: { type: 'string' } }],
        ...answers({ type: 'array', items: schema }),
      },
    },
    '/pets/{petId}': {
      parameters: [petId],
      get: answers(schema),
      delete: { responses: { 204: { description: 'Gone' } } },
    },
  };
  const { api } = await startPets(paths);
  for (const id of [7, 3, 5]) expect((await api.post('/pets', { id })).status).toBe(201);
  expect((await api.get('/pets')).body).toEqual([{ id: 7 }, { id: 3 }, { id: 5 }]);
  expect((await api.get('/pets?limit=2')).body).toEqual([{ id: 7 }, { id: 3 }]);
  expect((await api.call('PUT', '/pets', { body: { id: 3, name: 'Rex' } })).body).toEqual({ id: 3, name: 'Rex' });
  expect((await api.get('/pets/3')).body).toEqual({ id: 3, name: 'Rex' });
  expect((await api.get('/pets/findByName?name=Rex')).body).toEqual([{ id: 3, name: 'Rex' }]);
  for (const id of [3, 9]) expect((await api.delete(`/pets/${id}`)).status).toBe(204);
  expect((await api.get('/pets')).body).toEqual([{ id: 7 }, { id: 5 }]);
  for (const id of [3, 9]) expect((await api.get(`/pets/${id}`)).status).toBe(404);
  expect((await api.post('/pets', { id: 9, name: 'Max' })).status).toBe(201);
  expect((await api.get('/pets/9')).body).toEqual({ id: 9, name: 'Max' });
});

test('one that a path names without its parent is the one that lives, and a deletion takes all that is within', async () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const thing = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, name: { type: 'string' } } };
  const all = { post: { requestBody: json(thing), ...answers(thing) }, get: answers({ type: 'array', items: thing }) };
  const one = { parameters, get: answers(thing), delete: { responses: { 204: { description: 'Gone' } } } };
  const { api } = await startPets({
    ...{ '/projects': all, '/projects/{id}': one, '/sections/{id}': one, '/labels/{id}': one },
    ...{ '/projects/{id}/sections': { parameters, ...all }, '/projects/{id}/labels': { parameters, ...all } },
  });
  for (const id of ['a', 'b']) expect((await api.post('/projects', { id })).body).toEqual({ id });
  for (const place of ['a/sections', 'b/sections', 'b/labels']) {
    const item = `/${place.slice(2)}/x`;
    const made = { id: 'x', name: `of ${place}` };
    expect((await api.post(`/projects/${place}`, made)).body).toEqual(made);
    expect((await api.get(item)).body).toEqual(made);
    if (place === 'a/sections') expect((await api.delete(item)).status).toBe(204);
  }
  expect((await api.delete('/projects/b')).status).toBe(204);
  expect((await api.post('/projects', { id: 'b' })).status).toBe(200);
  for (const place of ['b/sections', 'b/labels'])
    expect((await api.get(`/projects/${place}`)).text).not.toContain(`of ${place}`);
});

const ORDERS = (version: string) => `
  /${version}/orders:
    get:
      parameters: [{ name: cursor, in: query, schema: { type: string } }, { name: limit, in: query, schema: { type: integer } }]
      responses:
        '200':
          description: All
          content: { application/json: { schema: { type: object, properties: { orders: { type: array, items: ${ORDER} }, cursor: { type: string } } } } }
    post:
      requestBody:
        content: { application/json: { schema: { type: object, required: [order], properties: { key: { type: string }, order: ${ORDER} } } } }
      responses:
        '201':
          description: Made
          content: { application/json: { schema: { type: object, properties: { order: ${ORDER}, baker: ${BAKER} } } } }
        4xx:
          description: Refused
          content: { application/json: { schema: { type: object, properties: { message: { type: string } } } } }
  /${version}/orders/{id_or_name}:
    get:
      parameters: [{ name: id_or_name, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: One, content: { application/json: { schema: { type: object, properties: { order: ${ORDER} } } } } } }`;
const ORDER = `{ type: object, properties: { id: { type: string }, name: { type: string }, loaves: { type: integer }, note: { type: string } } }`;
const BAKER = `{ type: object, properties: { id: { type: string }, name: { type: string }, born: { type: string }, wage: { type: integer } } }`;

// As Square, Hetzner, PagerDuty and Docker write them.
const BAKERY = `openapi: 3.0.3
info: {
  title: Bakery,
  version: '1'
}
paths:${['v1', 'v2'].map(ORDERS).join('')}
`;

test('a thing is kept beside what is no member of it, each version of an API by itself, with a cursor until its last page', async () => {
  const { api } = await opened.serve(BAKERY);
  const made = [];
  for (const name of ['rye', 'spelt', 'oats']) {
    const { status, body } = await api.post('/v1/orders', { key: name, order: { name, loaves: 2 } });
    expect({ status, order: body.order }).toEqual({ status: 201, order: { id: body.order.id, name, loaves: 2 } });
    made.push(body.order);
  }
  expect((await api.get(`/v1/orders/${made[1].id}`)).body).toEqual({ order: made[1] });
  const listed = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const { body } = await api.get(`/v1/orders?limit=2&cursor=${cursor}`);
    listed.push(...body.orders);
    cursor = body.cursor;
  }
  expect(listed).toEqual(made);
  const { order } = (await api.post('/v2/orders', { order: { loaves: 1 } })).body;
  expect((await api.get('/v2/orders')).body.orders).toEqual([order]);
  expect(await api.post('/v1/orders', {})).toMatchObject({ status: 422, body: { message: expect.any(String) } });
});
