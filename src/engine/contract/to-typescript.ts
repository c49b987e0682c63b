import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { pointerKeys, valueAt } from '../../kernel/json-pointer.ts';
import type { Contract, MediaType, Operation, Parameter } from './contract.ts';
import { isSchemaObject, partsOf, type SchemaObject, targetOf } from './walk-schema.ts';

type Members = readonly (readonly [name: string, type: string, isOptional?: boolean, described?: unknown])[];

/**
 * The types of a description: one for each schema that has a name or is referred to, and the interface `Api`, which has
 * the operations by their ids, for `Behaviours<Api>`.
 */
export const toTypeScript = ({ document, operations, title, version }: Contract): string => {
  const names = new Map<string, string>();
  const taken = new Set(['Api', 'Array', 'Uint8Array']);

  const nameOf = (pointer: string): string =>
    getOrInsert(names, pointer, () => {
      const wanted = toName(pointerKeys(pointer).at(-1) ?? '');
      let name = wanted;
      for (let count = 2; taken.has(name); count++) name = `${wanted}${String(count)}`;
      taken.add(name);
      return name;
    });

  /** An alias that is part of itself, other than below a member or an item, is no type: `within` is the alias in the making. */
  const referTo = (schema: SchemaObject, within: unknown): readonly string[] => {
    const target = targetOf(document, schema);
    if (target === undefined) return [];
    if (within !== undefined) for (const part of partsOf(document, target)) if (part === within) return [];
    return [nameOf(String(schema['$ref']))];
  };

  const typeOf = (schema: unknown, within?: unknown): string => {
    if (schema === false) return 'never';
    if (!isSchemaObject(schema)) return 'unknown';
    const { allOf, anyOf, oneOf } = schema;
    const inner = (parts: unknown): readonly string[] => listOf(parts).map((part) => typeOf(part, within));
    const composed = [
      ...referTo(schema, within),
      ...inner(allOf),
      ...[anyOf, oneOf].filter(Array.isArray).map((choices) => unite(inner(choices))),
    ];
    return intersect([...composed, ownType(schema, composed.length > 0)]);
  };

  const ownType = (schema: SchemaObject, isComposed: boolean): string => {
    const { const: only, enum: listed, type, properties, items } = schema;
    if (only !== undefined) return stringifyJson(only);
    if (Array.isArray(listed)) return unite(listed.map((value) => stringifyJson(value)));
    const implied = isSchemaObject(properties) ? 'object' : items === undefined ? [] : 'array';
    const types = listOf(type ?? implied).map((name) => {
      if (name === 'object') return objectType(schema, isComposed);
      if (name === 'array')
        return `Array<${unite([...listOf(schema['prefixItems']), items ?? true].map((item) => typeOf(item)))}>`;
      return PLAIN_TYPES.get(name) ?? 'unknown';
    });
    return types.length === 0 ? 'unknown' : unite(types);
  };

  const objectType = (schema: SchemaObject, isComposed: boolean): string => {
    const { properties, additionalProperties = properties === undefined, required, patternProperties } = schema;
    const mandatory = new Set(listOf(required));
    const members = Object.entries(isSchemaObject(properties) ? properties : {}).map(([name, member]) => {
      // OpenAPI 3.1.1, JSON Schema Keywords: readOnly "SHOULD NOT be sent as part of the request", writeOnly of the response.
      const isOneWay = isSchemaObject(member) && (member['readOnly'] === true || member['writeOnly'] === true);
      return [name, typeOf(member), isOneWay || !mandatory.has(name), member] as const;
    });
    if (members.length === 0 && isComposed) return 'unknown';
    const isOpen = additionalProperties !== false || patternProperties !== undefined;
    if (!isOpen) return membersType(members);
    const others = members.length === 0 && isSchemaObject(additionalProperties) ? additionalProperties : true;
    return membersType(members, `[name: string]: ${typeOf(others)};`);
  };

  const schemaAt = (place: { readonly pointer: string } | undefined): string =>
    place === undefined ? 'unknown' : typeOf(valueAt(document, place.pointer));

  const valuesIn = ({ parameters }: Operation, where: Parameter['in']): string =>
    membersType(
      parameters
        .filter((parameter) => parameter.in === where)
        .map(({ name, required, schema }) => [name, schemaAt(schema), !required]),
    );

  const bodyType = (content: MediaType): string =>
    isJsonMediaType(content.mediaType) || content.kind === 'structured' ? schemaAt(content.schema) : 'unknown';

  const shownType = (content: MediaType): string =>
    isJsonMediaType(content.mediaType) ? schemaAt(content.schema) : 'string | Uint8Array';

  const operationType = (operation: Operation): string => {
    const { method, requestBody, responses } = operation;
    const body = requestBody?.contents.map(bodyType) ?? [];
    return membersType([
      ['method', JSON.stringify(method)],
      ...(['path', 'query', 'header'] as const).map((where) => [where, valuesIn(operation, where)] as const),
      ['body', unite(requestBody?.required === true ? body : [...body, 'undefined'])],
      [
        'responses',
        membersType(
          responses.map(({ status, contents }) => [
            status,
            contents.length === 0 ? 'undefined' : unite(contents.map(shownType)),
          ]),
        ),
      ],
    ]);
  };

  const { schemas } = isSchemaObject(document['components']) ? document['components'] : {};
  for (const name of Object.keys(isSchemaObject(schemas) ? schemas : {})) nameOf(`#/components/schemas/${name}`);
  const api = operations.map(
    (one) => [one.id, operationType(one), false, valueAt(document, one.pointer)] as const,
  );
  // Types that are being made name others, which are appended.
  const types: string[] = [];
  for (const [pointer, name] of names) {
    const schema = valueAt(document, pointer);
    types.push(`${comment(schema)}export type ${name} = ${typeOf(schema, schema)};\n`);
  }
  const head = `// Types of "${`${title}" ${version}`.replaceAll(/\s+/g, ' ')}, made by "vatmock types".\n// Integers beyond 2^53 come as bigint.\n`;
  return indent(`${head}\nexport interface Api ${membersType(api)}\n\n${types.join('\n')}`);
};

