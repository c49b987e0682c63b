import { valueAt } from '../../contract/json-pointer.ts';
import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { MERGEABLE_KEYWORDS, mergeSchemas } from './merge-schemas.ts';
import { UnsupportedSchema } from './unsupported-schema.ts';

/** `anyOf`, or `oneOf`, where optional members could make a second branch valid. */
export interface Choice {
  readonly isExclusive: boolean;
  readonly branches: readonly unknown[];
}

/** A schema with `$ref`s and `allOf` merged in; its alternatives are still separate. */
export interface FlatSchema {
  readonly keywords: SchemaObject;
  readonly choices: readonly Choice[];
  /** References already merged in, which add nothing when they occur again. */
  readonly taken: ReadonlySet<string>;
}

const SUPPORTED = new Set([
  ...MERGEABLE_KEYWORDS,
  ...['const', 'format', 'multipleOf', 'pattern', 'prefixItems', 'properties'],
]);

const COMPOSING = new Set(['$ref', 'allOf', 'anyOf', 'oneOf']);

/**
 * Keywords that a recipe could satisfy only by chance. All other keywords are annotations, or cannot be violated by a
 * value without invented members (`unevaluatedProperties`).
 */
const UNSUPPORTED = new Set([
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

const asks = (keyword: string): boolean => SUPPORTED.has(keyword) || COMPOSING.has(keyword) || UNSUPPORTED.has(keyword);

/** The references of a schema that consists only of references. */
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

/** The keywords of a schema itself. `const` becomes an `enum` of one value. */
const ownKeywords = (schema: SchemaObject): SchemaObject => {
  const own: SchemaObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (UNSUPPORTED.has(keyword)) throw new UnsupportedSchema(keyword);
    if (SUPPORTED.has(keyword) && value !== undefined) own[keyword] = value;
  }
  if (!('const' in own)) return own;
  const { const: value, ...others } = own;
  return mergeSchemas(others, { enum: [value] });
};

const NOTHING: SchemaObject = { enum: [] };

/** Merges `$ref`s and `allOf` into a schema. `taken` are the references that enclosing schemas have merged in. */
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
      if (target === undefined) throw new UnsupportedSchema($ref);
      keywords = keywordsOf(target);
    }
    for (const inner of Array.isArray(allOf) ? allOf : []) keywords = mergeSchemas(keywords, keywordsOf(inner));
    if (Array.isArray(oneOf)) choices.push({ isExclusive: true, branches: oneOf });
    if (Array.isArray(anyOf)) choices.push({ isExclusive: false, branches: anyOf });
    const own = ownKeywords(part);
    // An example of the whole replaces those of its parts.
    if ('examples' in own) keywords = { ...keywords, examples: own['examples'] };
    return mergeSchemas(keywords, own);
  };
  const keywords = keywordsOf(schema);
  return { keywords, choices, taken: seen };
};
