import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contract } from '../../../src/engine/contract/contract.ts';
import { loadContract } from '../../../src/engine/validation/load-contract.ts';
import { commonGenerators } from '../../../src/engine/faking/common-generators.ts';
import { isJsonMediaType } from '../../../src/kernel/http.ts';
import { vatGenerators } from '../../../src/vat/faking/generators.ts';
import { POINTER, createBodies, documentOf, leftToLibrary } from '../../support/draw-bodies.ts';

const SEEDS = Array.from({ length: 40 }, (_, index) => `seed ${String(index)}`);

/** Recipes do not know `$anchor`, which no description has any more when it is loaded. */
const anchored = { type: 'integer', $anchor: 'here', minimum: 0, maximum: 9 };
const ref = { $ref: '#/components/schemas/Exotic' };

describe.each([
  { name: 'an exotic schema', schema: anchored },
  {
    name: 'an exotic part of an ordinary whole',
    schema: {
      type: 'object',
      required: ['one', 'list'],
      properties: { one: ref, list: { type: 'array', items: ref } },
    },
  },
])('$name', ({ schema }) => {
  const document = documentOf(schema, { Exotic: anchored });

  test('is drawn with the help of json-schema-faker, and the same again', async () => {
    expect(leftToLibrary(document)(POINTER)).not.toEqual([]);
    const [draw, again] = [createBodies(document), createBodies(document)];
    for (const seed of SEEDS) {
      const { value } = await draw(POINTER, seed);
      expect(value).not.toBeUndefined();
      expect((await again(POINTER, seed)).value).toEqual(value);
    }
  });
});

describe('our description', () => {
  const generators = { ...commonGenerators, ...vatGenerators };
  let contract: Contract;
  beforeAll(async () => {
    contract = await loadContract('spec/openapi.yaml', { trusted: true });
  });

  const pointers = (): Set<string> =>
    new Set(
      contract.operations
        .flatMap(({ responses }) => responses)
        .flatMap(({ contents, headers }) => [
          ...contents.filter(({ mediaType }) => isJsonMediaType(mediaType)),
          ...headers,
        ])
        .flatMap(({ schema }) => (schema === undefined ? [] : [schema.pointer])),
    );

  test('leaves nothing to json-schema-faker', () => {
    const left = leftToLibrary(contract.document, generators);
    expect(pointers().size).toBeGreaterThan(80);
    for (const pointer of pointers()) expect([pointer, left(pointer)]).toEqual([pointer, []]);
  });

  test('has bodies that fit at the first attempt', async () => {
    const draw = createBodies(contract.document, generators);
    for (const pointer of pointers()) {
      for (const seed of SEEDS.slice(0, 20)) {
        const { value, attempts } = await draw(pointer, seed);
        expect([pointer, seed, attempts, value === undefined]).toEqual([pointer, seed, 1, false]);
      }
    }
  });
});
