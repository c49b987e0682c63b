import type { SchemaPlace } from '../../src/engine/contract/contract.ts';
import type { SchemaObject } from '../../src/engine/contract/walk-schema.ts';
import { commonGenerators } from '../../src/engine/faking/common-generators.ts';
import { createFaker } from '../../src/engine/faking/create-faker.ts';
import type { Generators } from '../../src/engine/faking/generator.ts';
import { type Compile, createCompilers } from '../../src/engine/validation/ajv.ts';
import { TODAY } from './create-draw.ts';
import { createTestClock } from './test-clock.ts';

export interface DrawnBody {
  readonly value: unknown;
  /** How many values were made until one fitted. */
  readonly attempts: number;
}

/** Draws bodies as the engine does, and counts what it took. */
export const createBodies = (document: SchemaObject, generators: Generators = commonGenerators) => {
  const { exact } = createCompilers({ document } as never);
  let attempts = 0;
  const counting = ((pointer) => {
    const validate = exact(pointer);
    return (value: unknown) => {
      attempts++;
      return validate(value);
    };
  }) as Compile;
  const fake = createFaker({
    document,
    compileAt: counting,
    generators,
    clock: createTestClock(TODAY),
    nextTurn: setImmediate,
  });
  return async (pointer: string, seed: string): Promise<DrawnBody> => {
    attempts = 0;
    const value = await fake({ pointer, schema: undefined } satisfies SchemaPlace, seed);
    return { value, attempts };
  };
};

export const POINTER = '#/components/schemas/Tested';

/** A document of which one schema is looked at; `others` are there to be referred to. */
export const documentOf = (schema: unknown, others: SchemaObject = {}): SchemaObject => ({
  components: { schemas: { ...others, Tested: schema } },
});
