import { type Discriminator, discriminatorIn, referenceIn } from '../../contract/discriminator.ts';
import { valueAt } from '../../contract/json-pointer.ts';
import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { MERGEABLE_KEYWORDS, memberSchema, mergeSchemas } from './merge-schemas.ts';
import { isEndless } from './is-endless.ts';
import { isRefusable, negateSchema } from './negate-schema.ts';
import { UnsupportedSchema } from './unsupported-schema.ts';

/** `anyOf`, or `oneOf`, where optional members could make a second branch valid. */
interface Choice {
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

const SUPPORTED = new Set([...MERGEABLE_KEYWORDS, ...['const', 'prefixItems', 'properties']]);

/** Keywords that other keywords say, too. */
const COMPOSING = new Set(['$ref', 'allOf', 'anyOf', 'dependencies', 'dependentSchemas', 'if', 'not', 'oneOf']);

/** Keywords that a recipe could satisfy only by chance. All other keywords are annotations. */
const UNSUPPORTED = new Set(['$anchor', '$dynamicRef', '$id', '$recursiveRef']);

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

/**
 * The keywords of a schema itself. `const` becomes an `enum` of one value, `contains` a list with its numbers, and `not` a
 * list of what is refused.
 */
const ownKeywords = (schema: SchemaObject): SchemaObject => {
  const own: SchemaObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (UNSUPPORTED.has(keyword)) throw new UnsupportedSchema(keyword);
    if (SUPPORTED.has(keyword) && value !== undefined) own[keyword] = value;
  }
  const { contains, minContains = 1, maxContains = Infinity, not } = schema;
  if (contains !== undefined) own['contains'] = [{ schema: contains, minContains, maxContains }];
  if (isRefusable(not)) own['not'] = [not];
  else delete own['not'];
  if (!('const' in own)) return own;
  const { const: value, ...others } = own;
  return mergeSchemas(others, { enum: [value] });
};

/** What is in other words an `anyOf`: conditions, dependencies, and what must not be. */
const otherwise = (document: SchemaObject, schema: SchemaObject): readonly Choice[] => {
  const { if: condition, then = true, else: other = true, not, dependentSchemas, dependencies } = schema;
  const branches: (readonly unknown[])[] = [];
  // Negations would be those of themselves.
  if ([condition, then, other, not].some((part) => isEndless(document, part)))
    throw new UnsupportedSchema('not itself');
  if (condition !== undefined && (then !== true || other !== true))
    branches.push([{ allOf: [condition, then] }, { allOf: [{ not: condition }, other] }]);
  if (not !== undefined && !isRefusable(not)) branches.push(negateSchema(document, not));
  for (const [name, wanted] of [dependentSchemas, dependencies].flatMap((map) => Object.entries(map ?? {}))) {
    const schemaOfName = Array.isArray(wanted) ? { required: wanted as unknown } : (wanted as unknown);
    branches.push([{ allOf: [{ required: [name] }, schemaOfName] }, { properties: { [name]: false } }]);
  }
  return branches.map((each) => ({ isExclusive: false, branches: each }));
};

/**
 * The members that a schema says nothing about are those about which its parts say nothing, either. A schema within another
 * one knows nothing of the other.
 */
export const sealed = (
  { unevaluatedProperties, unevaluatedItems, ...keywords }: SchemaObject,
  isKnown = true,
): SchemaObject => {
  if (!isKnown) return keywords;
  const found: SchemaObject = { ...keywords };
  if (unevaluatedProperties !== undefined) found['additionalProperties'] ??= unevaluatedProperties;
  // Items that `contains` matches are evaluated, too (JSON Schema 2020-12, section 11.2).
  const contained = ((keywords['contains'] ?? []) as readonly { schema: unknown }[]).map(({ schema }) => schema);
  if (unevaluatedItems !== undefined)
    found['items'] ??= contained.length === 0 ? unevaluatedItems : { anyOf: [...contained, unevaluatedItems] };
  return found;
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
  /** A part of a schema; a mere reference is the schema itself. */
  const within = (part: unknown, around: SchemaObject): SchemaObject => {
    const before = choices.length;
    const keywords = keywordsOf(part);
    const isItself =
      Object.keys(around).filter(asks).length === 1 &&
      (!Array.isArray(around['allOf']) || around['allOf'].length === 1);
    return isItself ? keywords : sealed(keywords, choices.length === before);
  };
  const keywordsOf = (part: unknown): SchemaObject => {
    if (!isSchemaObject(part)) return part === false ? NOTHING : {};
    let keywords: SchemaObject = {};
    const { $ref, allOf, anyOf, oneOf } = part;
    if (typeof $ref === 'string' && !seen.has($ref)) {
      seen.add($ref);
      itself ??= $ref;
      const target = valueAt(document, $ref);
      if (target === undefined) throw new UnsupportedSchema($ref);
      keywords = within(target, part);
    }
    for (const inner of Array.isArray(allOf) ? allOf : []) keywords = mergeSchemas(keywords, within(inner, part));
    const name = nameIn(part);
    if (name !== undefined) names.push(name);
    const discriminator = discriminatorIn(document, part);
    if (Array.isArray(oneOf)) choices.push({ isExclusive: true, branches: nameBranches(oneOf, discriminator) });
    if (Array.isArray(anyOf)) choices.push({ isExclusive: false, branches: nameBranches(anyOf, discriminator) });
    choices.push(...otherwise(document, part));
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
