import { type Ajv2020, type CodeGen, type KeywordCxt, _ } from 'ajv/dist/2020.js';
import { not } from 'ajv/dist/compile/codegen/index.js';
import { definitionOf } from './keyword-definition.ts';

/** Keywords with something to check for each of a list. */
const KEYWORDS = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
  'allOf',
  'prefixItems',
] as const;

/** Schemas of one keyword from which its code is made flat. */
const LONG = 100;

/**
 * Where validators stop at the first error, Ajv's code for each schema of a list stands within that for the one before: Node gives
 * up on a thousand levels (RangeError). Code of long lists leaves a block at the first failure instead.
 */
export const flattenLongKeywords = (ajv: Ajv2020): void => {
  for (const keyword of KEYWORDS) {
    const definition = definitionOf(ajv, keyword);
    const { code } = definition;
    definition.code = (context) => {
      if (context.it.allErrors === true || Object.keys(context.schema as object).length < LONG) code(context);
      else flatten(context, code);
    };
  }
};

/** Ajv begins a level with `ok`; for required members with `else`, after a failure; for patterns with an `if` without a body. */
const flatten = (context: KeywordCxt, code: (context: KeywordCxt) => void): void => {
  const { gen, keyword } = context;
  const block = gen.name('block');
  const valid = gen.let('valid', true);
  const fail = (): void => {
    gen.assign(valid, false).break(block);
  };
  const ok: KeywordCxt['ok'] = (each) => {
    gen.if(not(each as typeof valid), fail);
  };
  const levels: Pick<CodeGen, 'if' | 'else'> = {
    if(condition, ...bodies) {
      if (bodies.length > 0 || keyword !== 'patternProperties') return gen.if(condition, ...bodies);
      ok(condition);
      return gen;
    },
    else() {
      if (keyword !== 'dependentRequired' && keyword !== 'dependencies') return gen.else();
      fail();
      return gen.endIf();
    },
  };
  gen.label(block).for(_`;;`, () => {
    const inherited = { ok, gen: Object.assign(Object.create(gen) as CodeGen, levels) };
    code(Object.assign(Object.create(context) as KeywordCxt, inherited));
    gen.break(block);
  });
  context.ok(valid);
};
