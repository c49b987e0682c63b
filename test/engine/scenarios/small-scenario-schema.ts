import { readContract } from '../../../src/engine/contract/read-contract.ts';
import type { FixtureWords } from '../../../src/engine/scenarios/given.ts';
import { type ScenarioSchema, createScenarioSchema } from '../../../src/engine/scenarios/scenario-schema.ts';

const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });

const UUID = { name: 'uuid', in: 'path', required: true, schema: { type: 'string', maxLength: 8 } };

const ORDER = {
  type: 'object',
  required: ['status', 'count'],
  properties: {
    status: { type: 'string', enum: ['OPEN', 'DONE'] },
    count: { type: 'integer', minimum: 1 },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, count: { type: 'integer' } } },
    },
    buyer: { type: 'object', properties: { country: { type: 'string', maxLength: 2 } } },
  },
};

const A = { properties: { a: { const: 'x' } } };
const B = { properties: { a: { const: 'y' } } };
const TWO = { type: 'object', properties: { a: {}, b: {} } };

/** What a part of it must have depends on what else it has. */
const CHOICES = {
  type: 'object',
  properties: {
    any: { ...TWO, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    one: { ...TWO, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    dependent: { ...TWO, dependentRequired: { a: ['b'] } },
    least: { ...TWO, minProperties: 1 },
    conditional: { ...TWO, if: { properties: { a: { const: 1 } } }, then: { required: ['b'] } },
    never: { ...TWO, not: { properties: { a: { type: 'string' } }, required: ['a'] } },
    anyOfTwo: { ...TWO, anyOf: [A, B] },
    oneOfTwo: { ...TWO, oneOf: [A, B] },
    thenNumber: { ...TWO, if: { required: ['a'] }, then: { properties: { a: { type: 'integer' } } } },
    'a/b~c': { type: 'integer' },
  },
};

const ERROR = { description: 'no', ...json({ type: 'object' }) };

/** Little enough to be read at a glance: whatever a scenario can say, something of it can be got wrong here. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'small', version: '1' },
  'x-rate-limit-tiers': { STANDARD: {}, ENTERPRISE: {} },
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        'x-required-capability': [{ capability: 'SELL' }],
        parameters: [
          { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
          { name: 'dry', in: 'query', schema: { type: 'boolean' } },
          { name: 'page', in: 'query', schema: { type: 'integer', maximum: 9 } },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string', enum: ['new', 'old'] } } },
          { name: 'note', in: 'query', schema: { type: 'string' } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: { required: true, ...json(ORDER) },
        responses: {
          201: {
            description: 'made',
            ...json(ORDER, { examples: { first: { value: { status: 'OPEN', count: 1 } } } }),
          },
          422: ERROR,
          503: ERROR,
        },
      },
    },
    '/orders/{uuid}': {
      get: {
        operationId: 'getOrder',
        'x-required-capability': ['SELL', { capability: 5 }, {}],
        parameters: [UUID],
        responses: {
          200: { description: 'it', ...json(ORDER) },
          404: {
            description: 'no',
            content: {
              'application/json': {
                schema: { type: 'object' },
                examples: { plain: { value: { type: 'https://described/busy' } } },
              },
              'application/problem+json': {
                schema: { type: 'object' },
                examples: { busy: { value: { type: 'https://described/busy', title: 'Busy' } } },
              },
            },
          },
        },
      },
      delete: {
        operationId: 'deleteOrder',
        parameters: [UUID],
        responses: { 204: { description: 'gone' }, 404: ERROR },
      },
    },
    '/payments': {
      post: {
        operationId: 'pay',
        parameters: [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: json({ type: 'object' }),
        responses: { 204: { description: 'paid' } },
      },
    },
    '/choices': {
      post: {
        operationId: 'choose',
        requestBody: json(CHOICES),
        responses: {
          200: { description: 'chosen', ...json(CHOICES) },
          201: { description: 'made', ...json({ ...TWO, anyOf: [A, B] }) },
        },
      },
      put: {
        operationId: 'sendForm',
        requestBody: {
          content: {
            'application/json': { schema: { properties: { first: { type: 'string' } } } },
            'application/other+json': { schema: { properties: { second: { type: 'string' } } } },
          },
        },
        responses: { 204: { description: 'taken' } },
      },
      patch: {
        operationId: 'sendAnything',
        requestBody: { content: { 'application/json': {} } },
        responses: { 200: { description: 'taken', content: { 'application/json': {} } } },
      },
    },
    '/partners/{partner}/orders': {
      get: {
        operationId: 'listPartnerOrders',
        parameters: [
          { name: 'partner', in: 'path', required: true, schema: { type: 'string' }, 'x-authorized-partner': true },
        ],
        responses: { 204: { description: 'none' } },
      },
    },
    '/orders/{uuid}/picture': {
      put: {
        operationId: 'putPicture',
        parameters: [UUID],
        requestBody: { content: { 'image/png': {} } },
        responses: { 204: { description: 'there' } },
      },
      get: {
        operationId: 'getPicture',
        parameters: [UUID, { name: 'X-Trace', in: 'header', schema: { type: 'string' } }],
        responses: { 200: { description: 'it', content: { 'image/png': {} } } },
      },
    },
  },
  webhooks: {
    'order.done': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  data: {
                    type: 'object',
                    required: ['uuid'],
                    properties: { uuid: { type: 'string' }, count: { type: 'integer' } },
                  },
                },
              },
              examples: { only: { value: { data: { uuid: 'o-1' } } } },
            },
          },
        },
      },
    },
    'buyer.made': {
      post: {
        requestBody: json({
          properties: { data: { type: 'object', required: ['uuid'], properties: { uuid: { type: 'string' } } } },
        }),
      },
    },
  },
};

const FIXTURES: FixtureWords = {
  names: () => Promise.resolve(['ready', 'blocked']),
  diagnosticsOf: (given) =>
    Promise.resolve(
      given.flatMap(({ with: members = {} }, index) =>
        Object.keys(members)
          .filter((name) => name !== 'count')
          .map((name) => ({ path: [index, 'with', name], message: `no member ${name}` })),
      ),
    ),
};

export const smallScenarioSchema = (change: object = {}): ScenarioSchema =>
  createScenarioSchema({
    contract: readContract({
      file: 'small.yaml',
      document: structuredClone({ ...DOCUMENT, ...change }),
      explainReference: () => 'leads nowhere',
    }),
    simulators: new Map([['finish', { needs: ['orderUuid'], takes: ['reason'] }]]),
    fixtures: FIXTURES,
  });
