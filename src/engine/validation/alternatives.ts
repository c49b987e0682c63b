import { _, type Ajv2020, type KeywordCxt, Name, nil } from 'ajv/dist/2020.js';
import { not } from 'ajv/dist/compile/codegen/index.js';
import { getOrInsert } from '../../kernel/caches.ts';
import { valueIn } from '../../kernel/json-pointer.ts';
import { type Discriminator, discriminatorIn, referenceIn } from '../contract/discriminator.ts';
import { asObject, isSchemaObject, partsOf, type SchemaObject } from '../contract/walk-schema.ts';
import { definitionOf } from './keywords.ts';
import type { Effort } from './lazy-references.ts';

/** What one value of a member says about the alternatives of an `anyOf` or `oneOf`. */
export interface Choice {
  /** The alternatives to evaluate: others list other values of the member. */
  readonly open: readonly number[];
  /** The intended one, by its position in `open`. */
  readonly meant?: number;
  /** The member, if no alternative is open, and all values that they list. */
  readonly refused?: { readonly member: string; readonly allowedValues: readonly unknown[] };
}

/** Undefined if the value does not choose. */
type Choose = (data: unknown) => Choice | undefined;

/** Chooses alternatives by OpenAPI's `discriminator`, or by the `const` or `enum` of a member. */
export const createChooser = (
  document: SchemaObject,
): ((parent: SchemaObject, alternatives: readonly unknown[]) => Choose | undefined) => {
  /** A schema and the schemas that apply whenever it does. */
  const applying = (schema: unknown) => partsOf(document, schema, ['allOf']);

  /** The values that an alternative lists, by member. */
  const listedIn = (alternative: unknown): ReadonlyMap<string, ReadonlySet<unknown>> => {
    const listed = new Map<string, ReadonlySet<unknown>>();
    for (const { properties } of applying(alternative))
      for (const [name, member] of Object.entries(asObject(properties)))
        for (const part of applying(member)) {
          const values = 'const' in part ? [part['const']] : part['enum'];
          // Ajv compares arrays and objects by their contents.
          if (Array.isArray(values) && values.every((value) => typeof value !== 'object' || value === null))
            listed.set(name, new Set(values));
        }
    return listed;
  };

  const chooseByListed = (alternatives: readonly unknown[]): Choose | undefined => {
    const listed = alternatives.map(listedIn);
    const counts = Map.groupBy(
      listed.flatMap((each) => [...each.keys()]),
      (name) => name,
    );
    const [most] = [...counts].sort(([, one], [, other]) => other.length - one.length);
    if (most === undefined) return undefined;
    const [member] = most;
    const lists = listed.map((each) => each.get(member));
    return chooseByValue(member, lists);
  };

  return (parent, alternatives) => {
    const discriminator = discriminatorIn(document, parent);
    const byValue = chooseByListed(alternatives);
    if (discriminator === undefined) return byValue;
    // Values that a schema lists for the member take precedence over its name (OpenAPI 3.0.4, section 4.7.24.2.1).
    const isOverridden = alternatives.some((alternative) => listedIn(alternative).has(discriminator.member));
    const byName = chooseByName(discriminator, alternatives, !isOverridden);
    return (data) => byName(data) ?? byValue?.(data);
  };
};

const chooseByValue = (member: string, lists: readonly (ReadonlySet<unknown> | undefined)[]): Choose => {
  const listing = new Map<unknown, number[]>();
  for (const [index, list] of lists.entries())
    for (const value of list ?? []) getOrInsert(listing, value, () => []).push(index);
  const listingNothing = [...lists.keys()].filter((index) => lists[index] === undefined);
  const allowedValues = [...listing.keys()];
  const choiceOf = (those: readonly number[]): Choice => {
    const open = [...listingNothing, ...those].sort((one, other) => one - other);
    if (open.length === 0) return { open, refused: { member, allowedValues } };
    // Alternatives that list nothing are evaluated, too, but those that list the value are meant.
    const [only = 0, ...others] = those.length > 0 ? those : open;
    return others.length === 0 ? { open, meant: open.indexOf(only) } : { open };
  };
  const choices = new Map([...listing].map(([value, those]) => [value, choiceOf(those)]));
  const otherwise = choiceOf([]);
  return (data) => {
    const value = valueIn(data, [member]);
    return value === undefined ? undefined : (choices.get(value) ?? otherwise);
  };
};

/**
 * By the schema that a discriminator names. Without an implicit or explicit mapping for the value no schema can be determined, and
 * validation should fail (OpenAPI 3.0.4, section 4.7.25.4).
 */
const chooseByName = (
  { member, schemaOf, namesOf, otherwise }: Discriminator,
  alternatives: readonly unknown[],
  refuses: boolean,
): Choose => {
  const references = alternatives.map(referenceIn);
  const choices = references.map((_reference, index): Choice => ({ open: [index], meant: 0 }));
  const allowedValues = [...new Set(references.flatMap((schema) => (schema === undefined ? [] : namesOf(schema))))];
  const isComplete = refuses && !references.includes(undefined);
  const refusal: Choice | undefined = isComplete ? { open: [], refused: { member, allowedValues } } : undefined;
  return (data) => {
    if (!isSchemaObject(data)) return undefined;
    const name = valueIn(data, [member]);
    const named = typeof name === 'string' ? schemaOf(name) : undefined;
    const schema = named ?? otherwise;
    const choice = schema === undefined ? undefined : choices[references.indexOf(schema)];
    return choice ?? (typeof name === 'string' && named === undefined ? refusal : undefined);
  };
};

