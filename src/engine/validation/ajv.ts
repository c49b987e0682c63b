import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import { SchemaEnv } from 'ajv/dist/compile/index.js';
import formats from 'ajv-formats';
import { memoize, once, getOrInsert } from '../../kernel/caches.ts';
import { isObject } from '../../kernel/json.ts';
import type { Contract } from '../contract/contract.ts';
import { type DocumentUse, documentFor } from '../contract/document-uses.ts';
import { holdsObject, type SchemaObject } from '../contract/walk-schema.ts';
import { shapesOf, type SchemaShapes } from '../contract/schema-shapes.ts';
import { xmlValuesOf } from '../message/xml.ts';
import { toExpression } from '../contract/expression.ts';
import { createChooser, readAlternatives } from './alternatives.ts';
import { countCompiled } from './compile-in-turns.ts';
import { compiledOr, type CompileOne, createEffort, referLazily, SchemaError } from './lazy-references.ts';
import { setMember } from './text-values.ts';
import { improveKeywords } from './keywords.ts';

/** The key of the document in Ajv, so that `#/components/...` within it resolves. */
const DOCUMENT = 'description';

/**
 * Compiles the schema at a pointer of the contract's document, or one that is given. `$ref`s are not inlined, so circular ones are
 * supported.
 */
export type Compile = (schema: string | object) => ValidateFunction;

export interface Compilers {
  /** For bodies and responses: no coercion. Stops at the first error. */
  readonly exact: Compile;
  /** The same with all errors: for small values only, since errors below a `$ref` take quadratic time. */
  readonly listing: Compile;
  /**
   * The errors of a value; empty if it is valid. Checks validity in time linear in the size of the value; only if invalid, lists all errors, on a copy with truncated arrays and
   * objects: listing takes time quadratic in the number of errors, which a hostile body controls.
   */
  readonly finding: (schema: string | object) => (value: unknown) => readonly ErrorObject[];
  /**
   * For our own output: formats are checked by syntax only, since our output never contains a date such as 30 February.
   */
  readonly own: Compile;
  readonly shapes: SchemaShapes;
  readonly xml: ReturnType<typeof xmlValuesOf>;
  readonly isForeign: boolean;
  /**
   * Whether a form has the members of an object as pairs of their own where no encoding says otherwise (OpenAPI 3.0.4, Support for
   * x-www-form-urlencoded Request Bodies; from 3.1 on it has JSON).
   */
  readonly explodesObjects: boolean;
}

