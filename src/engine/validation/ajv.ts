import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isInt64 } from '../../kernel/json.ts';
import type { Contract } from '../contract/contract.ts';

/** The key under which the document is known, so that `#/components/...` within it resolves. */
const DOCUMENT = 'description';

/** Compiles the schema at a pointer of the contract's document. `$ref`s stay references: circles are no trouble. */
export type CompileAt = (pointer: string) => ValidateFunction;

export interface Compilers {
  /** For bodies and replies: types are as they are. Stops at the first error. */
  readonly exact: CompileAt;
  /** The same, with all errors: for small values only, since errors below a `$ref` cost their number squared. */
  readonly exactListing: CompileAt;
  /** The same for a schema that stands in an extension of the description. */
  readonly inline: (schema: object) => ValidateFunction;
  /** For what arrives as text (parameters, forms): `"20"` counts as the integer 20, and becomes it. */
  readonly coercing: (schema: object) => ValidateFunction;
  readonly coercingListing: (schema: object) => ValidateFunction;
  /** For what we say ourselves: formats are looked at by their form alone, since none of ours names a 30th of February. */
  readonly own: CompileAt;
  readonly ownCoercing: (schema: object) => ValidateFunction;
}

const OPTIONS: Options = {
  // The document was looked at when it was loaded; our own is held to Ajv's strict mode by a test.
  strict: false,
  validateSchema: false,
  logger: false,
  verbose: true,
};

const createAjv = (document: object, options: Options, mode: 'full' | 'fast' = 'full'): Ajv2020 => {
  const ajv = new Ajv2020({ ...OPTIONS, ...options });
  formats.default(ajv, { mode });
  // ajv-formats takes any whole number for an int64, even 1e19.
  ajv.addFormat('int64', { type: 'number', validate: (value) => !Number.isInteger(value) || isInt64(value) });
  ajv.addSchema(document, DOCUMENT);
  return ajv;
};

/** A schema of the description that cannot be compiled: the fault is the description's, not ours. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** Makes every fault a SchemaError, and remembers it: each request would try again otherwise. */
const faultsAsSchemaErrors = <T>(compile: (schema: T) => ValidateFunction): ((schema: T) => ValidateFunction) => {
  const faults = new Map<string, SchemaError>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const known = faults.get(key);
    if (known !== undefined) throw known;
    try {
      return compile(schema);
    } catch (error) {
      const fault = new SchemaError(error instanceof Error ? error.message : String(error), { cause: error });
      faults.set(key, fault);
      throw fault;
    }
  };
};

const lazily = <T>(create: () => T): (() => T) => {
  let created: { value: T } | undefined;
  return () => (created ??= { value: create() }).value;
};

export const toReference = (pointer: string): { $ref: string } => ({ $ref: `${DOCUMENT}${pointer}` });

export const createCompilers = ({ document }: Contract): Compilers => {
  // What only people read would be searched for keywords otherwise: examples may hold a key named "$id".
  const { info, tags, ...relevant } = document;
  const exact = lazily(() => createAjv(relevant, {}));
  const exactListing = lazily(() => createAjv(relevant, { allErrors: true }));
  const coercing = lazily(() => createAjv(relevant, { coerceTypes: true }));
  const coercingListing = lazily(() => createAjv(relevant, { coerceTypes: true, allErrors: true }));
  const own = lazily(() => createAjv(relevant, {}, 'fast'));
  const ownCoercing = lazily(() => createAjv(relevant, { coerceTypes: true }, 'fast'));
  return {
    exact: faultsAsSchemaErrors((pointer: string) => exact().compile(toReference(pointer))),
    inline: faultsAsSchemaErrors((schema: object) => exact().compile(schema)),
    exactListing: faultsAsSchemaErrors((pointer: string) => exactListing().compile(toReference(pointer))),
    coercing: faultsAsSchemaErrors((schema: object) => coercing().compile(schema)),
    coercingListing: faultsAsSchemaErrors((schema: object) => coercingListing().compile(schema)),
    own: faultsAsSchemaErrors((pointer: string) => own().compile(toReference(pointer))),
    ownCoercing: faultsAsSchemaErrors((schema: object) => ownCoercing().compile(schema)),
  };
};
