import { type Ajv2020, type KeywordCxt, Name, _, nil } from 'ajv/dist/2020.js';
import { not } from 'ajv/dist/compile/codegen/index.js';
import type { Choice, CreateChoose } from './choose-alternative.ts';
import type { Effort } from './effort.ts';
import { definitionOf } from './keyword-definition.ts';

/** The name in Ajv's generated code. */
const ERRORS = new Name('vErrors');

/** Alternatives from which each gets a function: Node optimizes thousands of cases of one loop in gigabytes of memory. */
const LONG = 100;

interface Reading {
  /** For evaluating only the alternatives that a value may match. */
  readonly createChoose?: CreateChoose | undefined;
  readonly effort?: Effort | undefined;
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

/** An alternative that matches. */
interface Match {
  readonly index: number;
  readonly inner: ReturnType<KeywordCxt['subschema']>;
  /** Whether the keyword is satisfied so far. */
  readonly valid: Name;
  /** Evaluates no more alternatives. */
  readonly leave: () => void;
}

/**
 * Evaluates the open alternatives, and moves the errors of each into a list. Each is a case of a `switch`: Ajv's code for each
 * stands within that for the one before, and Node gives up on a thousand levels (RangeError).
 */
const evaluate = (context: KeywordCxt, { createChoose, effort }: Reading, onMatch: (match: Match) => void): void => {
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
