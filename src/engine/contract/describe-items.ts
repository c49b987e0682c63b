import { sequenceOf } from '../../kernel/media-type.ts';
import type { Diagnostic } from './diagnostic.ts';
import { childPointer, valueAt } from './json-pointer.ts';
import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/**
 * Describes each sequence of items by a schema of all of them, in place, so that everything after the loader knows one kind of
 * schema. OpenAPI 3.2.0, 4.14.3: `itemSchema` is that of each item in a sequential media type, and `schema` that of the array of
 * them.
 */
export const describeItems = (document: SchemaObject): readonly Diagnostic[] => {
  const findings: Diagnostic[] = [];
  const described = new Set<unknown>();

  const describe = (mediaType: string, listed: unknown, place: string): void => {
    const { $ref } = isSchemaObject(listed) ? listed : {};
    const pointer = typeof $ref === 'string' ? $ref : place;
    const content = typeof $ref === 'string' ? valueAt(document, $ref) : listed;
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
