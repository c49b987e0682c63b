import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { compileSchema, SchemaEnv } from 'ajv/dist/compile/index.js';
import { getOrInsert } from '../../kernel/caches.ts';
import { childPointer, valueAt } from '../../kernel/json-pointer.ts';
import { toNumbers } from '../../kernel/json.ts';
import { holdsObject, isSchemaObject, mapSubschemas } from '../contract/walk-schema.ts';
import { countCompiled } from './compile-in-turns.ts';

/** A schema that cannot be compiled, or leads to itself: the fault is in the description, not in the server. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/** What a check finds, or what holds where its schema does not compile. */
export const compiledOr = <T>(otherwise: T, check: () => T): T => {
  try {
    return check();
  } catch (error) {
    if (error instanceof SchemaError) return otherwise;
    throw error;
  }
};

/** Fewer alternatives for one value cost no more than the value itself. */
const FEW = 100;

/** Alternatives to evaluate for all values of a body. Each takes some microseconds, most behind a reference. */
const MOST = 6_000;

export type Effort = ReturnType<typeof createEffort>;

/** Bounds what one validation may do: a stranger's list has thousands of values, each for thousands of alternatives. */
export const createEffort = () => {
  let spent = 0;
  return {
    /** Throws a SchemaError when too much is spent. */
    spend: (alternatives: number): void => {
      if (alternatives < FEW) return;
      spent += alternatives;
      if (spent > MOST)
        throw new SchemaError(
          `its values have more than ${MOST} alternatives to evaluate; "const", "enum" or a discriminator can choose among them`,
        );
    },
    reset: (): void => {
      spent = 0;
    },
  };
};

type DataContext = Parameters<ValidateFunction>[1];

/** A value is looked at as a member, so that it may be a number itself: see `exact-numbers.ts`. */
const AT_ROOT = { instancePath: '', parentDataProperty: 'value', dynamicAnchors: {} };

const holdsReference = (schema: unknown): boolean => holdsObject(schema, (node) => '$ref' in node);

/** Objects of a schema that are compiled together: Ajv takes up to 0.2 ms for each of the first ones. */
const PIECE = 40;

/** Maximum number of errors below one reference, each of which is copied at each reference above. */
const MOST_ERRORS = 200;

/** Number of errors, also of alternatives, beyond which no more are listed. */
const ENOUGH_ERRORS = 1000;

export type CompileOne = (schema: object) => ValidateFunction;

/** What is evaluated differs by value: code that is compiled later must not rely on the last one. */
const DYNAMIC = { dynamicProps: true, dynamicItems: true };

/** The result of evaluating a reference at one place of a value. */
interface Outcome extends Partial<Record<'props' | 'items', unknown>> {
  readonly fits: boolean;
  readonly path: string;
  readonly errors: readonly ErrorObject[];
}

/** The place is being evaluated: a schema that asks for the result leads to itself, and would do so without end. */
const PENDING = 'pending';

/** Objects and arrays are their own key: in parsed JSON, each is in one place. */
const keyOf = (data: unknown, path: string): unknown =>
  typeof data === 'object' && data !== null ? data : `${path} ${typeof data} ${String(data)}`;

/**
 * Ajv compiles a schema together with everything it refers to, which in a description of hundreds of mutually dependent
 * schemas takes seconds within one request. This compiles a reference when the first value reaches it, which for most
 * never happens. So it does with a part of a large schema, as if that were a reference. Small schemas without references
 * are compiled as usual.
 *
 * It also evaluates each reference at most once per place of a value: alternatives that refer to the same schema, and
 * so on below it, would take exponential time. Whole values are validated with what it returns.
 */
