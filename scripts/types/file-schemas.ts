// The schemas of scenario and storyboard files as types: a file is read as what its schema says, and editors see the same.
import openapiTS, { type OpenAPI3, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { schemasOf } from './control-schemas.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The types have the names that they have in programs. */
const NAMES: Readonly<Record<string, string>> = {
  alternative: 'Alternative',
  amendment: 'Amendment',
  assumption: 'Assumption',
  concern: 'Concern',
  eventAmendment: 'EventAmendment',
  eventRewriting: 'EventRewritingName',
  condition: 'ConditionFile',
  conditions: 'Conditions',
  delivery: 'DeliveryRule',
  expectation: 'Expectation',
  happening: 'TimelineEntry',
  meanwhile: 'Meanwhile',
  rewriting: 'RewritingName',
};

const nameOf = (schema: string): string => NAMES[schema] ?? `${schema.slice(0, 1).toUpperCase()}${schema.slice(1)}File`;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const isOnlyRequired = (value: unknown): boolean => isSchema(value) && Object.keys(value).join() === 'required';

/** What is no object, where a schema says nothing else about it. */
const PLAIN = { type: ['string', 'number', 'boolean', 'null'] };

/**
 * In the form that openapi-typescript knows: a choice by type (`if`, `then`, `else`) is one of both. What else a schema says
 * about its members together is no matter of types.
 */
const toOpenApi = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toOpenApi);
  if (!isSchema(value)) return value;
  const {
    if: test,
    then: one,
    else: other,
    allOf: _rules,
    anyOf: _kinds,
    not: _never,
    examples: _shown,
    ...all
  } = value;
  const { oneOf, ...others } = all;
  // Which members go together is no matter of types.
  const rest = Array.isArray(oneOf) && oneOf.every(isOnlyRequired) ? others : all;
  const { $ref, description } = rest;
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/$defs/', '#/components/schemas/'), description };
  const members = Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, toOpenApi(member)]));
  return isSchema(test) && 'type' in test
    ? { description, oneOf: [toOpenApi({ ...test, ...(one as Schema) }), toOpenApi(other ?? PLAIN)] }
    : members;
};

/** Values of any kind; numbers may have more digits than a double. */
const withJson = (schema: SchemaObject): ts.TypeNode | undefined => {
  const { type, const: only, enum: listed, $ref, properties, additionalProperties, items, oneOf } = schema as Schema;
  const json = ts.factory.createTypeReferenceNode('Json');
  const types = [type].flat();
  if (oneOf !== undefined || only !== undefined || listed !== undefined || $ref !== undefined) return undefined;
  if (type === undefined && properties === undefined) return json;
  if (types.includes('object') && properties === undefined && additionalProperties === undefined)
    return ts.factory.createTypeReferenceNode('Members');
  if (types.includes('array') && items === undefined)
    return ts.factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, ts.factory.createArrayTypeNode(json));
  if (types.length > 1 && types.includes('number'))
    return ts.factory.createTypeReferenceNode('Exclude', [json, ts.factory.createTypeReferenceNode('object')]);
  return undefined;
};

/** Like that of the kernel, which is in the same layer. */
const JSON_TYPE = `type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type Members = Readonly<Record<string, Json>>;
`;

/** The types of a schema of files, and of its definitions. */
export const fileTypes = async (schema: Schema, name: string): Promise<string> => {
  const { $defs = {}, $schema: _dialect, title: _title, ...file } = schema;
  const schemas = toOpenApi({ ...($defs as Schema), [name]: file });
  const document = {
    openapi: '3.1.0',
    info: { title: `${name} files`, version: '1' },
    paths: {},
    components: { schemas },
  };
  const options = { silent: true, defaultNonNullable: false, immutable: true, transform: withJson };
  const nodes = await openapiTS(document as OpenAPI3, options);
  return `${JSON_TYPE}${schemasOf(nodes, nameOf).replaceAll(/^ *\* @(?:enum \{unknown\}|constant)\n/gm, '')}`;
};
