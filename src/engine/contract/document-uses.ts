import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { childPointer } from '../../kernel/json-pointer.ts';
import {
  isSchemaObject,
  holdsObject,
  partsOf,
  SCHEMA_KEYWORDS,
  SCHEMA_LIST_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
  type SchemaObject,
  targetOf,
} from './walk-schema.ts';

/** What the schemas of a document are used for. A sample is a generated body, or an example of a schema. */
export type DocumentUse = 'request' | 'response' | 'request-sample' | 'response-sample';

const documents = new WeakMap<SchemaObject, Map<DocumentUse, SchemaObject>>();

/**
 * The document as its schemas apply to one use; the pointers into it stay the same. A required `readOnly` member is required
 * of the response only, a `writeOnly` one of the request only (OpenAPI 3.0.4, section 4.7.24.2). 3.1 leaves both to the server
 * (JSON Schema Validation 2020-12, section 9.4), so it is read alike. Where such a member should not be
 * sent, it is accepted, but no sample contains it. The same document if that makes no difference.
 */
export const documentFor = (document: SchemaObject, use: DocumentUse): SchemaObject =>
  getOrInsert(
    getOrInsert(documents, document, () => new Map<DocumentUse, SchemaObject>()),
    use,
    () => {
      const keyword = use.startsWith('request') ? 'readOnly' : 'writeOnly';
      if (!holdsObject(document, (node) => node[keyword] === true)) return document;
      return createRewriter(document, keyword, use.endsWith('sample'))() as SchemaObject;
    },
  );

type Mark = 'readOnly' | 'writeOnly';

/** For each member that a schema names, whether it has the mark. */
type Marks = ReadonlyMap<string, boolean>;

const NOTHING: ReadonlySet<string> = new Set();

