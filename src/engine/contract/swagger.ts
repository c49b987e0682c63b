import { ExactNumber, readNumber } from '../../kernel/exact-number.ts';
import { childPointer, pointerKeys, valueAt } from '../../kernel/json-pointer.ts';
import { ContractError, type Diagnostic } from './diagnostic.ts';
import { findOrigin, noteOrigin } from './locate.ts';
import { asList, asObject, isSchemaObject, type SchemaObject, targetOf } from './walk-schema.ts';

/** Where a copy comes from: converting keeps extensions, but no object. */
const WRITTEN = 'x-written-at';

/** The converter copies objects member by member, which would empty those of a class. */
const EXACT = '\u0000number ';

/** Keys whose values are no part of the description. */
const DATA = new Set(['default', 'enum', 'example', 'examples']);

/**
 * Converts a bundled description of Swagger 2.0, which stays as it is, to one of OpenAPI 3.0, and notes where its values were written. What the converter would trip over, or lose, is rewritten first: shared
 * bodies, parameters without a place, and references to anywhere but a section.
 */
export const upgradeSwagger = async (written: SchemaObject, file: string) => {
  const { findings, document } = prepare(written, file);
  const { upgradeFromTwoToThree } = await import('@scalar/openapi-upgrader/2.0-to-3.0');
  const restore = (node: unknown): unknown => {
    if (typeof node === 'string') return node.startsWith(EXACT) ? readNumber(node.slice(EXACT.length)) : node;
    if (Array.isArray(node)) return node.map(restore);
    if (!isSchemaObject(node)) return node;
    const { [WRITTEN]: pointer, ...members } = node;
    const made = Object.fromEntries(Object.entries(members).map(([key, member]) => [key, restore(member)]));
    if (typeof pointer === 'string') noteOrigin(made, findOrigin(written, pointer) ?? { file, pointer });
    return made;
  };
  try {
    return { document: restore(upgradeFromTwoToThree(document)) as SchemaObject, findings };
  } catch (error) {
    throw new ContractError(`Swagger 2.0 cannot be read as OpenAPI 3.0: ${String(error)}`, { file });
  }
};

const isBody = (parameter: unknown): boolean =>
  isSchemaObject(parameter) && (parameter['in'] === 'body' || parameter['in'] === 'formData');

const prepare = (written: SchemaObject, file: string) => {
  const findings: Diagnostic[] = [];
  /** Schemas in paths, by their pointers: the bundler refers to the first place of what it has included. */
  const moved: SchemaObject = {};

  const copy = (node: unknown, pointer: string | undefined): unknown => {
    if (node instanceof ExactNumber) return `${EXACT}${String(node)}`;
    if (Array.isArray(node)) return node.map((item, index) => copy(item, pointer && childPointer(pointer, index)));
    if (!isSchemaObject(node)) return node;
    const { $ref } = node;
    if (typeof $ref === 'string' && $ref.startsWith('#/paths/')) return follow($ref);
    const members = Object.entries(node).map(([key, member]) => [
      key,
      copy(member, DATA.has(key) ? undefined : pointer && childPointer(pointer, key)),
    ]);
    return { ...Object.fromEntries(members), ...(pointer && { [WRITTEN]: pointer }) } as SchemaObject;
  };
  const follow = ($ref: string): unknown => {
    if (!pointerKeys($ref).includes('schema')) return copy(valueAt(written, $ref), $ref);
    if (!Object.hasOwn(moved, $ref)) {
      moved[$ref] = {};
      moved[$ref] = copy(valueAt(written, $ref), $ref);
    }
    return { $ref: childPointer('#/definitions', $ref) };
  };

  const parametersOf = (owner: SchemaObject, at: string): readonly unknown[] => {
    const { parameters } = owner;
    return asList(parameters).flatMap((listed, index) => {
      const pointer = childPointer(at, 'parameters', index);
      const target = isSchemaObject(listed) ? (targetOf(written, listed) ?? listed) : listed;
      if (isSchemaObject(target) && ('in' in target || '$ref' in target))
        return [copy(isBody(target) ? target : listed, pointer)];
      const message = 'a parameter needs "in": path, query, header, formData or body; it is left out';
      findings.push({ file, pointer, message, effect: 'served' });
      return [];
    });
  };

  const pathItemOf = (item: SchemaObject, at: string): SchemaObject => {
    const shared = parametersOf(item, at);
    const operations = Object.entries(item).flatMap(([name, member]) => {
      if (!isSchemaObject(member) || name.startsWith('x-')) return [];
      const pointer = childPointer(at, name);
      const own = parametersOf(member, pointer);
      const parameters = own.some(isBody) ? own : [...own, ...shared.filter(isBody)];
      return [[name, { ...(copy({ ...member, parameters: [] }, pointer) as object), parameters }]];
    });
    const { parameters, ...others } = item;
    return {
      ...(copy(others, at) as object),
      ...(Object.fromEntries(operations) as SchemaObject),
      parameters: shared.filter((parameter) => !isBody(parameter)),
    };
  };

  const { paths, ...sections } = written;
  const document = copy(sections, '#') as SchemaObject;
  document['paths'] = Object.fromEntries(
    Object.entries(asObject(paths)).map(([key, item]) => [
      key,
      isSchemaObject(item) ? pathItemOf(item, childPointer('#/paths', key)) : item,
    ]),
  );
  if (Object.keys(moved).length > 0) document['definitions'] = { ...(document['definitions'] as object), ...moved };
  return { document, findings };
};
