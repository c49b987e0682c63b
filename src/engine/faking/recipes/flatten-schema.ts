import { valueAt } from '../../contract/json-pointer.ts';
import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { mergeSchemas } from './merge-schemas.ts';
import { NotUnderstood } from './not-understood.ts';

/** `oneOf`, where members that nobody asked for could make another branch fit too, or `anyOf`. */
export interface Choice {
  readonly isExclusive: boolean;
  readonly branches: readonly unknown[];
}

/** A schema with its references and `allOf` taken in; its alternatives are still apart. */
export interface FlatSchema {
  readonly keywords: SchemaObject;
  readonly choices: readonly Choice[];
  /** The references taken in, which ask for nothing more when they come again. */
  readonly taken: ReadonlySet<string>;
}

const UNDERSTOOD = new Set([
  'additionalProperties',
  'const',
  'dependentRequired',
  'enum',
  'examples',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'pattern',
  'patternProperties',
  'prefixItems',
  'properties',
  'propertyNames',
  'required',
  'type',
  'uniqueItems',
  'x-fake',
  'x-fake-relate',
]);

const COMPOSING = new Set(['$ref', 'allOf', 'anyOf', 'oneOf']);

/**
 * What a recipe could only meet by luck. All other keywords are notes for people, or ask for nothing that a value
 * without members of our invention could break (`unevaluatedProperties`).
 */
const NOT_UNDERSTOOD = new Set([
  '$anchor',
  '$dynamicRef',
  '$id',
  '$recursiveRef',
  'contains',
  'dependencies',
  'dependentSchemas',
  'if',
  'not',
  'unevaluatedItems',
]);

const asks = (keyword: string): boolean =>
  UNDERSTOOD.has(keyword) || COMPOSING.has(keyword) || NOT_UNDERSTOOD.has(keyword);

/** The references that a schema consists of, when it consists of nothing else. */
export const referencesOf = (schema: unknown): readonly string[] | undefined => {
  if (!isSchemaObject(schema)) return undefined;
  const keywords = Object.keys(schema).filter(asks);
  const { $ref, allOf } = schema;
  if (keywords.length !== 1) return undefined;
  if (typeof $ref === 'string') return [$ref];
  if (!Array.isArray(allOf)) return undefined;
  const parts = allOf.map(referencesOf);
  return parts.every((part) => part !== undefined) ? [...new Set(parts.flat())].sort() : undefined;
};

/** The keywords of a schema itself. A constant is a list of one value. */
const ownKeywords = (schema: SchemaObject): SchemaObject => {
  const own: SchemaObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (NOT_UNDERSTOOD.has(keyword)) throw new NotUnderstood(keyword);
    if (UNDERSTOOD.has(keyword) && value !== undefined) own[keyword] = value;
  }
  if (!('const' in own)) return own;
  const { const: value, ...others } = own;
  return mergeSchemas(others, { enum: [value] });
};

const NOTHING: SchemaObject = { enum: [] };

/** Takes references and `allOf` in. `taken` are the references that were taken in around it. */
export const flattenSchema = (document: unknown, schema: unknown, taken: ReadonlySet<string>): FlatSchema => {
  const seen = new Set(taken);
  const choices: Choice[] = [];
  const keywordsOf = (part: unknown): SchemaObject => {
    if (!isSchemaObject(part)) return part === false ? NOTHING : {};
    let keywords: SchemaObject = {};
    const { $ref, allOf, anyOf, oneOf } = part;
    if (typeof $ref === 'string' && !seen.has($ref)) {
      seen.add($ref);
      const target = valueAt(document, $ref);
      if (target === undefined) throw new NotUnderstood($ref);
      keywords = keywordsOf(target);
    }
    for (const inner of Array.isArray(allOf) ? allOf : []) keywords = mergeSchemas(keywords, keywordsOf(inner));
    if (Array.isArray(oneOf)) choices.push({ isExclusive: true, branches: oneOf });
    if (Array.isArray(anyOf)) choices.push({ isExclusive: false, branches: anyOf });
    return mergeSchemas(keywords, ownKeywords(part));
  };
  const keywords = keywordsOf(schema);
  return { keywords, choices, taken: seen };
};
