import { SCHEMA_KEYWORDS } from '../../generated/keywords.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { createRandom } from '../../kernel/random.ts';
import { type Discriminator, discriminatorIn, referenceIn } from '../contract/discriminator.ts';
import { toExpression } from '../contract/expression.ts';
import { asList, asObject, isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';
import { memberSchema, MERGEABLE_KEYWORDS, mergeSchemas, UnsupportedSchema } from './schema-keywords.ts';
import { textSearch } from './text-search.ts';

/**
 * Whether validating a value against the schema requires validating it against the same schema again, via references
 * and compositions: validators would recurse infinitely.
 */
const isEndless = (document: unknown, schema: unknown, around: readonly string[] = []): boolean => {
  if (!isSchemaObject(schema)) return false;
  const { $ref, allOf, anyOf, oneOf, not, if: condition, then, else: otherwise } = schema;
  const inner = [allOf, anyOf, oneOf, not, condition, then, otherwise].flat();
  if (inner.some((part) => isEndless(document, part, around))) return true;
  if (typeof $ref !== 'string') return false;
  return around.includes($ref) || isEndless(document, valueAt(document, $ref), [...around, $ref]);
};

type Negation = (value: never, schema: SchemaObject) => readonly unknown[];

const TYPES = ['array', 'boolean', 'null', 'number', 'object', 'string'];

/** Keywords of which a value is drawn until it does not keep to them. */
const REFUSABLE = new Set(['enum', 'format', 'multipleOf', 'pattern']);

const TYPE_OF: Readonly<Record<string, string>> = { multipleOf: 'number', format: 'string', pattern: 'string' };

/** Whether `not` of a schema is left to those who draw. */
const isRefusable = (schema: unknown): schema is SchemaObject =>
  isSchemaObject(schema) &&
  Object.keys(schema).length === 1 &&
  Object.keys(schema).every((keyword) => REFUSABLE.has(keyword));

const not = (schema: unknown): SchemaObject => ({ not: schema });

const having = (name: string, schema: unknown): SchemaObject => ({
  type: 'object',
  required: [name],
  properties: { [name]: schema },
});

const OTHER_NAMES = ['other', 'another'];

const SIMPLE_VALUES: readonly unknown[] = [0, 1, '', 'same', true, null, {}, []];

/** The negation of a keyword: schemas one of which a value has to match. Where there are none, some values are not found. */
const NEGATIONS: Readonly<Record<string, Negation>> = {
  allOf: (schemas: readonly unknown[]) => schemas.map(not),
  anyOf: (schemas: readonly unknown[]) => [{ allOf: schemas.map(not) }],
  oneOf: (schemas: readonly unknown[]) => [{ allOf: schemas.map(not) }, ...pairsOf(schemas)],
  not: (schema: unknown) => [schema],
  if: (schema: unknown, { then = true, else: otherwise = true }) => [
    { allOf: [schema, not(then)] },
    { allOf: [not(schema), not(otherwise)] },
  ],
  const: (value: unknown) => [not({ enum: [value] })],
  enum: (values: readonly unknown[]) => [not({ enum: values })],
  type: (type: string | readonly string[]) => {
    const refused = [type].flat();
    const others = TYPES.filter(
      (each) => !refused.includes(each) && !(each === 'number' && refused.includes('integer')),
    );
    const fractions = refused.includes('integer') && !refused.includes('number');
    return [
      ...(others.length > 0 ? [{ type: others }] : []),
      ...(fractions ? [{ type: 'number', ...not({ multipleOf: 1 }) }] : []),
    ];
  },
  ...Object.fromEntries(
    Object.entries(SCHEMA_KEYWORDS.bounds).map(([keyword, { of: type, others, by }]): [string, Negation] => [
      keyword,
      // No size is below zero.
      (limit: number) => (type !== 'number' && limit + by < 0 ? [] : [{ type, [others]: limit + by }]),
    ]),
  ),
  items: (items: unknown, { prefixItems = [] }) =>
    (prefixItems as unknown[]).length > 0 ? [] : [{ type: 'array', contains: not(items) }],
  contains: (schema: unknown, { minContains, maxContains }) =>
    minContains !== undefined || maxContains !== undefined ? [] : [{ type: 'array', items: not(schema) }],
  prefixItems: (schemas: readonly unknown[]) =>
    schemas.map((schema, index) => ({
      type: 'array',
      minItems: index + 1,
      prefixItems: [...schemas.slice(0, index).map(() => true), not(schema)],
    })),
  required: (names: readonly string[]) => names.map((name) => ({ type: 'object', properties: { [name]: false } })),
  properties: (properties: SchemaObject) =>
    Object.entries(properties).map(([name, schema]) => having(name, not(schema))),
  patternProperties: (patterns: SchemaObject) =>
    Object.entries(patterns).flatMap(([pattern, schema]) => {
      const name = textSearch([{ source: pattern }], {})(createRandom(pattern));
      return name === undefined ? [] : [having(name, not(schema))];
    }),
  additionalProperties: (schema: unknown, { properties = {}, patternProperties = {} }) => {
    const isTaken = (name: string): boolean =>
      Object.hasOwn(properties as object, name) ||
      Object.keys(patternProperties as object).some((pattern) => toExpression(pattern)?.test(name) === true);
    return OTHER_NAMES.filter((name) => !isTaken(name)).map((name) => having(name, not(schema)));
  },
  uniqueItems: (isUnique: boolean) =>
    isUnique ? SIMPLE_VALUES.map((value) => ({ type: 'array', minItems: 2, items: { enum: [value] } })) : [],
  propertyNames: (schema: unknown) => [{ type: 'object', minProperties: 1, propertyNames: not(schema) }],
  dependentRequired: (lists: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(lists).flatMap(([name, list]) =>
      list.map((missing) => ({ type: 'object', required: [name], properties: { [missing]: false } })),
    ),
};

const pairsOf = (schemas: readonly unknown[]): readonly unknown[] =>
  schemas.flatMap((one, index) => schemas.slice(index + 1).map((other) => ({ allOf: [one, other] })));

/** The schemas one of which a value has to match so that it does not match this one. */
const negateSchema = (document: SchemaObject, schema: unknown): readonly unknown[] => {
  if (!isSchemaObject(schema)) return schema === false ? [true] : [];
  const { $ref } = schema;
  const target = typeof $ref === 'string' ? [not(valueAt(document, $ref) ?? true)] : [];
  return [
    ...target,
    ...Object.entries(schema).flatMap(([keyword, value]) => {
      const type = TYPE_OF[keyword];
      if (type !== undefined) return [{ type, ...not({ [keyword]: value }) }];
      return Object.hasOwn(NEGATIONS, keyword) ? (NEGATIONS[keyword]?.(value as never, schema) ?? []) : [];
    }),
  ];
};

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

/** Whether the keywords of a schema are also those of others, which may lead back to it. Mere alternatives are each by itself. */
export const isComposed = (schema: SchemaObject): boolean => {
  const keywords = Object.keys(schema).filter(asks);
  const [only = ''] = keywords;
  if (keywords.length === 1 && ['anyOf', 'oneOf'].includes(only)) return false;
  return keywords.some((keyword) => COMPOSING.has(keyword) && !(keyword === 'not' && isRefusable(schema['not'])));
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
  for (const [name, wanted] of [dependentSchemas, dependencies].flatMap((map) => Object.entries(asObject(map)))) {
    const schemaOfName = Array.isArray(wanted) ? { required: wanted } : wanted;
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
    for (const inner of asList(allOf)) keywords = mergeSchemas(keywords, within(inner, part));
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
