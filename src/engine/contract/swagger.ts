import { ExactNumber, readNumber } from '../../kernel/exact-number.ts';
import { isObject } from '../../kernel/json.ts';
import { childPointer, pointerKeys, valueAt } from '../../kernel/json-pointer.ts';
import { ContractError, type Diagnostic } from './diagnostic.ts';
import { isSchemaObject, type SchemaObject } from './walk-schema.ts';

/** A description of Swagger 2.0 as one of OpenAPI 3.0. */
interface Upgraded {
  readonly document: SchemaObject;
  /** The pointer of what was written for a part of the upgraded document. */
  readonly toWritten: (pointer: string) => string;
  readonly findings: readonly Diagnostic[];
}

/** The library copies objects member by member, which would empty those of a class. */
const EXACT = '\u0000number ';

/**
 * Converts a bundled description, which stays as it is. What the converter would trip over, or lose, is rewritten first: bodies
 * that several operations share, parameters without a place, and references to anywhere but a section.
 */
export const upgradeSwagger = async (written: SchemaObject, file: string): Promise<Upgraded> => {
  const { findings, document } = prepare(written, file);
  const { upgradeFromTwoToThree } = await import('@scalar/openapi-upgrader/2.0-to-3.0');
  try {
    const upgraded: unknown = restore(upgradeFromTwoToThree(document));
    if (isSchemaObject(upgraded))
      return {
        document: upgraded,
        toWritten: (pointer) => childPointer('#', ...writtenKeys(written, pointer)),
        findings,
      };
  } catch (error) {
    throw new ContractError(`Swagger 2.0 cannot be read as OpenAPI 3.0: ${String(error)}`, { file });
  }
  throw new ContractError('Swagger 2.0 cannot be read as OpenAPI 3.0: the result is no object', { file });
};

const prepare = (
  written: SchemaObject,
  file: string,
): { readonly document: SchemaObject; readonly findings: Diagnostic[] } => {
  const findings: Diagnostic[] = [];
  /** Schemas that references find in a path, by their pointers: the bundler refers to the first place of what it inlines. */
  const moved: Record<string, unknown> = {};

  const copy = (node: unknown): unknown => {
    if (node instanceof ExactNumber) return `${EXACT}${String(node)}`;
    if (Array.isArray(node)) return node.map(copy);
    if (!isSchemaObject(node)) return node;
    const { $ref } = node;
    if (typeof $ref === 'string' && $ref.startsWith('#/paths/') && pointerKeys($ref).length > 2) return follow($ref);
    return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, copy(member)]));
  };
  const follow = ($ref: string): unknown => {
    const name = $ref.slice(2);
    if (!pointerKeys($ref).includes('schema')) return copy(valueAt(written, $ref));
    if (!Object.hasOwn(moved, name)) {
      moved[name] = {};
      moved[name] = copy(valueAt(written, $ref));
    }
    return { $ref: childPointer('#/definitions', name) };
  };

  const parametersOf = (list: unknown, pointer: string): unknown[] =>
    (Array.isArray(list) ? list : []).flatMap((listed: unknown, index) => {
      const target = targetIn(written, listed);
      if (isSchemaObject(target) && typeof target['in'] === 'string') return [copy(isBody(target) ? target : listed)];
      // A reference that leads nowhere is reported where it is read.
      if (isSchemaObject(listed) && typeof listed['$ref'] === 'string') return [{ ...listed }];
      const message = 'a parameter needs "in": path, query, header, formData or body; it is left out';
      findings.push({ file, pointer: childPointer(pointer, index), message, effect: 'served' });
      return [];
    });

  const pathItemOf = ([key, item]: [string, unknown]): [string, unknown] => {
    if (!isSchemaObject(item)) return [key, item];
    const pointer = childPointer('#/paths', key);
    const shared = parametersOf(item['parameters'], childPointer(pointer, 'parameters'));
    const members = Object.entries(item).flatMap(([name, member]): [string, unknown][] => {
      if (name === 'parameters') return [[name, shared.filter((parameter) => !isBody(parameter))]];
      if (name === '$ref' || name.startsWith('x-')) return member === null ? [] : [[name, copy(member)]];
      if (!isSchemaObject(member)) return [];
      const own = parametersOf(member['parameters'], childPointer(pointer, name, 'parameters'));
      const bodies = own.some(isBody) ? [] : shared.filter(isBody);
      const responses = isSchemaObject(member['responses']) ? member['responses'] : {};
      const described = Object.entries(responses).filter(([, response]) => isSchemaObject(response));
      return [
        [
          name,
          {
            ...(copy({ ...member, parameters: [], responses: Object.fromEntries(described) }) as object),
            parameters: [...own, ...bodies],
          },
        ],
      ];
    });
    return [key, Object.fromEntries(members)];
  };

  const { paths, parameters, ...rest } = written;
  const document = copy(rest) as SchemaObject;
  if (isSchemaObject(parameters))
    document['parameters'] = Object.fromEntries(
      Object.entries(parameters).flatMap(([name, one]) =>
        isSchemaObject(one) && !isBody(one) ? [[name, copy(one)]] : [],
      ),
    );
  if (isSchemaObject(paths)) document['paths'] = Object.fromEntries(Object.entries(paths).map(pathItemOf));
  if (Object.keys(moved).length > 0) document['definitions'] = { ...(document['definitions'] as object), ...moved };
  return { document, findings };
};

