import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Tree } from './description.ts';

/** Keywords that JSON Schema does not know and that may stand in our schemas. Any other key is a mistake. */
const SCENARIO_SCHEMA = ['discriminator', 'x-provenance', 'x-assumption', 'x-fake', 'x-fake-relate'];

export interface StrictAjv {
  /** The validator of the schema at a place of the document; throws where the schema holds what nobody knows. */
  readonly at: (pointer: string) => ValidateFunction;
  /** The validator of a schema of the caller's, for instance of headers, whose values arrive as text. */
  readonly ofTexts: (schema: object) => ValidateFunction;
  /** A reference to a place of the document, for a schema of the caller's. */
  readonly reference: (pointer: string) => { readonly $ref: string };
}

const DOCUMENT = 'https://description.test/';

/** The parts of a document that hold schemas. Ajv looks at the root as if it were one, so their names are known to it. */
const PARTS = ['components', 'paths', 'webhooks'];

const create = (document: Tree, coerceTypes: boolean): Ajv2020 => {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: true,
    // A branch of `anyOf` may require what stands beside the `anyOf`.
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    coerceTypes,
  });
  formats.default(ajv);
  for (const keyword of [...SCENARIO_SCHEMA, ...PARTS]) ajv.addKeyword(keyword);
  ajv.addSchema(Object.fromEntries(PARTS.map((part) => [part, document[part] ?? {}])), DOCUMENT);
  return ajv;
};

/** Ajv as strict as it gets, and apart from the one that the server uses. */
export const createStrictAjv = (document: Tree): StrictAjv => {
  const exact = create(document, false);
  const coercing = create(document, true);
  const reference = (pointer: string) => ({ $ref: DOCUMENT + pointer });
  const validators = new Map<string, ValidateFunction>();
  return {
    at: (pointer) => {
      let validator = validators.get(pointer);
      if (validator === undefined) validators.set(pointer, (validator = exact.compile(reference(pointer))));
      return validator;
    },
    ofTexts: (schema) => coercing.compile(schema),
    reference,
  };
};

/** What is wrong with a value, in Ajv's words; empty when nothing is. */
export const faultsOf = (validate: ValidateFunction, value: unknown): string[] =>
  validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
