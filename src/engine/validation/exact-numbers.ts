import { type Ajv2020, type Code, type KeywordCxt, _ } from 'ajv/dist/2020.js';
import { canonicalize } from '../../kernel/canonical-json.ts';
import { type AnyNumber, compareWith, isAnyNumber, isMultipleOf } from '../../kernel/exact-number.ts';
import { type Json, originalOf } from '../../kernel/json.ts';
import { definitionOf } from './keyword-definition.ts';

/**
 * Ajv knows only JavaScript's numbers, so it validates a copy (`toNumbers`). Keywords that compare numbers look up what they
 * stand for, and the numbers of schemas may be exact, too.
 */

/** The value of which Ajv has a copy. */
const originally = (data: unknown, parent: unknown, key: string | number): unknown => originalOf(parent, key) ?? data;

/** The same in generated code. */
export const originalData = ({ gen, data, it: { parentData, parentDataProperty } }: KeywordCxt): Code =>
  _`${gen.scopeValue('func', { ref: originally })}(${data}, ${parentData}, ${parentDataProperty})`;

/** Whether the order of a value and its bound is fine. */
const BOUNDS: Readonly<Record<string, (order: number) => boolean>> = {
  minimum: (order) => order >= 0,
  exclusiveMinimum: (order) => order > 0,
  maximum: (order) => order <= 0,
  exclusiveMaximum: (order) => order < 0,
};

const failUnless = (context: KeywordCxt, fits: (value: never) => boolean): void => {
  context.fail(_`!${context.gen.scopeValue('func', { ref: fits })}(${originalData(context)})`);
};

/** In decimal arithmetic; Ajv's own keyword divides binary floating-point numbers. */
export const readMultipleOf = (ajv: Ajv2020): void => {
  const multipleOf = definitionOf(ajv, 'multipleOf');
  multipleOf.schemaType = [];
  multipleOf.code = (context) => {
    failUnless(context, isMultipleOf(context.schema as AnyNumber));
  };
};

const holdsNumber = (value: unknown): boolean =>
  isAnyNumber(value) || (typeof value === 'object' && value !== null && Object.values(value).some(holdsNumber));

/** Bounds, `enum` and `const`: mathematical values are compared (JSON Schema 2020-12, section 4.2.2). */
export const readExactNumbers = (ajv: Ajv2020): void => {
  for (const keyword of Object.keys(BOUNDS)) {
    const bound = definitionOf(ajv, keyword);
    bound.schemaType = [];
    bound.code = (context) => {
      const compare = compareWith(context.schema as AnyNumber);
      const isFine = BOUNDS[context.keyword];
      failUnless(context, (value: AnyNumber) => isFine?.(compare(value)) !== false);
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