/** The name in Ajv's generated code. */
const ERRORS = new Name('vErrors');

/** Alternatives from which each gets a function: Node optimizes thousands of cases of one loop in gigabytes of memory. */
const LONG = 100;

interface Reading {
  /** For evaluating only the alternatives that a value may match. */
  readonly createChoose?: ReturnType<typeof createChooser>;
  readonly effort?: Effort;
}

/**
 * A failed `anyOf` or `oneOf` becomes one error, with those of each alternative in `params.failed`, and what chose among
 * them in `params.choice`. Ajv lists them one after another, which in a recursive schema grows exponentially.
 */
export const readAlternatives = (ajv: Ajv2020, reading: Reading = {}): void => {
  const [any, exactlyOne] = [definitionOf(ajv, 'anyOf'), definitionOf(ajv, 'oneOf')];
  any.error = {
    message: 'must match a schema in anyOf',
    params: ({ params: { failed, choice } }) => _`{failed: ${failed}, choice: ${choice}}`,
  };
  exactlyOne.error = {
    message: 'must match exactly one schema in oneOf',
    params: ({ params: { passing, failed, choice } }) =>
      _`{passingSchemas: ${passing}, failed: ${failed}, choice: ${choice}}`,
  };
  any.code = (context) => {
    const { gen } = context;
    evaluate(context, reading, ({ inner, valid, leave }) => {
      gen.assign(valid, true);
      // All that match count for `unevaluatedProperties` and `unevaluatedItems` (JSON Schema 2020-12 Core, section 10.2.1.2).
      if (context.mergeValidEvaluated(inner, valid) !== true) leave();
    });
  };
  exactlyOne.code = (context) => {
    const { gen } = context;
    const passing = gen.let('passing', _`null`);
    context.setParams({ passing });
    evaluate(context, reading, ({ index, inner, valid, leave }) => {
      gen.if(valid, () => {
        gen.assign(valid, false).assign(passing, _`[${passing}, ${index}]`);
        leave();
      });
      gen.assign(valid, true).assign(passing, index);
      context.mergeEvaluated(inner, Name);
    });
  };
};

/**
 * Evaluates the open alternatives, and moves the errors of each into a list. Each is a case of a `switch`: Ajv's code for each
 * stands within that for the one before, and Node gives up on a thousand levels (RangeError).
 */
const evaluate = (
  context: KeywordCxt,
  { createChoose, effort }: Reading,
  onMatch: (match: {
    readonly index: number;
    readonly inner: ReturnType<KeywordCxt['subschema']>;
    /** Whether the keyword is satisfied so far. */
    readonly valid: Name;
    /** Evaluates no more alternatives. */
    readonly leave: () => void;
  }) => void,
): void => {
  const { gen, data, parentSchema, errsCount, keyword, it } = context;
  const all = [...(context.schema as readonly unknown[]).keys()];
  const choose = createChoose?.(parentSchema, context.schema as readonly unknown[]);
  const toOpen = (choice?: Choice): readonly number[] => {
    const { open } = choice ?? { open: all };
    effort?.spend(open.length);
    return open;
  };
  const valid = gen.let('valid', false);
  const failed = gen.const('failed', _`[]`);
  const choice = choose ? gen.const('choice', _`${gen.scopeValue('func', { ref: choose })}(${data})`) : _`undefined`;
  context.setParams({ failed, choice }, true);
  // Ajv would merge into a variable of the first alternative, although that one may fail.
  context.mergeEvaluated({ ...it, props: it.props ?? {}, items: it.items ?? 0 }, Name);
  const fits = gen.name('_valid');
  const loop = gen.name('loop');
  const evaluateOne = (index: number, leave: () => void): void => {
    const inner = context.subschema({ keyword, schemaProp: index, compositeRule: true }, fits);
    const fail = (): void => {
      gen.code(_`${failed}.push(${ERRORS}.slice(${errsCount}))`);
      context.reset();
    };
    gen.if(not(fits), fail, () => {
      onMatch({ index, inner, valid, leave });
    });
  };
  const evaluateInFunction = (index: number): void => {
    const evaluatesLast = gen.name('alternative');
    gen.func(evaluatesLast, nil, false, () => {
      evaluateOne(index, () => gen.return(true));
    });
    gen.if(_`${evaluatesLast}()`, () => gen.break(loop));
  };
  gen.label(loop).forOf('open', _`${gen.scopeValue('func', { ref: toOpen })}(${choice})`, (open) => {
    // Ajv ends each piece of code with a semicolon, which must stand in a case: `default` is never reached by itself.
    gen.code(_`switch (${open}) { default:`);
    for (const index of all) {
      gen.code(_`case ${index}: {`);
      if (all.length < LONG) evaluateOne(index, () => gen.break(loop));
      else evaluateInFunction(index);
      gen.code(_`break }`);
    }
    gen.code(_`}`);
  });
  context.result(
    valid,
    () => {
      context.reset();
    },
    () => {
      context.error(true);
    },
  );
};
