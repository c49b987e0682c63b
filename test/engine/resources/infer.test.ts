import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadOwnContract } from '../../../src/edges/files/load-own-contract.ts';
import { inferResources } from '../../../src/engine/resources/infer.ts';
import type { ListShape, Resource, ResourceOperation } from '../../../src/engine/resources/resource.ts';
import { contractOf } from '../contract/contract-of.ts';

type Node = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const whole = { type: 'integer' };
const flag = { type: 'boolean' };

const objectOf = (properties: Node, required: readonly string[] = []): Node => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});
const listOf = (items: Node): Node => ({ type: 'array', items });

const TICKET = objectOf(
  {
    id: { type: 'string', format: 'uuid', readOnly: true },
    title: text,
    priority: whole,
    status: { enum: ['open', 'closed', 'archived', 'CANCELED'] },
    locked: flag,
  },
  ['title'],
);
const Ticket = { $ref: '#/components/schemas/Ticket' };

interface Described {
  readonly takes?: Node;
  readonly form?: Node;
  readonly query?: Readonly<Record<string, Node>>;
  readonly says?: Node;
  readonly headers?: Node;
}

/** An operation that answers with a status and perhaps a body. */
const op = (status: number, body?: Node, { takes, form, query = {}, says = {}, headers }: Described = {}): Node => ({
  parameters: Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema })),
  ...(takes === undefined ? {} : { requestBody: { content: { 'application/json': { schema: takes } } } }),
  ...(form === undefined
    ? {}
    : { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: form } } } }),
  responses: {
    [status]: {
      description: 'Done',
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { content: { 'application/json': { schema: body } } }),
    },
  },
  ...says,
});

const infer = (paths: Readonly<Record<string, Node>>, parameter: Node = text) =>
  inferResources(
    contractOf({
      paths: Object.fromEntries(
        Object.entries(paths).map(([path, item]) => {
          const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
          const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: parameter }));
          return [path, { ...item, parameters }];
        }),
      ),
      components: { schemas: { Ticket: TICKET } },
    }),
  );