export const referLazily = (
  ajv: Ajv2020,
  {
    document,
    name,
    onceEach,
    compileFirst,
    effort,
  }: {
    readonly document: object;
    readonly name: string;
    /** Compiles equal schemas once. */
    readonly onceEach: (compile: CompileOne) => CompileOne;
    /** Validators that stop at the first error, for when enough errors are listed. */
    readonly compileFirst?: CompileOne | undefined;
    /** Begins anew with each value. */
    readonly effort: Effort;
  },
): CompileOne => {
  const environment = ajv.refs[name] as SchemaEnv;
  const prototype = Object.getPrototypeOf(environment) as object;

  /** What may still be compiled together with the schema that is being compiled. */
  let room = PIECE;
  const hasRoomFor = (schema: unknown): boolean => {
    // A single object is no cheaper as a reference.
    let objects = 0;
    if (holdsObject(schema, () => ++objects > Math.max(room, 1))) return false;
    room -= objects;
    return true;
  };

  const compilePiece: CompileOne = (schema) => {
    room = PIECE;
    const place = (schema as { $ref?: string }).$ref?.slice(name.length);
    const target = place === undefined ? schema : valueAt(document, place);
    if (!isSchemaObject(target)) return ajv.compile(schema);
    const piece =
      place === undefined || hasRoomFor(target)
        ? target
        : mapSubschemas(target, (part, ...keys) =>
            // A discriminator tells references from schemas in place.
            hasRoomFor(part) || 'discriminator' in target ? part : { $ref: childPointer(place, ...keys) },
          );
    const { validate } = compileSchema.call(
      ajv,
      new SchemaEnv({ schema: piece, schemaId: '$id', root: environment, baseId: name }),
    );
    countCompiled(PIECE - room);
    return validate as ValidateFunction;
  };
  const compile = onceEach(compilePiece);

  /** By reference and place, while one value is validated. */
  const outcomes = new Map<string, Map<unknown, Outcome | typeof PENDING>>();
  let found = 0;
  const tracksEvaluated = ajv.opts.unevaluated === true;

  const createLazy = (reference: string): object => {
    let all: ValidateFunction | undefined;
    let first: ValidateFunction | undefined;
    const evaluate = (data: unknown, context: DataContext, path: string): Outcome => {
      const compiled =
        found < ENOUGH_ERRORS
          ? (all ??= compile({ $ref: reference }))
          : (first ??= (compileFirst ?? compile)({ $ref: reference }));
      const fits = compiled(data, context);
      const errors = compiled.errors?.slice(0, MOST_ERRORS) ?? [];
      found += errors.length;
      // Not spread, which would take longer than all else.
      const { props, items } = compiled.evaluated ?? {};
      return { fits, path, errors, props, items };
    };
    const validate = (data: unknown, context?: DataContext): boolean => {
      const known = getOrInsert(outcomes, reference, () => new Map<unknown, Outcome | typeof PENDING>());
      const path = context?.instancePath ?? '';
      const key = keyOf(data, path);
      let outcome = known.get(key);
      if (outcome === PENDING)
        throw new SchemaError(`${reference.slice(name.length)} leads to itself without going into a member`);
      if (outcome === undefined || !(outcome.fits || outcome.path === path)) {
        known.set(key, PENDING);
        known.set(key, (outcome = evaluate(data, context, path)));
      }
      // Copies: Ajv appends to the errors, and merges into what was evaluated.
      lazy.errors = outcome.fits ? null : [...outcome.errors];
      if (!tracksEvaluated) return outcome.fits;
      const { props, items } = outcome;
      lazy.evaluated = { ...DYNAMIC, props: typeof props === 'object' ? { ...props } : props, items };
      return outcome.fits;
    };
    const lazy = validate as unknown as { errors: unknown; evaluated: unknown };
    const schema = valueAt(document, reference.slice(name.length));
    const { root } = environment;
    return Object.assign(Object.create(prototype) as object, { schema, root, baseId: name, refs: {}, validate });
  };

  const lazy = new Map<string, object>();
  const refs = new Proxy(environment.refs, {
    get: (known, reference) => {
      if (typeof reference !== 'string' || !reference.startsWith(`${name}#/`)) return known[reference as string];
      const target = valueAt(document, reference.slice(name.length));
      if (!holdsReference(target) && hasRoomFor(target)) return known[reference];
      return getOrInsert(lazy, reference, createLazy);
    },
  });
  Object.defineProperty(environment, 'refs', { value: refs });

  return (schema) => {
    const validate = compilePiece(schema);
    const whole = ((value: unknown): boolean => {
      const parentData = toNumbers({ value });
      const { value: rootData } = parentData;
      try {
        return validate(rootData, { ...AT_ROOT, parentData, rootData: rootData as object });
      } finally {
        // Clearing an empty map would allocate another.
        if (outcomes.size > 0) outcomes.clear();
        effort.reset();
        found = 0;
        whole.errors = validate.errors ?? null;
        if (validate.evaluated !== undefined) whole.evaluated = validate.evaluated;
      }
    }) as ValidateFunction;
    return whole;
  };
};
