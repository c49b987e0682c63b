import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { loadContract } from '../../../../src/engine/validation/load-contract.ts';
import { specFile } from '../../../support/spec-files.ts';

type Schema = Readonly<Record<string, unknown>>;

const SAID = new Set(['description', 'examples', 'default']);

/** What a schema demands, without what it says about it. */
const demands = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(demands);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { readonly $ref?: string };
  if ($ref !== undefined) return { $ref: $ref.slice($ref.lastIndexOf('/') + 1).toLowerCase() };
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !SAID.has(key) || typeof value === 'object')
      .filter(([key]) => key !== 'examples')
      .map(([key, value]) => [key, demands(value)]),
  );
};

test('a rule is the same in a scenario and in the control API', async () => {
  const scenario = JSON.parse(await readFile(specFile('../scenarios/scenario.schema.json'), 'utf8')) as {
    readonly $defs: { readonly delivery: Schema };
  };
  const { document } = await loadContract(specFile('admin.yaml'), { trusted: true });
  const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, Schema>> };
  const [inScenario, inControl] = [scenario.$defs.delivery, schemas['DeliveryRule']!];
  const propertiesOf = ({ properties }: Schema) => properties as Readonly<Record<string, Schema>>;
  const { outcomes: one, ...others } = propertiesOf(inScenario);
  const { outcomes: other, ...rest } = propertiesOf(inControl);
  expect(demands(rest)).toEqual(demands(others));
  expect({ ...one, items: '', description: '', examples: [] }).toEqual({
    ...other,
    items: '',
    description: '',
    examples: [],
  });
  // Written in two ways, for the editor to complete the one and for readers of the other.
  const { then, else: names } = one!['items'] as { readonly then: Schema; readonly else: Schema };
  expect((other!['items'] as Schema)['anyOf']).toEqual([
    { type: 'integer', minimum: then['minimum'], maximum: then['maximum'] },
    { enum: names['enum'] },
  ]);
});
