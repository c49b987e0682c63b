import { getOrInsert } from '../../kernel/caches.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { childPointer, pointerKeys, valueAt } from '../../kernel/json-pointer.ts';
import type { Contract, MediaType, Operation } from './contract.ts';
import { asObject, isSchemaObject, partsOf, type SchemaObject, targetOf } from './walk-schema.ts';

/**
 * The types of a description: one for each schema that has a name or is referred to, and the interface `Api` with the
 * operations by their ids.
 */
export const toTypeScript = ({ document, operations, title, version }: Contract): string => {
  const names = new Map<string, string>();
  const taken = new Set(['Api', 'Array', 'Uint8Array']);
  const nameOf = (pointer: string): string =>
    getOrInsert(names, pointer, () => {
      const wanted = toName(pointerKeys(pointer).at(-1) ?? '');
      let name = wanted;
      for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
      taken.add(name);
      return name;
    });

  /** `within` is the schema whose type is being made: a type that is a part of itself, not below a member or an item, is none. */
  const typeOf = (schema: unknown, within?: unknown): string => {
    if (schema === false) return 'never';
    if (!isSchemaObject(schema)) return 'unknown';
    const target = targetOf(document, schema);
    const isCircular = within !== undefined && [...partsOf(document, target)].includes(within as SchemaObject);
    const composed = [
      ...(target === undefined || isCircular ? [] : [nameOf(String(schema['$ref']))]),
      ...listOf(schema['allOf']).map((part) => typeOf(part, within)),
      ...['anyOf', 'oneOf'].flatMap((keyword) =>
        schema[keyword] === undefined ? [] : unite(listOf(schema[keyword]).map((part) => typeOf(part, within))),
      ),
    ];
    const parts = new Set([...composed, ownType(schema, composed.length > 0)]);
    parts.delete('unknown');
    return parts.size === 0 ? 'unknown' : [...parts].join(' & ');
  };

  const ownType = (schema: SchemaObject, isComposed: boolean): string => {
    const { const: only, enum: listed = only, type, properties, items } = schema;
    if (listed !== undefined) return unite(listOf(listed).map((value) => stringifyJson(value)));
    const implied = isSchemaObject(properties) ? 'object' : items === undefined ? undefined : 'array';
    const types = listOf(type ?? implied).map((name) => {
      if (name === 'object') return objectType(schema, isComposed);
      if (name !== 'array') return PLAIN_TYPES.get(name) ?? 'unknown';
      return `Array<${unite([...listOf(schema['prefixItems']), items].map((item) => typeOf(item)))}>`;
    });
    return types.length === 0 ? 'unknown' : unite(types);
  };

  const objectType = (schema: SchemaObject, isComposed: boolean): string => {
    const { properties, additionalProperties = properties === undefined, required } = schema;
    const mandatory = new Set(listOf(required));
    const members = Object.entries(asObject(properties)).map(([name, member]) => {
      // OpenAPI 3.0.4, Schema Object: readOnly members are not for requests, writeOnly ones not for responses.
      const { readOnly, writeOnly } = asObject(member);
      const isGiven = mandatory.has(name) && readOnly !== true && writeOnly !== true;
      return comment(member) + toMember(name, typeOf(member), isGiven);
    });
    if (members.length > 0)
      return block(additionalProperties === true ? [...members, '[name: string]: unknown;\n'] : members);
    if (isComposed) return 'unknown';
    return additionalProperties === false ? '{}' : `{ [name: string]: ${typeOf(additionalProperties)} }`;
  };

  const schemaAt = (place: { readonly pointer: string } | undefined): string =>
    place === undefined ? 'unknown' : typeOf(valueAt(document, place.pointer));

  const bodyType = ({ mediaType, kind, schema }: MediaType, other: string): string =>
    isJsonMediaType(mediaType) || (other === 'unknown' && kind === 'structured') ? schemaAt(schema) : other;

  const operationType = ({ id, method, pointer, parameters, requestBody, responses }: Operation): string => {
    const bodies = requestBody?.contents.map((content) => bodyType(content, 'unknown')) ?? [];
    const values = ['path', 'query', 'header'].map((where) => {
      const inside = parameters.filter((one) => one.in === where);
      return toMember(where, block(inside.map((one) => toMember(one.name, schemaAt(one.schema), one.required))));
    });
    const answers = responses.map(({ status, contents }) =>
      toMember(
        status,
        contents.length === 0 ? 'undefined' : unite(contents.map((one) => bodyType(one, 'string | Uint8Array'))),
      ),
    );
    const members = [
      toMember('method', JSON.stringify(method)),
      ...values,
      toMember('body', unite(requestBody?.required === true ? bodies : [...bodies, 'undefined'])),
      toMember('responses', block(answers)),
    ];
    return comment(valueAt(document, pointer)) + toMember(id, block(members));
  };

  for (const name of Object.keys(asObject(valueAt(document, '#/components/schemas'))))
    nameOf(childPointer('#/components/schemas', name));
  const api = block(operations.map(operationType));
  // A type that is being made may name others, which are added to the map.
  let types = '';
  for (const [pointer, name] of names) {
    const schema = valueAt(document, pointer);
    types += `\n${comment(schema)}export type ${name} = ${typeOf(schema, schema)};\n`;
  }
  const head = `Types of "${title}" ${version}, made by "vatmock types". Integers beyond 2^53 come as bigint.`;
  return indent(`// ${head.replaceAll(/\s+/g, ' ')}\n\nexport interface Api ${api}\n${types}`);
};

const PLAIN_TYPES: ReadonlyMap<unknown, string> = new Map([
  ...['string', 'number', 'boolean', 'null'].map((name) => [name, name] as const),
  ['integer', 'number'],
]);

const listOf = (value: unknown): readonly unknown[] => (value === undefined ? [] : [value].flat());

/** With a capital letter, no name is a word of the language. */
const toName = (key: string): string =>
  key
    .replaceAll(/[^\p{L}\p{N}_$]|^$/gu, '_')
    .replace(/^\p{N}/u, '_$&')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

const unite = (types: readonly string[]): string => {
  const all = [...new Set(types)];
  if (all.includes('unknown')) return 'unknown';
  return all.length === 1 ? all.join('') : `(${all.join(' | ')})`;
};

const toMember = (name: string, type: string, isGiven = true): string =>
  `${/^[\p{L}_$][\p{L}\p{N}_$]*$|^[1-9]\d*$/u.test(name) ? name : JSON.stringify(name)}${isGiven ? '' : '?'}: ${type};\n`;

const block = (members: readonly string[]): string => (members.length === 0 ? '{}' : `{\n${members.join('')}}`);

/** The first line of what a description says of something. */
const comment = (node: unknown): string => {
  const { description, summary = description } = asObject(node);
  const [line = ''] = typeof summary === 'string' ? summary.trim().split('\n') : [];
  return line === '' ? '' : `/** ${line.replaceAll('*/', '*\\/')} */\n`;
};

const indent = (text: string): string => {
  let depth = 0;
  return text.replaceAll(/^(\}?).*?(\{?)$/gm, (line, closing, opening) => {
    if (closing !== '') depth--;
    const indented = line === '' ? '' : '  '.repeat(depth) + line;
    if (opening !== '') depth++;
    return indented;
  });
};
