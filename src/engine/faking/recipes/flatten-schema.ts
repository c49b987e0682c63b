import { type Discriminator, discriminatorIn, referenceIn } from '../../contract/discriminator.ts';
import { valueAt } from '../../contract/json-pointer.ts';
import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { MERGEABLE_KEYWORDS, memberSchema, mergeSchemas } from './merge-schemas.ts';
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

/** The values by which a discriminating member names a schema. */
export interface Name {
  readonly member: string;
  readonly values: readonly string[];
}

/** Beside the keywords of a branch. */
const NAME = Symbol('name');

export const nameIn = (schema: object): Name | undefined => (schema as { readonly [NAME]?: Name })[NAME];

export const withName = (schema: SchemaObject, name: Name | undefined): SchemaObject =>
  name === undefined ? schema : { ...schema, [NAME]: name };

const nameBranches = (branches: readonly unknown[], discriminator: Discriminator | undefined): readonly unknown[] =>
  discriminator === undefined
    ? branches
    : branches.map((branch) => {
        const $ref = referenceIn(branch);
        return $ref === undefined
          ? branch
          : withName({ $ref }, { member: discriminator.member, values: discriminator.namesOf($ref) });
      });

/** Values that a schema lists take precedence over its name (OpenAPI 3.0.4, section 4.7.24.2.1). */
const addName = (document: SchemaObject, keywords: SchemaObject, { member, values }: Name): SchemaObject => {
  const { enum: listed } = flattenSchema(document, memberSchema(keywords, member), new Set()).keywords;
  const allowed = Array.isArray(listed) ? values.filter((value) => listed.includes(value)) : values;
  if (allowed.length === 0) return keywords;
  return mergeSchemas(keywords, { properties: { [member]: { enum: allowed } }, required: [member] });
};

const NOTHING: SchemaObject = { enum: [] };

/** Merges `$ref`s and `allOf` into a schema. `taken` are the references that enclosing schemas have merged in. */
export const flattenSchema = (document: SchemaObject, schema: unknown, taken: ReadonlySet<string>): FlatSchema => {
  const seen = new Set(taken);
  const choices: Choice[] = [];
  const names: Name[] = [];
  const parents: Discriminator[] = [];
  let itself: string | undefined;
  const keywordsOf = (part: unknown): SchemaObject => {
    if (!isSchemaObject(part)) return part === false ? NOTHING : {};
    let keywords: SchemaObject = {};
    const { $ref, allOf, anyOf, oneOf } = part;
    if (typeof $ref === 'string' && !seen.has($ref)) {
      seen.add($ref);
      itself ??= $ref;
      const target = valueAt(document, $ref);
      if (target === undefined) throw new UnsupportedSchema($ref);
      keywords = keywordsOf(target);
    }
    for (const inner of Array.isArray(allOf) ? allOf : []) keywords = mergeSchemas(keywords, keywordsOf(inner));
    const name = nameIn(part);
    if (name !== undefined) names.push(name);
    const discriminator = discriminatorIn(document, part);
    if (Array.isArray(oneOf)) choices.push({ isExclusive: true, branches: nameBranches(oneOf, discriminator) });
    if (Array.isArray(anyOf)) choices.push({ isExclusive: false, branches: nameBranches(anyOf, discriminator) });
    if (discriminator !== undefined && oneOf === undefined && anyOf === undefined) parents.push(discriminator);
    const own = ownKeywords(part);
    // An example of the whole replaces those of its parts.
    if ('examples' in own) keywords = { ...keywords, examples: own['examples'] };
    return mergeSchemas(keywords, own);
  };
  const unnamed = keywordsOf(schema);
  // A schema that builds on a parent with a discriminator carries its own name.
  const own = itself;
  if (own !== undefined) names.push(...parents.map(({ member, namesOf }) => ({ member, values: namesOf(own) })));
  const keywords = names.reduce((merged, name) => addName(document, merged, name), unnamed);
  return { keywords, choices, taken: seen };
};
