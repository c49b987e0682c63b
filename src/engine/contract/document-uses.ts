import { getOrInsert } from '../../kernel/caches.ts';
import { valueAt, valueIn } from '../../kernel/json-pointer.ts';
import {
  asList,
  asObject,
  holdsObject,
  isSchemaObject,
  mapMembers,
  mapRoots,
  mapSubschemas,
  partsOf,
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
      return withoutMarked(document, keyword, use.endsWith('sample'));
    },
  );

const NOTHING: ReadonlySet<string> = new Set();

/** Keywords whose schemas apply to the same value, so that a member may be required in one and marked in another. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'then', 'else'];
const APPLYING = [...SAME_VALUE, 'dependentSchemas'];

/** To require a member less there would accept less. */
const INVERTING = ['not', 'if'];

const withoutMarked = (document: SchemaObject, mark: 'readOnly' | 'writeOnly', isSample: boolean): SchemaObject => {
  const known = new WeakMap<SchemaObject, Map<string, boolean>>();

  /** Marked if any schema of the member says so (JSON Schema Validation 2020-12, section 9.4). */
  const isMarked = (member: unknown): boolean =>
    [...partsOf(document, member, ['allOf'])].some((part) => part[mark] === true);

  /** For each member that a schema names, whether it is marked; among alternatives, if all that name it do. */
  const marksIn = (schema: unknown): ReadonlyMap<string, boolean> => {
    const marks = new Map<string, boolean>();
    if (!isSchemaObject(schema)) return marks;
    const found = known.get(schema);
    if (found !== undefined) return found;
    // Also for a schema that leads to itself.
    known.set(schema, marks);
    const add = (name: string, isSet: boolean) => marks.set(name, isSet || marks.get(name) === true);
    for (const part of partsOf(document, schema, ['allOf'])) {
      for (const [name, member] of Object.entries(asObject(part['properties']))) add(name, isMarked(member));
      for (const keyword of ['anyOf', 'oneOf']) {
        const common = new Map<string, boolean>();
        for (const [name, isSet] of asList(part[keyword]).flatMap((branch) => [...marksIn(branch)]))
          common.set(name, isSet && common.get(name) !== false);
        for (const [name, isSet] of common) add(name, isSet);
      }
    }
    return marks;
  };

  const requiredIn = (schema: unknown): ReadonlySet<unknown> =>
    new Set(
      [...partsOf(document, schema, SAME_VALUE)].flatMap(({ required, dependentRequired }) =>
        [required, ...Object.values(asObject(dependentRequired))].flatMap(asList),
      ),
    );

  const markedIn = (schema: unknown): string[] =>
    [...marksIn(schema)].flatMap(([name, isSet]) => (isSet ? [name] : []));

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
    const made = mapSubschemas(schema, (part, keyword) => {
      if (INVERTING.includes(keyword)) return part;
      if (isSample && keyword === 'properties' && isMarked(part)) return false;
      return APPLYING.includes(keyword) ? rewrite(part, here, within) : rewrite(part);
    });
    const relaxed = mapMembers(made, (value, keyword) => {
      if (keyword === 'required') return without(value, here);
      return keyword === 'dependentRequired' && isSchemaObject(value)
        ? mapMembers(value, (names) => without(names, here))
        : value;
    });
    return inlineIfNeeded(relaxed, here, within);
  };

  /** A reference to a schema that requires what only the schemas around it mark: the target is written out without. */
  const inlineIfNeeded = (
    schema: SchemaObject,
    marked: ReadonlySet<string>,
    within: readonly unknown[],
  ): SchemaObject => {
    const referred = targetOf(document, schema);
    if (referred === undefined || within.includes(referred) || marked.size === 0) return schema;
    const own = new Set(markedIn(referred));
    const required = requiredIn(referred);
    if (![...marked].some((name) => required.has(name) && !own.has(name))) return schema;
    const { $ref, allOf, ...others } = schema;
    return { ...others, allOf: [...asList(allOf), rewrite(referred, marked, [...within, referred])] };
  };

  return mapRoots(document, (schema) => rewrite(schema)) as SchemaObject;
};

/** Without the members that the schema forbids by name, as a sample's does. */
export const withoutForbidden = (document: SchemaObject, schema: unknown, value: unknown): unknown => {
  const within = (schemas: readonly unknown[], inner: unknown): unknown => {
    const all = schemas.flatMap((each) => [...partsOf(document, each)]);
    if (Array.isArray(inner)) {
      const items = all.map((part) => part['items']);
      return inner.map((item) => within(items, item));
    }
    if (!isSchemaObject(inner)) return inner;
    const members = Object.entries(inner).map(([name, member]) => {
      const own = all.flatMap((part) => valueIn(part, ['properties', name]) ?? []);
      return { name, member, own };
    });
    return Object.fromEntries(
      members.filter(({ own }) => !own.includes(false)).map(({ name, member, own }) => [name, within(own, member)]),
    );
  };
  return within([schema], value);
};

/** The value at a place of a document without what its schema forbids in a use. */
export const allowedFor = (document: SchemaObject, use: DocumentUse) => {
  const seen = documentFor(document, use);
  return (pointer: string, value: unknown): unknown =>
    seen === document ? value : withoutForbidden(seen, valueAt(seen, pointer), value);
};
