import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readContract } from '../../../src/engine/contract/read-contract.ts';
import { eventsOfChanges, type ResourceChange } from '../../../src/engine/resources/emit-changes.ts';
import { inferResources } from '../../../src/engine/resources/infer.ts';
import type { ResourceOperation } from '../../../src/engine/resources/resource.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (schema: object) => ({ description: '', ...json(schema) });
const thing = (name: string) => ({
  type: 'object',
  required: ['id', name],
  properties: {
    id: { type: 'string' },
    [name]: { type: 'string' },
    status: { enum: ['open', 'closed', 'paid', 'canceled', 'verified'] },
  },
});

interface Wishes {
  readonly collections?: readonly string[];
  readonly actions?: readonly string[];
  readonly emits?: Readonly<Record<string, readonly string[]>>;
}

/** Operations of each collection: `create /tickets`, `read`, `change`, `delete`, and its actions. */
const pathsOf = (collection: string, { actions = [], emits = {} }: Wishes): object => {
  const schema = thing(collection.replaceAll(/\W/g, ''));
  const stated = (id: string) => ({ operationId: id, ...(emits[id] === undefined ? {} : { 'x-emits': emits[id] }) });
  const responses = { 200: answer(schema) };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  return {
    [collection]: {
      post: { ...stated(`create ${collection}`), requestBody: json(schema), responses: { 201: answer(schema) } },
    },
    [`${collection}/{id}`]: {
      parameters,
      get: { ...stated(`read ${collection}`), responses },
      patch: { ...stated(`change ${collection}`), requestBody: json(schema), responses },
      delete: { ...stated(`delete ${collection}`), responses: { 204: { description: '' } } },
    },
    ...Object.fromEntries(
      actions.map((action) => [
        `${collection}/{id}/${action}`,
        { parameters, post: { ...stated(`${action} ${collection}`), responses } },
      ]),
    ),
  };
};

const KINDS: Readonly<Record<ResourceOperation['does'], readonly ResourceChange['kind'][]>> = {
  ...{ create: ['created'], replace: ['created', 'updated'], patch: ['updated'], delete: ['deleted'] },
  ...{ action: ['acted'], read: [], list: [] },
};

/** `operation kind: event at.place` for each event that a change causes. */
const tableOf = (webhooks: Readonly<Record<string, object>>, wishes: Wishes = {}): readonly string[] => {
  const { collections = ['/tickets'] } = wishes;
  const contract = readContract({
    file: 'some.yaml',
    document: {
      openapi: '3.1.0',
      paths: Object.assign({}, ...collections.map((collection) => pathsOf(collection, wishes))) as object,
      webhooks: Object.fromEntries(
        Object.entries(webhooks).map(([name, schema]) => [name, { post: { requestBody: json(schema) } }]),
      ),
    },
    explainReference: () => 'leads nowhere',
  });
  const { resources } = inferResources(contract);
  const eventsOf = eventsOfChanges(contract);
  return resources.flatMap((resource) =>
    resource.operations.flatMap(({ operationId, does }) =>
      KINDS[does].flatMap((kind) =>
        eventsOf({ resource, operationId, kind }).map(
          ({ type, place }) => `${operationId} ${kind}: ${type} ${place?.at.join('.') ?? '-'}`,
        ),
      ),
    ),
  );
};

const TICKET = thing('tickets');
const within = (...path: readonly string[]): object =>
  path.reduceRight<object>(
    (inner, name) => ({ type: 'object', properties: { id: { type: 'string' }, [name]: inner } }),
    TICKET,
  );

test.each([
  ['ticket.created', 'create /tickets created'],
  ['TicketCreated', 'create /tickets created'],
  ['tickets/created', 'create /tickets created'],
  ['onNewTicket', 'create /tickets created'],
  ['ticket_updated', 'change /tickets updated'],
  ['TICKET-CHANGED', 'change /tickets updated'],
  ['ticket_removed_event', 'delete /tickets deleted'],
  ['ticket.closed', 'close /tickets acted'],
  ['ticket.cancelled', 'cancel /tickets acted'],
  ['ticket.canceled', 'cancel /tickets acted'],
  ['TicketPaid', 'pay /tickets acted'],
  ['ticket.verified', 'verify /tickets acted'],
])('%s follows from %s', (type, change) => {
  const actions = ['close', 'cancel', 'pay', 'verify'];
  expect(tableOf({ [type]: TICKET, 'ticket.updated': {} }, { actions })).toContain(`${change}: ${type} `);
});

