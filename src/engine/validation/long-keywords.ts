import { type Ajv2020, type KeywordCxt, _ } from 'ajv/dist/2020.js';
import { not } from 'ajv/dist/compile/codegen/index.js';
import { definitionOf } from './keyword-definition.ts';

/** Keywords with a schema for each of a list. */
const KEYWORDS = ['properties', 'dependentSchemas', 'allOf', 'prefixItems'] as const;

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

const flatten = (context: KeywordCxt, code: (context: KeywordCxt) => void): void => {
  const { gen } = context;
  const block = gen.name('block');
  const valid = gen.let('valid', true);
  const inherited = {
    ok(each: Parameters<KeywordCxt['ok']>[0]) {
      gen.if(not(each as typeof valid), () => gen.assign(valid, false).break(block));
    },
  };
  gen.label(block).for(_`;;`, () => {
    code(Object.assign(Object.create(context) as KeywordCxt, inherited));
    gen.break(block);
  });
  context.ok(valid);
};
