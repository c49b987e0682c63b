import { describe, expect, test } from '@jest/globals';
import { loadOwnContract } from '../../src/edges/files/load-own-contract.ts';
import { referencesIn } from '../../src/engine/sandbox/record-schema.ts';
import { createCompilers } from '../../src/engine/validation/ajv.ts';
import { jobHandlers } from '../../src/vat/behaviours.ts';
import { records } from '../../src/composition/bundled-records.ts';

const contract = await loadOwnContract();

describe('the records of a sandbox', () => {
  const names = records.map(({ name }) => name);
  const schemas = [
    ...records.map(({ name, schema }) => [name, schema] as const),
    ...Object.entries(jobHandlers).flatMap(([kind, { data }]) => (data === undefined ? [] : [[kind, data] as const])),
  ];

  test.each(schemas)(
    '%s: its schema compiles with the description, and refers to collections that exist',
    (_, schema) => {
      expect(() => createCompilers(contract).exact(schema)).not.toThrow();
      expect(names).toEqual(expect.arrayContaining(referencesIn(schema).map(([, collection]) => collection)));
    },
  );
});
