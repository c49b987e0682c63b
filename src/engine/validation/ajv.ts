import { Ajv2020, type Options, type ValidateFunction, _, str } from 'ajv/dist/2020.js';
import { SchemaEnv } from 'ajv/dist/compile/index.js';
import formats from 'ajv-formats';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { isInt64 } from '../../kernel/json.ts';
import type { Contract } from '../contract/contract.ts';
import { type DocumentUse, documentFor } from '../contract/document-uses.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import { type SchemaShapes, createSchemaShapes } from '../contract/schema-shapes.ts';
import { toRegExp } from '../contract/expression.ts';
import { readAlternatives } from './alternatives.ts';
import { createChooser } from './choose-alternative.ts';
import { referLazily } from './lazy-references.ts';
import { isMultipleOf } from './multiple-of.ts';
import { SchemaError } from './schema-error.ts';
import { readUniqueItems } from './unique-items.ts';

/** The key of the document in Ajv, so that `#/components/...` within it resolves. */
const DOCUMENT = 'description';

/**
 * Compiles the schema at a pointer of the contract's document. `$ref`s are not inlined, so circular ones are supported.
 */
export type CompileAt = (pointer: string) => ValidateFunction;

type Compile = (schema: object) => ValidateFunction;

export interface Compilers {
  /** For bodies and responses: no coercion. Stops at the first error. */
  readonly exact: CompileAt;
  /** The same with all errors: for small values only, since errors below a `$ref` take quadratic time. */
  readonly exactListing: CompileAt;
  /** The same for a schema in an extension of the description. */
  readonly inline: Compile;
  /** For textual values (parameters, forms): `"20"` is valid as the integer 20 and converted to it. */
  readonly coercing: Compile;
  readonly coercingListing: Compile;
  /**
   * For our own output: formats are checked by syntax only, since our output never contains a date such as 30 February.
   */
  readonly own: CompileAt;
  readonly ownCoercing: Compile;
  readonly shapes: SchemaShapes;
  readonly isForeign: boolean;
}

/** What we accept, we also return: the expression of ajv-formats knows leap seconds in UTC only, and no blank before the time. */
const LIKE_A_DATE_TIME =
  /^\d{4}-[01]\d-[0-3]\d[t\s][0-2]\d:[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i;

const OPTIONS: Options = {
  // The document was validated when it was loaded; a test checks our own in Ajv's strict mode.
  strict: false,
  validateSchema: false,
  logger: false,
  verbose: true,
  // 1e400 is read as Infinity, which is no number of JSON.
  strictNumbers: true,
};

/** In decimal arithmetic; Ajv's own keyword divides binary floating-point numbers. */
const addMultipleOf = (ajv: Ajv2020): void => {
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => isMultipleOf(value, step),
    errors: false,
    error: {
      message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`,
      params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}`,
    },
  });
};

/**
 * Equivalent to `addSchema`, but without searching the whole document for `$id` and `$anchor`: none are left, and for
 * each instance the search would take most of the time of a first call.
 */
const addDocument = (ajv: Ajv2020, document: object): void => {
  const environment = new SchemaEnv({ schema: document, schemaId: '$id', baseId: DOCUMENT, localRefs: {} });
  ajv.schemas[DOCUMENT] = environment;
  ajv.refs[DOCUMENT] = environment;
};

interface Setting {
  readonly contract: Contract;
  readonly document: object;
  readonly shapes: SchemaShapes;
  /** Whether any schema uses `unevaluatedProperties` or `unevaluatedItems`. */
  readonly holdsUnevaluated: boolean;
}

interface Variant {
  readonly mode?: 'full' | 'fast';
  /** The compiler of validators that stop at the first error. */
  readonly first?: Compile;
}

const createCompile = (setting: Setting, options: Options, { mode = 'full', first }: Variant = {}): Compile => {
  const { contract, document, shapes } = setting;
  const foreign: Options = contract.isForeign ? forForeign(contract) : {};
  const ajv = new Ajv2020({ ...OPTIONS, ...foreign, ...options });
  // Tracking evaluated members makes the generated code several times larger.
  if (contract.isForeign && !setting.holdsUnevaluated) ajv.opts.unevaluated = false;
  formats.default(ajv, { mode });
  if (mode === 'fast') ajv.addFormat('date-time', LIKE_A_DATE_TIME);
  // ajv-formats accepts any integer as int64, even 1e19.
  ajv.addFormat('int64', { type: 'number', validate: (value) => !Number.isInteger(value) || isInt64(value) });
  addMultipleOf(ajv);
  readUniqueItems(ajv);
  const coerces = options.coerceTypes !== undefined;
  readAlternatives(ajv, {
    shapes: coerces ? shapes : undefined,
    createChoose: contract.isForeign
      ? createChooser(document as SchemaObject, {
          isHint: contract.discriminators !== 'choose',
          isTextual: coerces,
        })
      : undefined,
  });
  addDocument(ajv, document);
  const compile = (schema: object) => ajv.compile(schema);
  return contract.isForeign
    ? referLazily(ajv, { document, name: DOCUMENT, compile: onceEach(compile), compileFirst: first })
    : compile;
};