/** What operations do, by resource: `create POST /tickets`. */
const rolesIn = (resources: readonly Resource[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    resources.map(({ name, operations }) => [
      name,
      operations.map(({ does, operationId }) => `${does} ${operationId}`).sort(),
    ]),
  );

const rolesOf = (paths: Readonly<Record<string, Node>>) => rolesIn(infer(paths).resources);

const ITEMS = {
  '/tickets': { get: op(200, listOf(Ticket)), post: op(201, Ticket, { takes: Ticket }) },
  '/tickets/{ticketId}': { get: op(200, Ticket), delete: op(204) },
};
const USUAL = [
  'create POST /tickets',
  'delete DELETE /tickets/{ticketId}',
  'list GET /tickets',
  'read GET /tickets/{ticketId}',
];

const only = (paths: Readonly<Record<string, Node>>, parameter?: Node): Resource => {
  const [found, ...others] = infer(paths, parameter).resources;
  if (found === undefined || others.length > 0) throw new Error('expected one resource');
  return found;
};

const operationOf = <Does extends ResourceOperation['does']>({ operations }: Resource, does: Does) =>
  operations.find((each) => each.does === does) as Extract<ResourceOperation, { does: Does }>;

describe('paths', () => {
  test('within what contains it, whatever its parameters are called', () => {
    const nested = only({
      '/v1/projects/{id}/tickets': ITEMS['/tickets'],
      '/v1/projects/{projectId}/tickets/{id}': ITEMS['/tickets/{ticketId}'],
    });
    expect(nested).toMatchObject({ name: 'projects.tickets', parents: ['id'] });
    expect(operationOf(nested, 'read')).toMatchObject({ parents: ['projectId'], parameter: 'id' });
  });

  test('shorter paths of what a longer one creates', () => {
    const shallow = only({
      '/projects/{projectId}/tickets': ITEMS['/tickets'],
      '/tickets': { get: op(200, listOf(Ticket)) },
      '/tickets/{ticketId}': ITEMS['/tickets/{ticketId}'],
      '/tickets/{ticketId}/close': { post: op(200, Ticket) },
    });
    expect(shallow.operations.map(({ does, parents }) => [does, parents[0]])).toEqual([
      ['list', 'projectId'],
      ['create', 'projectId'],
      ['list', undefined],
      ['read', undefined],
      ['delete', undefined],
      ['action', undefined],
    ]);
  });

  test('with the format at their end', () => {
    const { name, path } = only({
      '/tickets.json': ITEMS['/tickets'],
      '/tickets/{id}.json': ITEMS['/tickets/{ticketId}'],
    });
    expect([name, path]).toEqual(['tickets', '/tickets']);
  });

  test('a collection without items is kept, one that is only read or only written is not', () => {
    expect(rolesOf({ '/tickets': ITEMS['/tickets'] })).toEqual({
      tickets: ['create POST /tickets', 'list GET /tickets'],
    });
    expect(rolesOf({ '/tickets': { post: ITEMS['/tickets'].post } })).toEqual({});
    expect(rolesOf({ '/tickets': { get: ITEMS['/tickets'].get } })).toEqual({});
    expect(rolesOf({ '/search': { post: op(200, listOf(Ticket), { takes: objectOf({ title: text }) }) } })).toEqual({});
  });
});

describe('ids', () => {
  const others = { title: text, owner: text };
  test.each([
    ['ticket_id', whole, objectOf({ ticket_id: whole, ...others }), ['ticket_id']],
    ['ticketId', text, objectOf({ uuid: text, ...others }), ['uuid']],
    ['ticket_number', whole, objectOf({ id: whole, number: whole, ...others }), ['number']],
    ['key', text, objectOf({ id: whole, key: text, ...others }), ['key']],
    ['ticket', text, objectOf({ id: whole, name: text, ...others }), ['name']],
    ['TicketSid', text, objectOf({ sid: text, ...others }), ['sid']],
    ['slug', text, objectOf({ id: text, slug: text, ...others }), ['slug']],
    ['name', text, objectOf({ kind: text, metadata: objectOf({ name: text }) }), ['metadata', 'name']],
    ['user_id', text, objectOf({ role: text, user: objectOf({ id: text }) }), ['user', 'id']],
    ['ticket_token', text, objectOf({ id: text, ...others }), ['id']],
    ['ticket_id', text, objectOf({ name: text, ...others }), ['name']],
    ['door_identifier', text, objectOf({ id: whole, ...others }), ['id']],
    ['code', text, objectOf({ title: text }), undefined],
  ])('{%s}', (name, parameter, schema, id) => {
    const item = { get: op(200, schema), put: op(200, schema, { takes: schema }) };
    expect(only({ [`/tickets/{${name}}`]: item }, parameter).id).toEqual(id);
  });

  test('of two words, which name the thing alone', () => {
    const thing = objectOf({ id: text, rate: whole });
    const item = { get: op(200, thing), patch: op(200, thing, { takes: thing }) };
    expect(only({ '/tax_rates/{tax_rate}': item }).id).toEqual(['id']);
  });

  test('without one, what a POST creates could not be found again', () => {
    const thing = objectOf({ title: text });
    const paths = {
      '/tickets': { post: op(201, thing, { takes: thing }) },
      '/tickets/{code}': { get: op(200, thing) },
    };
    expect(rolesOf(paths)).toEqual({});
  });

  test('where the answer shows nothing, a Location or the request does', () => {
    const read = { '/tickets/{id}': { get: op(200, Ticket) } };
    const headers = { Location: { schema: text } };
    const roles = { tickets: ['create POST /tickets', 'read GET /tickets/{id}'] };
    expect(rolesOf({ ...read, '/tickets': { post: op(201, undefined, { takes: Ticket, headers }) } })).toEqual(roles);
    const named = objectOf({ name: text, title: text });
    const paths = {
      '/tickets': { post: op(204, undefined, { takes: named }) },
      '/tickets/{name}': { get: op(200, named) },
    };
    expect(rolesOf(paths)).toEqual({ tickets: ['create POST /tickets', 'read GET /tickets/{name}'] });
  });
});

describe('changes', () => {
  const withPut = (put: Node, more: Node = {}): Resource =>
    only({ ...ITEMS, '/tickets/{ticketId}': { ...ITEMS['/tickets/{ticketId}'], put, ...more } });
  const partial = objectOf({ title: text, priority: whole });

  test('PUT replaces, or changes what it names if nothing is required', () => {
    expect(operationOf(withPut(op(200, Ticket, { takes: Ticket })), 'replace')).toMatchObject({ creates: undefined });
    expect(operationOf(withPut(op(200, Ticket, { takes: partial })), 'patch')).toMatchObject({ request: [] });
    const patched = withPut(op(200, Ticket, { takes: partial }), { patch: op(200, Ticket, { takes: partial }) });
    expect(patched.operations.map(({ does }) => does)).toContain('replace');
  });

  test('PUT creates where it says so', () => {
    const both = op(200, Ticket, { takes: Ticket });
    const put = { ...both, responses: { ...(both['responses'] as Node), 201: { description: 'Created' } } };
    expect(operationOf(withPut(put), 'replace')).toMatchObject({ status: 200, creates: 201 });
    const alone = { '/tickets/{id}': { get: op(200, Ticket), put: op(204, undefined, { takes: Ticket }) } };
    expect(operationOf(only(alone), 'replace')).toMatchObject({ creates: undefined, response: undefined });
    const says = { summary: 'Add a ticket or change it' };
    const adding = { '/tickets/{id}': { get: op(200, Ticket), put: op(204, undefined, { takes: Ticket, says }) } };
    expect(operationOf(only(adding), 'replace')).toMatchObject({ creates: 204 });
  });

  test('POST to an item changes it, by names of its own if it has them', () => {
    const form = objectOf({ Title: text, Priority: whole });
    const paths = {
      ...ITEMS,
      '/tickets/{ticketId}': { ...ITEMS['/tickets/{ticketId}'], post: op(200, Ticket, { form }) },
    };
    expect(operationOf(only(paths), 'patch')).toMatchObject({ renames: { Title: 'title', Priority: 'priority' } });
  });

  test('a request that has nothing of the thing leaves it as it is', () => {
    const patch = op(200, Ticket, { takes: objectOf({ reason: text }) });
    const paths = { ...ITEMS, '/tickets/{ticketId}': { ...ITEMS['/tickets/{ticketId}'], patch } };
    expect(rolesOf(paths)).toEqual({ tickets: USUAL });
  });

  test('what a new thing refers to is not the thing', () => {
    const post = op(201, Ticket, { takes: objectOf({ caller: objectOf({ id: text, status: text }), reason: text }) });
    const { '/tickets': collection, ...items } = ITEMS;
    const paths = { ...items, '/tickets': { ...collection, post } };
    expect(operationOf(only(paths), 'create')).toMatchObject({ request: undefined, response: [] });
  });

  test('a DELETE that cancels does not remove', () => {
    const cancelling = op(200, Ticket, { says: { summary: 'Cancel a ticket' } });
    const paths = { ...ITEMS, '/tickets/{ticketId}': { get: op(200, Ticket), delete: cancelling } };
    expect(operationOf(only(paths), 'action').sets).toEqual({ status: 'CANCELED' });
  });
});

describe('what is none of a resource', () => {
  test('lists and items of other things', () => {
    const other = objectOf({ lines: whole, authors: whole });
    const paths = { ...ITEMS, '/tickets': { get: op(200, listOf(other)), post: ITEMS['/tickets'].post } };
    expect(rolesOf(paths)).toEqual({ tickets: USUAL.filter((each) => !each.startsWith('list')) });
  });

  test('a call beside a collection that lists what is only like its things', () => {
    const search = (items: Node) => ({
      '/tickets/upcoming': { get: op(200, listOf(items), { query: { title: text } }) },
    });
    const lines = { ...ITEMS, ...search(objectOf({ title: text, priority: whole })) };
    expect(rolesOf(lines)).toEqual({ tickets: USUAL });
    expect(rolesOf({ ...ITEMS, ...search(Ticket) })).toEqual({
      tickets: [...USUAL, 'list GET /tickets/upcoming'].sort(),
    });
  });

  test('calls that look things up', () => {
    const found = objectOf({ matches: whole });
    const query = objectOf({ phrase: text });
    expect(rolesOf({ '/search': { get: op(200, found), post: op(200, found, { takes: query }) } })).toEqual({});
  });
});

describe('singletons', () => {
  const settings = objectOf({ theme: text, language: text });

  test('within an item and an envelope, but not another address of the item', () => {
    const data = objectOf({ data: settings });
    const rooms = objectOf({ rooms: listOf(objectOf({ roomId: text, name: text })) });
    const paths = {
      ...ITEMS,
      '/tickets/{ticketId}/settings': { get: op(200, data), put: op(204, undefined, { takes: data }) },
      '/tickets/{ticketId}/state': { get: op(200, Ticket), put: op(200, Ticket, { takes: Ticket }) },
      // Several things in an envelope are none.
      '/rooms': { get: op(200, rooms), put: op(200, rooms, { takes: rooms }) },
      '/rooms/{roomId}': { get: op(200, rooms) },
    };
    const { resources } = infer(paths);
    expect(resources.map(({ name }) => name)).toEqual(['tickets', 'tickets.settings']);
    expect(resources[1]?.operations).toMatchObject([{ response: ['data'] }, { request: ['data'] }]);
  });
});

describe('actions', () => {
  test.each([
    ['/close', 'post', { status: 'closed' }],
    [':close', 'post', { status: 'closed' }],
    ['/actions/close', 'post', { status: 'closed' }],
    ['/archive', 'put', { status: 'archived' }],
    ['/cancel', 'patch', { status: 'CANCELED' }],
    ['/reopen', 'post', { status: 'open' }],
    ['/mark-as-closed', 'post', { status: 'closed' }],
    ['/lock', 'put', { locked: true }],
    ['/lock', 'delete', { locked: false }],
    ['/escalate', 'post', undefined],
    ['/close-all', 'post', undefined],
  ])('%s by %s', (word, method, sets) => {
    const found = only({ ...ITEMS, [`/tickets/{ticketId}${word}`]: { [method]: op(200, Ticket) } });
    expect(found.operations.find(({ does }) => does === 'action')).toEqual(
      sets && expect.objectContaining({ sets, parameter: 'ticketId', response: [] }),
    );
  });

  test('one that answers something else has made that', () => {
    const note = objectOf({ id: text, author: text, body: text });
    expect(rolesOf({ ...ITEMS, '/tickets/{ticketId}/close': { post: op(200, note) } })).toEqual({ tickets: USUAL });
  });
});

test.each([[['items']], [['results']], [['_embedded', 'tickets']], [['data', 'tickets']]])(
  'bodies of lists: %j',
  (path) => {
    const body = path.reduceRight<Node>((inner, name) => objectOf({ [name]: inner, total: whole }), listOf(Ticket));
    const found = only({ ...ITEMS, '/tickets': { ...ITEMS['/tickets'], get: op(200, body) } });
    expect(operationOf(found, 'list').response).toEqual(path);
  },
);

describe('lists', () => {
  const shapeOf = (body: Node, described: Described = {}): ListShape =>
    operationOf(only({ ...ITEMS, '/tickets': { ...ITEMS['/tickets'], get: op(200, body, described) } }), 'list').list;

  test('pages with their size, counts and links', () => {
    const body = objectOf({ items: listOf(Ticket), total: whole, page: whole, total_pages: whole, next: text });
    const query = { page: { ...whole, default: 1 }, per_page: { ...whole, default: 30, maximum: 50 } };
    expect(shapeOf(body, { query })).toMatchObject({
      paging: { by: 'page', parameter: 'page', first: 1, sizeParameter: 'per_page', size: 30, most: 50 },
      beside: [
        { member: ['total'], shows: 'matches' },
        { member: ['page'], shows: 'page' },
        { member: ['total_pages'], shows: 'pages' },
        { member: ['next'], shows: 'next', isUrl: true },
      ],
    });
  });

  test('offsets, and Link', () => {
    const headers = { Link: { schema: text } };
    expect(shapeOf(listOf(Ticket), { query: { offset: whole, limit: whole }, headers })).toMatchObject({
      paging: { by: 'offset', parameter: 'offset', sizeParameter: 'limit', size: 20, most: 100 },
      linkHeader: true,
    });
  });

  test('cursors', () => {
    const meta = objectOf({ next_cursor: text, has_more: flag });
    const body = objectOf({ data: listOf(Ticket), meta, last_id: text, count: whole });
    expect(shapeOf(body, { query: { starting_after: text, limit: whole } })).toMatchObject({
      paging: { by: 'cursor', parameter: 'starting_after' },
      beside: [
        { member: ['meta', 'next_cursor'], shows: 'next', isUrl: false },
        { member: ['meta', 'has_more'], shows: 'more' },
        { member: ['last_id'], shows: 'end', isUrl: false },
        { member: ['count'], shows: 'shown' },
      ],
    });
  });

  test('links of HAL', () => {
    const link = objectOf({ href: { ...text, format: 'uri' } });
    const body = objectOf({
      _embedded: objectOf({ tickets: listOf(Ticket) }),
      _links: objectOf({ self: link, next: link }),
    });
    expect(shapeOf(body).beside).toEqual([
      { member: ['_links', 'self', 'href'], shows: 'self', isUrl: true },
      { member: ['_links', 'next', 'href'], shows: 'next', isUrl: true },
    ]);
  });

  test('parameters that name members select and sort', () => {
    const query = {
      status: text,
      'filter[priority]': whole,
      title: { enum: ['a', 'all'], default: 'a' },
      expand: text,
      locked: listOf(flag),
      sort: { enum: ['title', '-priority'] },
      direction: { enum: ['asc', 'desc'] },
    };
    expect(shapeOf(listOf(Ticket), { query })).toMatchObject({
      filters: [
        { parameter: 'status', member: ['status'] },
        { parameter: 'filter[priority]', member: ['priority'] },
        { parameter: 'title', member: ['title'], all: 'all', usual: 'a' },
      ],
      sort: { parameter: 'sort', direction: 'direction' },
    });
    expect(shapeOf(listOf(Ticket), { query: { sort: { enum: ['newest', 'oldest'] } } }).sort).toBeUndefined();
  });
});

describe('x-resource', () => {
  test('false keeps nothing of a path or an operation', () => {
    const path = { ...ITEMS, '/tickets': { ...ITEMS['/tickets'], 'x-resource': false } };
    expect(rolesOf(path)).toEqual({});
    const operation = {
      ...ITEMS,
      '/tickets': { ...ITEMS['/tickets'], get: op(200, listOf(Ticket), { says: { 'x-resource': false } }) },
    };
    expect(rolesOf(operation)).toEqual({ tickets: USUAL.filter((each) => !each.startsWith('list')) });
  });

  test('names a resource of several paths, and its id', () => {
    const named = { 'x-resource': { name: 'issues', id: 'title' } };
    const found = only({
      '/new-ticket': { post: op(201, Ticket, { takes: Ticket }), ...named },
      '/tickets/{title}': { get: op(200, Ticket), ...named },
    });
    expect(found).toMatchObject({ name: 'issues', id: ['title'] });
    expect(found.operations.map(({ does }) => does)).toEqual(['create', 'read']);
  });

  test('says what an operation does, and where the thing is', () => {
    const says = { 'x-resource': { does: 'action', sets: { priority: 9 }, result: ['thing'] } };
    const found = only({
      ...ITEMS,
      '/tickets/{ticketId}/escalate': { post: op(200, objectOf({ thing: Ticket }), { says }) },
    });
    expect(operationOf(found, 'action')).toMatchObject({ sets: { priority: 9 }, response: ['thing'] });
  });

  test.each([
    [
      'an unknown role',
      { does: 'shows' },
      '#/paths/~1tickets~1%7BticketId%7D/get/x-resource',
      /write false, or an object with "does"/,
    ],
    [
      'no path of members',
      { does: 'read', result: 7 },
      '#/paths/~1tickets~1%7BticketId%7D/get/x-resource/result',
      /write a list of members/,
    ],
  ])('%s is a finding', (_, said, pointer, message) => {
    const get = op(200, Ticket, { says: { 'x-resource': said } });
    const { findings } = infer({ ...ITEMS, '/tickets/{ticketId}': { get, delete: op(204) } });
    expect(findings).toEqual([
      expect.objectContaining({ pointer, message: expect.stringMatching(message), effect: 'served' }),
    ]);
  });

  test('a key is the members of the path that it lists, which must be there', () => {
    const keyed = (key: unknown) => infer({ ...ITEMS, '/tickets': { ...ITEMS['/tickets'], 'x-resource': { key } } });
    expect(keyed(['title', 'id'])).toMatchObject({ resources: [{ key: ['title', 'id'] }], findings: [] });
    const { resources, findings } = keyed('titl');
    expect(resources[0]).not.toHaveProperty('key');
    expect(findings).toEqual([
      {
        pointer: '#/paths/~1tickets/x-resource/key',
        message: '"key" is ignored: tickets have no member "titl": did you mean "title"?',
        effect: 'served',
      },
    ]);
  });

  test('of an operation that belongs to no resource is a finding', () => {
    const { findings } = infer({ '/report': { get: op(200, Ticket, { says: { 'x-resource': { does: 'read' } } }) } });
    expect(findings).toMatchObject([
      {
        pointer: '#/paths/~1report/get/x-resource',
        operationId: 'GET /report',
        message: expect.stringContaining('no resource'),
      },
    ]);
  });
});

/** A way to describe one resource, and what is to be inferred from it. */
const anyStyle = fc.record({
  noun: fc.constantFrom('ticket', 'category', 'box', 'user_group', 'invoiceLine'),
  container: fc.constantFrom('', '/projects/{projectId}', '/v2/teams/{team}'),
  id: fc.constantFrom('id', 'uuid', 'key', 'number'),
  wrapper: fc.constantFrom('', 'data', 'noun'),
  list: fc.constantFrom('', 'items', 'nouns'),
  change: fc.constantFrom('put', 'patch', 'post'),
  removes: fc.boolean(),
  isReferred: fc.boolean(),
});

const pluralOf = (noun: string): string => noun.replace(/y$/, 'ie').replace(/x$/, 'xe') + 's';

test('what is written down in any of these styles is inferred as it was meant', () => {
  fc.assert(
    fc.property(anyStyle, ({ noun, container, id, wrapper, list, change, removes, isReferred }) => {
      const schema = objectOf({ [id]: text, label: text, size: whole }, ['label']);
      const thing = isReferred ? { $ref: '#/components/schemas/Thing' } : schema;
      const name = wrapper === 'noun' ? noun : wrapper;
      const body = name === '' ? thing : objectOf({ [name]: thing });
      const listed = list === 'nouns' ? pluralOf(noun) : list;
      const path = `${container}/${pluralOf(noun)}`;
      const parameter = `${noun}_${id}`;
      const parameters = [...`${path}/{${parameter}}`.matchAll(/\{([^}]*)\}/g)].map(([, each]) => ({
        ...{ name: each, in: 'path', required: true, schema: text },
      }));
      const { resources } = inferResources(
        contractOf({
          paths: {
            [path]: {
              parameters: parameters.slice(0, -1),
              get: op(200, listed === '' ? listOf(thing) : objectOf({ [listed]: listOf(thing), total: whole })),
              post: op(201, body, { takes: body }),
            },
            [`${path}/{${parameter}}`]: {
              parameters,
              get: op(200, body),
              [change]: op(200, body, { takes: body }),
              ...(removes ? { delete: op(204) } : {}),
            },
          },
          components: { schemas: { Thing: schema } },
        }),
      );
      const place = name === '' ? [] : [name];
      expect(resources).toEqual([
        expect.objectContaining({
          kind: 'collection',
          path,
          id: [id],
          parents: parameters.slice(0, -1).map((each) => each.name),
        }),
      ]);
      const operations = resources[0]?.operations ?? [];
      expect(operations.map(({ does }) => does).sort()).toEqual(
        ['create', 'list', 'read', change === 'put' ? 'replace' : 'patch', ...(removes ? ['delete'] : [])].sort(),
      );
      for (const { does, response } of operations)
        expect(response).toEqual(
          does === 'delete' ? undefined : does === 'list' ? (listed === '' ? [] : [listed]) : place,
        );
    }),
  );
});

test('our own description has the resources that its behaviours keep', async () => {
  const contract = await loadOwnContract();
  const { resources, findings } = inferResources(contract);
  expect(findings).toEqual([]);
  const find = (name: string) => {
    const { id, operations = [] } = resources.find((each) => each.name === name) ?? {};
    const paging = operations.flatMap((each) => (each.does === 'list' ? (each.list.paging?.parameter ?? []) : []));
    return { id, paging, operations: operations.map(({ does, operationId }) => `${does} ${operationId}`) };
  };
  expect(find('partners.buyers')).toMatchObject({
    ...{ id: ['uuid'], paging: ['page'] },
    operations: ['list listBuyers', 'create upsertBuyer', 'read getBuyer', 'patch updateBuyer'],
  });
  expect(find('partners.orders')).toMatchObject({
    id: ['uuid'],
    operations: ['create createOrder', 'list findOrders', 'read getOrder', 'action cancelOrder'],
  });
  expect(find('webhooks').operations).toEqual([
    'list listWebhooks',
    'create createWebhook',
    'read getWebhook',
    'delete deleteWebhook',
    'patch updateWebhook',
  ]);
});