/** Keywords whose schemas apply to the same value, so that a member may be required in one and marked in another. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf'];
const SAME_VALUE_IF = ['then', 'else'];

/** To require a member less there would accept less. */
const INVERTING = ['not', 'if'];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const createRewriter = (document: SchemaObject, mark: Mark, isSample: boolean) => {
  const known = new WeakMap<SchemaObject, Marks>();
  const target = (schema: SchemaObject): unknown => targetOf(document, schema);

  const isMarked = (member: unknown, around: readonly unknown[] = []): boolean =>
    isSchemaObject(member) &&
    !around.includes(member) &&
    (member[mark] === true ||
      [target(member), ...listOf(member['allOf'])].some((part) => isMarked(part, [...around, member])));

  /** Marked if any schema of the member says so (JSON Schema Validation 2020-12, section 9.4); among alternatives, if all do. */
  const marksIn = (schema: unknown): Marks => {
    if (!isSchemaObject(schema)) return new Map();
    const found = known.get(schema);
    if (found !== undefined) return found;
    const marks = new Map<string, boolean>();
    // Also for a schema that leads to itself.
    known.set(schema, marks);
    const { properties } = schema;
    for (const [name, member] of Object.entries(isSchemaObject(properties) ? properties : {}))
      marks.set(name, isMarked(member));
    const add = (others: Marks): void => {
      for (const [name, isSet] of others) marks.set(name, isSet || marks.get(name) === true);
    };
    for (const part of [target(schema), ...listOf(schema['allOf'])]) add(marksIn(part));
    for (const keyword of ['anyOf', 'oneOf']) {
      const common = new Map<string, boolean>();
      for (const [name, isSet] of listOf(schema[keyword]).flatMap((branch) => [...marksIn(branch)]))
        common.set(name, isSet && common.get(name) !== false);
      add(common);
    }
    return marks;
  };

  const requiredIn = (schema: unknown, seen = new Set<unknown>()): Set<string> => {
    if (!isSchemaObject(schema) || seen.has(schema)) return new Set();
    seen.add(schema);
    const parts = [...SAME_VALUE, ...SAME_VALUE_IF].flatMap((keyword) => schema[keyword]);
    const dependent = isSchemaObject(schema['dependentRequired']) ? Object.values(schema['dependentRequired']) : [];
    const own = [schema['required'], ...dependent].flatMap(listOf).map(String);
    return new Set([...own, ...[target(schema), ...parts].flatMap((part) => [...requiredIn(part, seen)])]);
  };

  const markedIn = (schema: unknown): string[] =>
    [...marksIn(schema)].flatMap(([name, isSet]) => (isSet ? [name] : []));

  /** Copies only what changes. */
  const change = (node: SchemaObject, key: string, value: unknown): SchemaObject =>
    node[key] === value ? node : { ...node, [key]: value };

  const mapList = (list: unknown, map: (item: unknown) => unknown): unknown => {
    if (!Array.isArray(list)) return list;
    const mapped = list.map(map);
    return mapped.every((item, index) => item === list[index]) ? list : mapped;
  };

  const mapMembers = (node: unknown, map: (member: unknown, name: string) => unknown): unknown => {
    if (!isSchemaObject(node)) return node;
    const mapped = Object.entries(node).map(([name, member]) => [name, map(member, name)] as const);
    return mapped.every(([name, member]) => member === node[name]) ? node : Object.fromEntries(mapped);
  };

  const without = (names: unknown, marked: ReadonlySet<string>): unknown =>
    Array.isArray(names) && names.some((name) => marked.has(String(name)))
      ? names.filter((name) => !marked.has(String(name)))
      : names;

  /** `marked` are the members that schemas around this one mark; `within` are the references that it is inlined for. */
  const rewrite = (
    schema: unknown,
    marked: ReadonlySet<string> = NOTHING,
    within: readonly unknown[] = [],
  ): unknown => {
    if (!isSchemaObject(schema)) return schema;
    const here = new Set([...marked, ...markedIn(schema)]);
    const same = (part: unknown): unknown => rewrite(part, here, within);
    const deeper = (part: unknown): unknown => rewrite(part);
    let made = schema;
    for (const keyword of SCHEMA_KEYWORDS)
      if (!INVERTING.includes(keyword) && keyword in schema)
        made = change(made, keyword, (SAME_VALUE_IF.includes(keyword) ? same : deeper)(schema[keyword]));
    for (const keyword of SCHEMA_LIST_KEYWORDS)
      if (keyword in schema)
        made = change(made, keyword, mapList(schema[keyword], SAME_VALUE.includes(keyword) ? same : deeper));
    for (const keyword of SCHEMA_MAP_KEYWORDS)
      if (keyword in schema)
        made = change(
          made,
          keyword,
          mapMembers(schema[keyword], (member) => {
            if (isSample && keyword === 'properties' && isMarked(member)) return false;
            return (keyword === 'dependentSchemas' ? same : deeper)(member);
          }),
        );
    if ('required' in schema) made = change(made, 'required', without(schema['required'], here));
    if ('dependentRequired' in schema)
      made = change(
        made,
        'dependentRequired',
        mapMembers(schema['dependentRequired'], (names) => without(names, here)),
      );
    return inlineIfNeeded(made, here, within);
  };

  /** A reference to a schema that requires what only the schemas around it mark: the target is written out without. */
  const inlineIfNeeded = (
    schema: SchemaObject,
    marked: ReadonlySet<string>,
    within: readonly unknown[],
  ): SchemaObject => {
    const referred = target(schema);
    if (referred === undefined || within.includes(referred) || marked.size === 0) return schema;
    const own = new Set(markedIn(referred));
    const required = requiredIn(referred);
    if (![...marked].some((name) => required.has(name) && !own.has(name))) return schema;
    const { $ref, allOf, ...others } = schema;
    return { ...others, allOf: [...listOf(allOf), rewrite(referred, marked, [...within, referred])] };
  };

  /** All root schemas of a part of the document: see `forEachSchema`. */
  const rewriteRoots = (node: unknown = document, pointer = '#'): unknown => {
    if (Array.isArray(node)) return mapList(node, (item) => rewriteRoots(item, `${pointer}/-`));
    return mapMembers(node, (member, key) => {
      if (key === 'schema' || key === 'itemSchema') return rewrite(member);
      if (key === 'schemas' && pointer === '#/components') return mapMembers(member, (schema) => rewrite(schema));
      if (key === 'example' || key === 'examples' || key.startsWith('x-')) return member;
      return rewriteRoots(member, childPointer(pointer, key));
    });
  };
  return rewriteRoots;
};

/** A value without the members that its schema forbids by name, as a sample's does. */
export const withoutForbidden = (document: SchemaObject, schema: unknown, value: unknown): unknown => {
  const within = (schemas: readonly unknown[], inner: unknown): unknown => {
    const all = schemas.flatMap((each) => [...partsOf(document, each)]);
    if (Array.isArray(inner))
      return inner.map((item) =>
        within(
          all.map(({ items }) => items),
          item,
        ),
      );
    if (!isSchemaObject(inner)) return inner;
    const namedIn = (name: string): unknown[] =>
      all.flatMap(({ properties }) =>
        isSchemaObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [],
      );
    return Object.fromEntries(
      Object.entries(inner)
        .map(([name, member]) => ({ name, member, schemas: namedIn(name) }))
        .filter(({ schemas }) => !schemas.includes(false))
        .map(({ name, member, schemas }) => [name, within(schemas, member)]),
    );
  };
  return within([schema], value);
};
