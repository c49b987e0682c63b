import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contract } from '../../../src/engine/contract/contract.ts';
import { loadContract } from '../../../src/engine/validation/load-contract.ts';
import { commonGenerators } from '../../../src/engine/faking/common-generators.ts';
import { isJsonMediaType } from '../../../src/kernel/http.ts';
import { vatGenerators } from '../../../src/vat/faking/generators.ts';
import { createBodies } from '../../support/draw-bodies.ts';

const SEEDS = Array.from({ length: 40 }, (_, index) => `seed ${String(index)}`);

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

  test('has bodies that fit at the first attempt', async () => {
    expect(pointers().size).toBeGreaterThan(80);
    const draw = createBodies(contract.document, generators);
    for (const pointer of pointers()) {
      for (const seed of SEEDS.slice(0, 20)) {
        const { value, attempts } = await draw(pointer, seed);
        expect([pointer, seed, attempts, value === undefined]).toEqual([pointer, seed, 1, false]);
      }
    }
  });
});