test('an action is an update, unless an event has its name', () => {
  const table = tableOf({ 'ticket.updated': TICKET, 'ticket.closed': TICKET }, { actions: ['close', 'pay'] });
  expect(table).toEqual([
    'change /tickets updated: ticket.updated ',
    'close /tickets acted: ticket.closed ',
    'pay /tickets acted: ticket.updated ',
  ]);
});

test.each([['ticket'], ['ticket.lost'], ['created'], ['tick.created'], ['tickets.created.late']])(
  '%s follows from nothing',
  (type) => {
    expect(tableOf({ [type]: TICKET })).toEqual([]);
  },
);

test('a name belongs to the resource that has the most of its words', () => {
  const collections = ['/comments', '/ticket-comments'];
  expect(tableOf({ ticketCommentCreated: thing('ticketcomments') }, { collections })).toEqual([
    'create /ticket-comments created: ticketCommentCreated ',
  ]);
});

test('words before that of the resource are words of the operation', () => {
  const collections = ['/projects/{projectId}/tickets'];
  const webhooks = { 'project.ticket.deleted': thing('projectsprojectIdtickets') };
  expect(tableOf(webhooks, { collections })).toEqual([
    'delete /projects/{projectId}/tickets deleted: project.ticket.deleted ',
  ]);
  expect(tableOf({ 'project.ticket.deleted': TICKET })).toEqual([]);
});

describe('the body', () => {
  test.each([
    ['', TICKET],
    ['data', within('data')],
    ['data.object', within('data', 'object')],
    ['ticket', { allOf: [{ type: 'object', required: ['at'], properties: { at: {} } }, within('ticket')] }],
    ['data', { type: 'object', properties: { data: { type: 'object', properties: { id: { type: 'string' } } } } }],
  ])('shows the thing at "%s"', (at, schema) => {
    expect(tableOf({ 'ticket.created': schema })).toEqual([`create /tickets created: ticket.created ${at}`]);
  });

  test('shows the thing where the name of the member says so, not where something else has the same members', () => {
    expect(tableOf({ 'ticket.created': within('project') })).toEqual([]);
  });

  test('that shows no thing is not sent, unless x-emits says so', () => {
    const ping = { type: 'object', properties: { url: { type: 'string' } } };
    expect(tableOf({ 'ticket.created': ping })).toEqual([]);
    expect(tableOf({ 'ticket.created': ping }, { emits: { 'create /tickets': ['ticket.created'] } })).toEqual([
      'create /tickets created: ticket.created -',
    ]);
  });

  test('that contains itself is searched to its end', () => {
    const loop = { type: 'object', properties: { next: { $ref: '#/webhooks/a/post/requestBody' } } };
    expect(tableOf({ 'ticket.created': loop })).toEqual([]);
  });
});

test('x-emits says all: other events, or none', () => {
  const emits = { 'create /tickets': ['ticket.deleted', 'nonsense'], 'delete /tickets': [] };
  const events = { 'ticket.created': TICKET, 'ticket.updated': TICKET, 'ticket.deleted': TICKET };
  expect(tableOf(events, { emits })).toEqual([
    'create /tickets created: ticket.deleted ',
    'change /tickets updated: ticket.updated ',
  ]);
});

test('any spelling of a resource and a change is found', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 1, maxLength: 3 });
  const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const spelling = fc.constantFrom<(parts: readonly string[]) => string>(
    (parts) => parts.join('.'),
    (parts) => parts.join('_'),
    (parts) => parts.join('/').toUpperCase(),
    (parts) => parts.map(upper).join(''),
  );
  fc.assert(
    fc.property(words, spelling, fc.constantFrom('created', 'updated', 'deleted'), (name, spell, verb) => {
      const said = /^(?:on|events?|webhooks?|notification|callback|new|add|create|update|change|modify|delete|remove)$/;
      fc.pre(!name.some((word) => said.test(word)));
      const collection = `/${name.join('-')}s`;
      const type = spell([...name, verb]);
      const found = tableOf({ [type]: thing(collection.replaceAll(/\W/g, '')) }, { collections: [collection] });
      expect(found).toHaveLength(1);
      expect(found[0]).toContain(` ${verb}: ${type} `);
    }),
    { numRuns: 200 },
  );
});
