import type { Json } from './json.ts';

export const thingPath = (number: number): string => `/things-${String(number).padStart(4, '0')}`;

/** A description of so many operations, each with a path, a schema and an example of its own. */
export const makeManyOperations = (count: number): Json => ({
  openapi: '3.1.0',
  info: { title: `${String(count)} operations`, version: '1.0.0' },
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${thingPath(index + 1)}/{id}`,
      {
        get: {
          operationId: `getThing${String(index + 1)}`,
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
          responses: { '200': { description: 'The thing.', content: { 'application/json': thing(index + 1) } } },
        },
      },
    ]),
  ),
});

const thing = (number: number): Json => ({
  schema: {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'integer' },
      name: { type: 'string', maxLength: 40 },
      [`size${String(number)}`]: { type: 'string', enum: ['S', 'M', 'L'] },
    },
  },
  examples: { usual: { value: { id: number, name: `Thing ${String(number)}`, [`size${String(number)}`]: 'M' } } },
});