/**
 * Members may be named `constructor`, and patterns may backtrack exponentially. Optimizing the generated code takes
 * longer than it saves, since most of the thousands of schemas are used once.
 */
const forForeign = ({ expressions }: Contract): Options => {
  const regExp = (pattern: string) => expressions?.get(pattern) ?? toRegExp(pattern) ?? ANYTHING;
  return { ownProperties: true, code: { optimize: false, regExp: Object.assign(regExp, { code: 'toExpression' }) } };
};

/** For what is validated now and then: optimizing the generated code takes a third of the time of a first call. */
const UNOPTIMIZED: Options = { code: { optimize: false } };

const ANYTHING = /(?:)/;

const holdsKeyword = (node: unknown, keyword: RegExp): boolean =>
  typeof node === 'object' &&
  node !== null &&
  Object.entries(node).some(([key, member]) => keyword.test(key) || holdsKeyword(member, keyword));

/**
 * Compiles equal schemas once: Ajv caches by schema object, and servers that share a compiler each make their own. Converts
 * all errors to SchemaErrors and caches them too: otherwise each request would try to compile again.
 */
const onceEach = (compile: Compile): Compile => {
  const compiled = new Map<string, ValidateFunction | SchemaError>();
  const attempt = (schema: object): ValidateFunction | SchemaError => {
    try {
      return compile(schema);
    } catch (error) {
      return new SchemaError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
  return (schema) => {
    const found = getOrInsert(compiled, JSON.stringify(schema), () => attempt(schema));
    if (found instanceof SchemaError) throw found;
    return found;
  };
};

/** Saves serializing the references that are compiled most. */
const byPointer = (compile: Compile): CompileAt => {
  const compiled = new Map<string, ValidateFunction>();
  return (at) => getOrInsert(compiled, at, (pointer) => compile(toReference(pointer)));
};

export const toReference = (pointer: string): { $ref: string } => ({ $ref: `${DOCUMENT}${pointer}` });

const ofDocuments = new WeakMap<object, Compilers>();

/**
 * The compilers of a document, which all its users share: schemas are compiled once for validation at load time, serving and
 * all else. Only foreign descriptions distinguish what a schema is used for.
 */
export const createCompilers = (contract: Contract, use?: DocumentUse): Compilers => {
  const document = use === undefined || !contract.isForeign ? contract.document : documentFor(contract.document, use);
  return getOrInsert(ofDocuments, document, () => makeCompilers({ ...contract, document }));
};

const makeCompilers = (contract: Contract): Compilers => {
  // Documentation is left out because Ajv would search it for keywords: examples may contain a key named "$id".
  const { info, tags, ...relevant } = contract.document;
  const shapes = createSchemaShapes(contract.document);
  const holdsUnevaluated = contract.isForeign && holdsKeyword(relevant, /^unevaluated/);
  const setting: Setting = { contract, document: relevant, shapes, holdsUnevaluated };
  /** The Ajv instance is created on first use. */
  const compiler = (options: Options, variant?: Variant): Compile => {
    let compile: Compile | undefined;
    return onceEach((schema) => (compile ??= createCompile(setting, options, variant))(schema));
  };
  const inline = compiler({});
  const exact = byPointer(inline);
  const coercing = compiler({ coerceTypes: true });
  return {
    shapes,
    exact,
    inline,
    exactListing: byPointer(compiler({ allErrors: true }, { first: inline })),
    coercing,
    coercingListing: compiler({ coerceTypes: true, allErrors: true }, { first: coercing }),
    // Responses of foreign descriptions are mostly their examples, which `exact` checks anyway.
    isForeign: contract.isForeign,
    own: contract.isForeign ? exact : byPointer(compiler(UNOPTIMIZED, { mode: 'fast' })),
    ownCoercing: compiler({ ...UNOPTIMIZED, coerceTypes: true }, { mode: 'fast' }),
  };
};
