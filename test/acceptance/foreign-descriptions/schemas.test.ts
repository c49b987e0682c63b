import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FAKES } from '../../../src/generated/fakes.ts';
import { type ServedSchemas, serveSchemas } from '../../support/serve-schemas.ts';

const text = { type: 'string' };
const lives = { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } };

/** The dialect of OpenAPI 3.0, where it differs from JSON Schema (OpenAPI 3.0.4, section 4.7.24), and compositions. */
const SCHEMAS = {
  remark: {
    ...{ type: 'object', required: ['description', 'count'] },
    properties: { description: text, count: { type: 'integer' } },
  },
  nullables: {
    type: 'object',
    additionalProperties: false,
    required: ['text'],
    properties: {
      text: { ...text, nullable: true },
      plain: text,
      choice: { ...text, nullable: true, enum: ['A', 'B'] },
      pet: { nullable: true, allOf: [lives] },
    },
  },
  bounds: {
    type: 'object',
    properties: {
      above: { type: 'number', minimum: 0, exclusiveMinimum: true },
      below: { type: 'number', maximum: 10, exclusiveMaximum: true },
      from: { type: 'number', minimum: 0, exclusiveMinimum: false },
    },
  },
  either: {
    anyOf: [
      { type: 'object', required: ['name'], properties: { name: text } },
      { type: 'object', required: ['number'], properties: { number: { type: 'integer' } } },
    ],
  },
  tree: { $ref: '#/components/schemas/Tree' },
};
const shared = {
  Tree: {
    type: 'object',
    required: ['name', 'children'],
    properties: {
      name: { type: 'string', minLength: 1 },
      children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    },
  },
};

let served: ServedSchemas;
beforeAll(async () => {
  served = await serveSchemas(Object.values(SCHEMAS), { shared });
});
afterAll(() => served.stop());

test('nothing is wrong with the description', () => {
  expect(served.mock.findings).toEqual([]);
});

test.each<[name: keyof typeof SCHEMAS, body: object, expected: 'taken' | readonly string[]]>([
  ['nullables', { text: null }, 'taken'],
  ['nullables', { text: 'a', choice: null, pet: null }, 'taken'],
  ['nullables', { text: 'a', choice: 'A', pet: { lives: 9 } }, 'taken'],
  ['nullables', {}, ['text']],
  ['nullables', { text: 1 }, ['text']],
  ['nullables', { text: 'a', plain: null }, ['plain']],
  ['nullables', { text: 'a', choice: 'C' }, ['choice']],
  ['nullables', { text: 'a', nullable: true }, ['nullable']],
  ['bounds', { above: 0.1, below: 9.9, from: 0 }, 'taken'],
  ['bounds', { above: 0 }, ['above']],
  ['bounds', { below: 10 }, ['below']],
  ['bounds', { from: -1 }, ['from']],
  ['either', { name: 'a' }, 'taken'],
  ['either', { number: 1 }, 'taken'],
  ['either', { other: 1 }, ['']],
  ['tree', { name: 'a', children: [{ name: 'b', children: [] }] }, 'taken'],
  ['tree', { name: 'a', children: [{ name: '', children: [] }] }, ['children[0].name']],
])('%s: %j is %j', async (name, body, expected) => {
  expect(await served.post(Object.keys(SCHEMAS).indexOf(name), body)).toEqual(expected);
});

test('what is generated has no text about vehicles, and no number below zero without need', async () => {
  for (let turn = 0; turn < 20; turn++) {
    const { body } = (await served.get(0, 'dynamic=true')) as { body: { description: string; count: number } };
    expect(FAKES.remarks).not.toContain(body.description);
    expect(body.count).toBeGreaterThanOrEqual(0);
  }
});