const isBody = (parameter: unknown): boolean =>
  isSchemaObject(parameter) && (parameter['in'] === 'body' || parameter['in'] === 'formData');

const targetIn = (document: SchemaObject, node: unknown): unknown =>
  isSchemaObject(node) && typeof node['$ref'] === 'string' && node['$ref'].startsWith('#')
    ? valueAt(document, node['$ref'])
    : node;

const restore = (node: unknown): unknown => {
  if (typeof node === 'string') return node.startsWith(EXACT) ? readNumber(node.slice(EXACT.length)) : node;
  if (Array.isArray(node)) return node.map(restore);
  if (!isObject(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, restore(member)]));
};

/** Where components were written. A shared body was a parameter. */
const SECTIONS: Readonly<Record<string, string>> = {
  parameters: 'parameters',
  responses: 'responses',
  securitySchemes: 'securityDefinitions',
};

/** The nearest place that was written: a body was a parameter, and its schema, one for all media types, a member of it. */
const writtenKeys = (written: SchemaObject, pointer: string): readonly (string | number)[] => {
  const keys = pointerKeys(pointer);
  const [top, section = '', name = '', ...rest] = keys;
  if (top === 'servers') return [Object.hasOwn(written, 'host') ? 'host' : 'basePath'];
  if (top === 'components' && section === 'schemas')
    return [...(name.includes('/') ? pointerKeys(`#/${name}`) : ['definitions', name]), ...rest];
  if (top === 'components') return [SECTIONS[section] ?? section, name, ...withoutContent(rest)];
  if (top !== 'paths') return keys;
  const item = childPointer('#', 'paths', section);
  const place = [top, section, ...(keys.length > 2 ? [name] : [])];
  const listAt = (at: string): readonly unknown[] => {
    const list = valueAt(written, at);
    return Array.isArray(list) ? list.map((each) => targetIn(written, each)) : [];
  };
  const shared = listAt(`${item}/parameters`);
  const nth = (list: readonly unknown[], index: string | undefined): number =>
    list.flatMap((each, at) => (isSchemaObject(each) && ('in' in each || '$ref' in each) && !isBody(each) ? [at] : []))[
      Number(index)
    ] ?? 0;
  if (name === 'parameters') return [...place, nth(shared, rest[0]), ...withoutContent(rest.slice(1))];
  const own = listAt(childPointer(item, name, 'parameters'));
  const [kind, which, mediaType, , ...inner] = rest;
  if (kind === 'responses') return [...place, kind, ...rest.slice(1, 2), ...withoutContent(rest.slice(2))];
  if (kind === 'parameters') return [...place, kind, nth(own, which), ...withoutContent(rest.slice(2))];
  if (kind !== 'requestBody') return keys;
  const field = own.findIndex((each) => isSchemaObject(each) && each['in'] === 'formData' && each['name'] === inner[1]);
  if (mediaType !== undefined && field >= 0) return [...place, 'parameters', field, ...inner.slice(2)];
  const index = own.findIndex(isBody);
  const from = index >= 0 ? [...place, 'parameters', index] : [top, section, 'parameters', shared.findIndex(isBody)];
  return [...from, ...withoutContent(rest.slice(1))];
};

/** `content`, a media type and `schema` stand for one schema; a header or parameter was a schema of its own. */
const withoutContent = (keys: readonly string[]): readonly string[] => {
  const [first, second = '', third = '', ...rest] = keys;
  if (first === 'content') return third === 'example' ? ['examples', second, ...rest] : keys.slice(2);
  if (first === 'headers') return third === 'schema' ? [first, second, ...rest] : keys;
  return first === 'schema' ? keys.slice(1) : keys;
};