/** What we accept, we also return: the expression of ajv-formats knows leap seconds in UTC only. */
const LIKE_A_DATE_TIME = /^\d{4}-[01]\d-[0-3]\dt[0-2]\d:[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i;

const OPTIONS: Options = {
  // The document was validated when it was loaded; a test checks our own in Ajv's strict mode.
  strict: false,
  validateSchema: false,
  logger: false,
  verbose: true,
  // 1e400 is read as Infinity, which is no number of JSON.
  strictNumbers: true,
};

/**
 * RFC 3339, section 5.6: `T` (also in lower case) between date and time, and a colon in the offset. ajv-formats accepts a blank
 * for the one and nothing for the other.
 */
const AS_IN_RFC_3339 = {
  'date-time': /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i,
  time: /^\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i,
};

const addInteger = (ajv: Ajv2020, name: string, least: number, beyond: number): void => {
  const validate = (value: number): boolean => !Number.isInteger(value) || (value >= least && value < beyond);
  ajv.addFormat(name, { type: 'number', validate });
};

const addFormats = (ajv: Ajv2020, mode: 'full' | 'fast'): void => {
  formats.default(ajv, { mode });
  // Of OpenAPI's format registry; ajv-formats accepts any integer as int64, even 1e19.
  for (const bits of [8, 16, 32, 64]) {
    addInteger(ajv, `int${bits}`, -(2 ** (bits - 1)), 2 ** (bits - 1));
    addInteger(ajv, `uint${bits}`, 0, 2 ** bits);
  }
  if (mode === 'fast') {
    ajv.addFormat('date-time', LIKE_A_DATE_TIME);
    return;
  }
  for (const name of ['date-time', 'time'] as const) {
    const { validate } = formats.default.get(name, mode) as { readonly validate: (text: string) => boolean };
    ajv.addFormat(name, (text) => AS_IN_RFC_3339[name].test(text) && validate(text));
  }
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

const createCompile = (
  contract: Contract,
  document: object,
  {
    options,
    mode = 'full',
    first,
  }: {
    readonly options?: Options;
    readonly mode?: 'full' | 'fast';
    /** The compiler of validators that stop at the first error. */
    readonly first?: CompileOne;
  } = {},
): CompileOne => {
  const ajv = new Ajv2020({ ...OPTIONS, ...(contract.isForeign ? FOREIGN : {}), ...options });
  // Tracking evaluated members makes the generated code several times larger.
  if (contract.isForeign && !holdsUnevaluated(document)) ajv.opts.unevaluated = false;
  addFormats(ajv, mode);
  improveKeywords(ajv, contract.isForeign);
  addDocument(ajv, document);
  const compile = (schema: object) => ajv.compile(schema);
  const createChoose = createChooser(document as SchemaObject);
  if (!contract.isForeign) {
    readAlternatives(ajv, { createChoose });
    return compile;
  }
  const effort = createEffort();
  readAlternatives(ajv, { createChoose, effort });
  return referLazily(ajv, { document, name: DOCUMENT, onceEach, compileFirst: first, effort });
};

const toSafe = (pattern: string) => toExpression(pattern) ?? ANYTHING;

const ANYTHING = /(?:)/;

/**
 * Members may be named `constructor`, and patterns may backtrack exponentially. Optimizing the generated code takes
 * longer than it saves, since most of the thousands of schemas are used once.
 */
const FOREIGN: Options = {
  ownProperties: true,
  code: { optimize: false, regExp: Object.assign(toSafe, { code: 'toExpression' }) },
};

/** Whether any schema uses `unevaluatedProperties` or `unevaluatedItems`. */
const holdsUnevaluated = memoize((document: object): boolean =>
  holdsObject(document, (node) => Object.keys(node).some((keyword) => keyword.startsWith('unevaluated'))),
);

/** For what is validated now and then: optimizing the generated code takes a third of the time of a first call. */
const UNOPTIMIZED: Options = { code: { optimize: false } };

/**
 * Compiles equal schemas once: Ajv caches by schema object, and servers that share a compiler each make their own. Converts
 * all errors to SchemaErrors and caches them too: otherwise each request would try to compile again.
 */
const onceEach = (compile: CompileOne): CompileOne => {
  const compiled = new Map<string, ValidateFunction | SchemaError>();
  const attempt = (schema: object): ValidateFunction | SchemaError => {
    try {
      return compile(schema);
    } catch (error) {
      return new SchemaError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };
  return (schema) => {
    const found = getOrInsert(compiled, JSON.stringify(schema), () => {
      countCompiled(0);
      return attempt(schema);
    });
    if (found instanceof SchemaError) throw found;
    return found;
  };
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
  const { info, tags, ...document } = contract.document;
  const compiler = (variant?: Parameters<typeof createCompile>[2]): Compile => {
    /** The Ajv instance is created on first use. */
    const create = once(() => createCompile(contract, document, variant));
    const compile = onceEach((schema) => create()(schema));
    /** Saves serializing the references that are compiled most. */
    const compiled = new Map<string, ValidateFunction>();
    return (schema) =>
      typeof schema === 'string'
        ? getOrInsert(compiled, schema, (pointer) => compile(toReference(pointer)))
        : compile(schema);
  };
  const exact = compiler();
  const listing = compiler({ options: { allErrors: true }, first: exact });
  return {
    exact,
    listing,
    finding: (schema) => {
      let fits: ValidateFunction | undefined;
      return (value) => {
        fits ??= exact(schema);
        if (fits(value)) return NO_ERRORS;
        const found = fits.errors ?? [];
        const list = listing(schema);
        // Listing may be too much effort where stopping at the first error was not. The errors may be beyond the truncation: then
        // only the first error is reported.
        return compiledOr(found, () => (list(firstMembers(value, LISTED)) ? found : (list.errors ?? found)));
      };
    },
    // Responses of foreign descriptions are mostly their examples, which `exact` checks anyway.
    own: contract.isForeign ? exact : compiler({ options: UNOPTIMIZED, mode: 'fast' }),
    shapes: shapesOf(contract.document),
    xml: xmlValuesOf(contract.document),
    isForeign: contract.isForeign,
    explodesObjects: contract.isForeign && String(contract.document['openapi']).startsWith('3.0'),
  };
};

const NO_ERRORS: readonly ErrorObject[] = [];

/** Maximum number of members or items per array or object when listing errors. */
const LISTED = 200;

/**
 * The value itself, or a copy with truncated arrays and objects, at every level, if it has more members anywhere: plain
 * objects, since `const` compares by deep equality.
 */
export const firstMembers = (value: unknown, most: number): unknown =>
  isShort(value, most) ? value : cut(value, most);

/** Nearly every value is: counting is cheaper than a copy. */
const isShort = (value: unknown, most: number): boolean => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (Array.isArray(value)) return value.length <= most && value.every((item) => isShort(item, most));
  let members = 0;
  for (const key in value)
    if (++members > most || !isShort((value as Record<string, unknown>)[key], most)) return false;
  return true;
};

const cut = (value: unknown, most: number): unknown => {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cut(item, most));
  if (!isObject(value) || ArrayBuffer.isView(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).slice(0, most)) setMember(copy, key, cut(value[key], most));
  return copy;
};
