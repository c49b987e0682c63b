import { type Ajv2020, type KeywordCxt, Name, _ } from 'ajv/dist/2020.js';
import { not } from 'ajv/dist/compile/codegen/index.js';
import type { CreateChoose } from './choose-alternative.ts';
import { definitionOf } from './keyword-definition.ts';

/** The name in Ajv's generated code. */
const ERRORS = new Name('vErrors');

/**
 * A failed `anyOf` or `oneOf` becomes one error, with those of each alternative in `params.failed`, and what chose among
 * them in `params.choice`. `createChoose` is for evaluating only the alternatives that a value may match. Ajv lists them one after another, which in a recursive schema grows exponentially.
 */
export const readAlternatives = (ajv: Ajv2020, createChoose?: CreateChoose): void => {
  const [any, exactlyOne] = [definitionOf(ajv, 'anyOf'), definitionOf(ajv, 'oneOf')];
  const { code: matchAny } = any;
  const { code: matchOne } = exactlyOne;
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
    matchAny(collecting(context, createChoose));
  };
  exactlyOne.code = (context) => {
    matchOne(collecting(context, createChoose));
  };
};

/** The context of a keyword that evaluates the open alternatives only, and moves the errors of each into a list. */
const collecting = (context: KeywordCxt, createChoose: CreateChoose | undefined): KeywordCxt => {
  const { gen, data, parentSchema, errsCount } = context;
  const choose = createChoose?.(parentSchema, context.schema as readonly unknown[]);
  const failed = gen.const('failed', _`[]`);
  const choice = choose && gen.const('choice', _`${gen.scopeValue('func', { ref: choose })}(${data})`);
  const inherited = {
    params: { failed, choice: choice ?? _`undefined`, passing: _`null` },
    setParams(params: KeywordCxt['params']): void {
      this.params = { ...this.params, ...params };
    },
    subschema(alternative: Parameters<KeywordCxt['subschema']>[0], valid: Name) {
      let inner: ReturnType<KeywordCxt['subschema']> | undefined;
      const evaluate = (): void => {
        inner = context.subschema(alternative, valid);
        gen.if(not(valid), () => {
          gen.code(_`${failed}.push(${ERRORS}.slice(${errsCount}))`);
          context.reset();
        });
      };
      if (choice === undefined) evaluate();
      else
        gen.if(_`${choice} === undefined || ${choice}.open[${alternative.schemaProp}]`, evaluate, () =>
          gen.var(valid, false),
        );
      return inner;
    },
  };
  return Object.assign(Object.create(context) as KeywordCxt, inherited);
};
