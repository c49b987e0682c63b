import { createRandom } from '../../../kernel/random.ts';
import { toExpression } from '../../contract/expression.ts';
import { valueAt } from '../../contract/json-pointer.ts';
import { type SchemaObject, isSchemaObject } from '../../contract/walk-schema.ts';
import { textSearch } from './text-search.ts';

type Negation = (value: never, schema: SchemaObject) => readonly unknown[];

const TYPES = ['array', 'boolean', 'null', 'number', 'object', 'string'];

/** Keywords of which a value is drawn until it does not keep to them. */
const REFUSABLE = new Set(['enum', 'format', 'multipleOf', 'pattern']);

const TYPE_OF: Readonly<Record<string, string>> = { multipleOf: 'number', format: 'string', pattern: 'string' };

/** Whether `not` of a schema is left to those who draw. */
export const isRefusable = (schema: unknown): schema is SchemaObject =>
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

const bound =
  (type: string, keyword: string, difference = 0): Negation =>
  (limit: number) =>
    limit + difference < 0 ? [] : [{ type, [keyword]: limit + difference }];

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
  minimum: (limit: number) => [{ type: 'number', exclusiveMaximum: limit }],
  maximum: (limit: number) => [{ type: 'number', exclusiveMinimum: limit }],
  exclusiveMinimum: (limit: number) => [{ type: 'number', maximum: limit }],
  exclusiveMaximum: (limit: number) => [{ type: 'number', minimum: limit }],
  minLength: bound('string', 'maxLength', -1),
  maxLength: bound('string', 'minLength', 1),
  minItems: bound('array', 'maxItems', -1),
  maxItems: bound('array', 'minItems', 1),
  minProperties: bound('object', 'maxProperties', -1),
  maxProperties: bound('object', 'minProperties', 1),
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
export const negateSchema = (document: SchemaObject, schema: unknown): readonly unknown[] => {
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
