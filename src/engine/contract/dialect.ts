import { childPointer, valueAt } from '../../kernel/json-pointer.ts';
import { sequenceOf } from '../../kernel/media-type.ts';
import type { Diagnostic } from './diagnostic.ts';
import { asObject, isSchemaObject, type SchemaObject, walkSchema } from './walk-schema.ts';

/**
 * Converts the schema dialect of OpenAPI 3.0 to JSON Schema 2020-12, in place, so that everything after the loader
 * handles one dialect: `nullable`, boolean `exclusiveMinimum`/`Maximum`, single `example`, keywords beside a `$ref`
 * (which 3.0 says to ignore).
 */
export const toJsonSchema2020 = (schema: unknown, pointer: string): void => {
  walkSchema(schema, pointer, (node) => {
    if (typeof node['$ref'] === 'string') {
      for (const keyword of Object.keys(node)) if (keyword !== '$ref') Reflect.deleteProperty(node, keyword);
      return;
    }
    dropNullable(node);
    toNumericBound(node, 'exclusiveMinimum', 'minimum');
    toNumericBound(node, 'exclusiveMaximum', 'maximum');
    if ('example' in node) {
      node['examples'] ??= [node['example']];
      delete node['example'];
    }
  });
};

const dropNullable = (node: SchemaObject): void => {
  const nullable = node['nullable'];
  delete node['nullable'];
  if (nullable !== true) return;
  if (typeof node['type'] === 'string') node['type'] = [node['type'], 'null'];
  if (Array.isArray(node['enum']) && !node['enum'].includes(null)) orNull(node);
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    if (!Array.isArray(node[keyword]) || node['type'] !== undefined) continue;
    orNull(node);
    return;
  }
};

/**
 * Null where `nullable` has no effect by the letter, for want of a `type` beside it or of null in the `enum` (OpenAPI 3.0.4,
 * section 4.7.24), although its author means it: it is accepted, but never generated.
 */
const orNull = (node: SchemaObject): void => {
  const inner = { ...node };
  for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
  node['anyOf'] = [inner, { type: 'null', $comment: ACCEPTED_ONLY }];
};

const ACCEPTED_ONLY = 'accepted, not generated';

/** Whether a schema is there for what clients send alone. */
export const isAcceptedOnly = (schema: unknown): boolean =>
  isSchemaObject(schema) && schema['$comment'] === ACCEPTED_ONLY;

const toNumericBound = (node: SchemaObject, exclusive: string, inclusive: string): void => {
  if (typeof node[exclusive] !== 'boolean') return;
  if (node[exclusive] && typeof node[inclusive] === 'number') {
    node[exclusive] = node[inclusive];
    Reflect.deleteProperty(node, inclusive);
  } else Reflect.deleteProperty(node, exclusive);
};

/** Visits every root schema of an OpenAPI document, found by its key. */
export const forEachSchema = (
  document: unknown,
  pointer: string,
  visit: (schema: unknown, pointer: string) => void,
): void => {
  if (Array.isArray(document)) {
    for (const [index, item] of document.entries()) forEachSchema(item, childPointer(pointer, index), visit);
    return;
  }
  if (!isSchemaObject(document)) return;
  for (const [key, value] of Object.entries(document)) {
    const place = childPointer(pointer, key);
    if (key === 'schema' || key === 'itemSchema') visit(value, place);
    else if (key === 'schemas' && pointer === '#/components' && isSchemaObject(value)) {
      for (const [name, schema] of Object.entries(value)) visit(schema, childPointer(place, name));
    } else if (key !== 'example' && key !== 'examples' && !key.startsWith('x-')) forEachSchema(value, place, visit);
  }
};

/**
 * Describes each sequence of items by a schema of all of them, in place, so that everything after the loader knows one kind of
 * schema. OpenAPI 3.2.0, 4.14.3: `itemSchema` is that of each item in a sequential media type, and `schema` that of the array of
 * them.
 */
export const describeItems = (document: SchemaObject): readonly Diagnostic[] => {
  const findings: Diagnostic[] = [];
  const described = new Set<unknown>();

  const describe = (mediaType: string, listed: unknown, place: string): void => {
    const { $ref } = asObject(listed);
    const pointer = typeof $ref === 'string' ? $ref : place;
    const content = pointer === place ? listed : valueAt(document, pointer);
    if (!isSchemaObject(content) || content['itemSchema'] === undefined) return;
    if (sequenceOf(mediaType) === undefined) {
      const message = `"itemSchema" is not followed: ${mediaType} is not among the sequences that are served`;
      findings.push({ pointer: place, message, effect: 'served' });
      return;
    }
    if (described.has(content)) return;
    described.add(content);
    const { schema } = content;
    const items = { type: 'array', items: { $ref: childPointer(pointer, 'itemSchema') } };
    content['schema'] = schema === undefined ? items : { allOf: [schema, items] };
  };

  const visit = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, member] of Object.entries(node)) {
      if (HOLDING_OTHERS.has(key) || key.startsWith('x-')) continue;
      const place = childPointer(pointer, key);
      if (key === 'content' && isSchemaObject(member))
        for (const [mediaType, content] of Object.entries(member))
          describe(mediaType, content, childPointer(place, mediaType));
      visit(member, place);
    }
  };
  visit(document, '#');
  return findings;
};

const HOLDING_OTHERS = new Set(['schema', 'schemas', 'itemSchema', 'example', 'examples']);
