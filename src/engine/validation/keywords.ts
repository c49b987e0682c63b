import {
  _,
  type Ajv2020,
  type Code,
  type CodeGen,
  type CodeKeywordDefinition,
  type KeywordCxt,
  Name,
  str,
} from 'ajv/dist/2020.js';
import { not } from 'ajv/dist/compile/codegen/index.js';
import { SCHEMA_KEYWORDS } from '../../generated/keywords.ts';
import { canonicalize } from '../../kernel/canonical-json.ts';
import { type AnyNumber, compareWith, isAnyNumber, isMultipleOf, isOrder } from '../../kernel/exact-number.ts';
import { type Json, originalOf } from '../../kernel/json.ts';

/** Ajv's own definition of a keyword, to be changed: one that is removed and added again would report its errors last. */
export const definitionOf = (ajv: Ajv2020, keyword: string): CodeKeywordDefinition => {
  const found = ajv.getKeyword(keyword);
  if (typeof found === 'boolean' || !('code' in found)) throw new Error(`Ajv has no code for ${keyword}`);
  return found;
};

/**
 * Ajv knows only JavaScript's numbers, so it validates a copy (`toNumbers`). Keywords that compare numbers look up what they
 * stand for, and the numbers of schemas may be exact, too.
 */

/** The value of which Ajv has a copy. */
const originally = (data: unknown, parent: unknown, key: string | number): unknown => originalOf(parent, key) ?? data;

/** The same in generated code. */
const originalData = ({ gen, data, it: { parentData, parentDataProperty } }: KeywordCxt): Code =>
  _`${gen.scopeValue('func', { ref: originally })}(${data}, ${parentData}, ${parentDataProperty})`;

const failUnless = (context: KeywordCxt, fits: (value: never) => boolean): void => {
  context.fail(_`!${context.gen.scopeValue('func', { ref: fits })}(${originalData(context)})`);
};

/** In decimal arithmetic; Ajv's own keyword divides binary floating-point numbers. */
const readMultipleOf = (ajv: Ajv2020): void => {
  const multipleOf = definitionOf(ajv, 'multipleOf');
  multipleOf.schemaType = [];
  multipleOf.code = (context) => {
    failUnless(context, isMultipleOf(context.schema as AnyNumber));
  };
};

const holdsNumber = (value: unknown): boolean =>
  isAnyNumber(value) || (typeof value === 'object' && value !== null && Object.values(value).some(holdsNumber));

/** Bounds, `enum` and `const`: mathematical values are compared (JSON Schema 2020-12, section 4.2.2). */
const readExactNumbers = (ajv: Ajv2020): void => {
  for (const [keyword, { of, orders }] of Object.entries(SCHEMA_KEYWORDS.bounds)) {
    if (of !== 'number') continue;
    const bound = definitionOf(ajv, keyword);
    bound.schemaType = [];
    bound.code = (context) => {
      const compare = compareWith(context.schema as AnyNumber);
      failUnless(context, (value: AnyNumber) => isOrder(compare(value), orders));
    };
  }
  for (const keyword of ['enum', 'const']) {
    const definition = definitionOf(ajv, keyword);
    const { code } = definition;
    definition.code = (context, ruleType) => {
      const schema: unknown = context.schema;
      if (!holdsNumber(schema)) {
        code(context, ruleType);
        return;
      }
      const listed = new Set((keyword === 'enum' ? (schema as Json[]) : [schema as Json]).map(canonicalize));
      failUnless(context, (value: Json) => listed.has(canonicalize(value)));
    };
  }
};

/** The last item that equals an earlier one, and the nearest of those. */
const findDuplicate = (items: readonly unknown[]) => {
  let found: { readonly i: number; readonly j: number } | undefined;
  const texts = new Map<string | number, number>();
  for (const [i, item] of items.entries()) {
    const text = Number.isSafeInteger(item) ? (item as number) : canonicalize(item as Json);
    const j = texts.get(text);
    if (j !== undefined) found = { i, j };
    texts.set(text, i);
  }
  return found;
};

/** In linear time; Ajv compares each item with each other. */
const readUniqueItems = (ajv: Ajv2020): void => {
  const uniqueItems = definitionOf(ajv, 'uniqueItems');
  uniqueItems.error = {
    message: ({ params: { pair } }) =>
      str`must NOT have duplicate items (items ## ${_`${pair}.j`} and ${_`${pair}.i`} are identical)`,
    params: ({ params: { pair } }) => _`${pair}`,
  };
  uniqueItems.code = (context) => {
    if (context.schema !== true) return;
    const { gen } = context;
    const pair = gen.const('pair', _`${gen.scopeValue('func', { ref: findDuplicate })}(${originalData(context)})`);
    context.setParams({ pair });
    context.fail(_`${pair} !== undefined`);
  };
};

/** With a member that no schema evaluates, those that others do, unless that depends on the value. */
const nameEvaluated = (ajv: Ajv2020): void => {
  definitionOf(ajv, 'unevaluatedProperties').error = {
    message: 'must NOT have unevaluated properties',
    params: ({ gen, params: { unevaluatedProperty }, it: { props } }) => {
      const known = props instanceof Name ? [] : Object.keys(props ?? {});
      return _`{unevaluatedProperty: ${unevaluatedProperty}, known: ${gen.scopeValue('obj', { ref: known })}}`;
    },
  };
};

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
const flattenLongKeywords = (ajv: Ajv2020): void => {
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

/** Keywords in linear time and decimal arithmetic; those of a foreign description also with exact numbers. */
export const improveKeywords = (ajv: Ajv2020, isForeign: boolean): void => {
  readMultipleOf(ajv);
  readUniqueItems(ajv);
  nameEvaluated(ajv);
  flattenLongKeywords(ajv);
  if (isForeign) readExactNumbers(ajv);
};