const PLAIN_TYPES: ReadonlyMap<unknown, string> = new Map([
  ...['string', 'number', 'boolean', 'null'].map((name) => [name, name] as const),
  ['integer', 'number'],
]);

const listOf = (value: unknown): readonly unknown[] => (value === undefined ? [] : [value].flat());

/** With a capital letter, no name is a word of the language. */
const toName = (key: string): string =>
  key
    .replaceAll(/[^\p{L}\p{N}_$]/gu, '_')
    .replace(/^\p{N}/u, '_$&')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

const toKey = (name: string): string => (/^(?:[\p{L}_$][\p{L}\p{N}_$]*|[1-9]\d*)$/u.test(name) ? name : JSON.stringify(name));

const unite = (types: readonly string[]): string => {
  const all = [...new Set(types)];
  if (all.includes('unknown')) return 'unknown';
  return all.length === 1 ? (all[0] ?? '') : `(${all.join(' | ')})`;
};

const intersect = (types: readonly string[]): string => {
  const all = [...new Set(types)].filter((type) => type !== 'unknown');
  return all.length === 0 ? 'unknown' : all.join(' & ');
};

const membersType = (members: Members, others = ''): string => {
  const lines = members.map(
    ([name, type, isOptional = false, described]) =>
      `${comment(described)}${toKey(name)}${isOptional ? '?' : ''}: ${type};\n`,
  );
  return lines.length === 0 ? `{ ${others || '[name: string]: never;'} }` : `{\n${lines.join('')}${others && `${others}\n`}}`;
};

/** The first line of what a description says of something. */
const comment = (node: unknown): string => {
  const { description, summary = description } = isSchemaObject(node) ? node : {};
  const [line = ''] = typeof summary === 'string' ? summary.trim().split('\n') : [];
  return line === '' ? '' : `/** ${line.replaceAll('*/', '*\\/')} */\n`;
};

const indent = (text: string): string => {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('}')) depth--;
    const indented = line === '' ? '' : '  '.repeat(depth) + line;
    if (line.endsWith('{')) depth++;
    return indented;
  });
  return lines.join('\n');
};
