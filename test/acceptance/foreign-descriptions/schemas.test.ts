import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FAKES } from '../../../src/generated/fakes.ts';
import { type ServedSchemas, serveSchemas } from '../../support/serve-schemas.ts';

const text = { type: 'string' };
const lives = { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } };

/** The dialect of OpenAPI 3.0, where it differs from JSON Schema (OpenAPI 3.0.4, section 4.7.24). */
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
};

let served: ServedSchemas;
beforeAll(async () => {
  served = await serveSchemas(Object.values(SCHEMAS));
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
