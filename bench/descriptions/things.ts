import type { Json } from './json.ts';

/** A thing as clients create it, and as it comes back. */
export const thing = (id: number): Json => ({
  id,
  name: `Thing ${String(id)}`,
  size: 'M',
  note: 'Made for the benchmark',
  price: 1250,
});

const Thing = {
  type: 'object',
  required: ['id', 'name', 'size'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    name: { type: 'string', maxLength: 40 },
    size: { type: 'string', enum: ['S', 'M', 'L'] },
    note: { type: 'string' },
    price: { type: 'integer' },
  },
};

const asJson = (schema: Json, example: unknown): Json => ({ content: { 'application/json': { schema, example } } });
const answer = (schema: Json, example: unknown): Json => ({ description: 'As asked for.', ...asJson(schema, example) });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };

/**
 * A description of things that are kept, and of samples, which are not. Scalar's mock server keeps what the code in `x-handler`
 * keeps, and nothing without it.
 */
export const describeThings = (): Json => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: {
    '/things': {
      post: {
        operationId: 'createThing',
        requestBody: { required: true, ...asJson(Thing, thing(1)) },
        responses: { '201': answer(Thing, thing(1)) },
        'x-handler': "return store.create('Thing', req.body)",
      },
      get: {
        operationId: 'listThings',
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
        ],
        responses: { '200': answer({ type: 'array', items: Thing }, [thing(1)]) },
        'x-handler': "return store.list('Thing').slice(0, Number(req.query.limit))",
      },
    },
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        parameters: [id],
        responses: { '200': answer(Thing, thing(1)) },
        'x-handler': "return store.get('Thing', req.params.id)",
      },
    },
    '/samples/{id}': {
      get: { operationId: 'getSample', parameters: [id], responses: { '200': answer(Thing, thing(1)) } },
    },
  },
});
