import { childPointer, valueAt } from '../../kernel/json-pointer.ts';
import { sequenceOf } from '../../kernel/media-type.ts';
import type { Diagnostic } from './diagnostic.ts';
import { asObject, forEachSchema, isSchemaObject, type SchemaObject } from './walk-schema.ts';
import { isAnyNumber, isWhole } from '../../kernel/exact-number.ts';
import { type compileExpressions, toRegExp } from './expression.ts';
import { SCHEMA_KEYWORDS } from '../../generated/keywords.ts';

/**
 * Converts the schema dialect of OpenAPI 3.0 to JSON Schema 2020-12, in place, so that everything after the loader
 * handles one dialect: `nullable`, boolean `exclusiveMinimum`/`Maximum`, single `example`, keywords beside a `$ref`
 * (which 3.0 says to ignore).
 */
export const toJsonSchema2020 = (document: SchemaObject): void => {
  forEachSchema(document, (node) => {
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

export const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isSchemaObject(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => isAnyNumber(value) && isWhole(value) && Number(value) >= 0;
const isNumber = (value: unknown): boolean => isAnyNumber(value) && Number.isFinite(Number(value));
const isListOf = (isItem: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isItem);
const isFilled = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0;
const isMapOf = (isMember: (value: unknown) => boolean) => (value: unknown) =>
  isSchemaObject(value) && Object.values(value).every(isMember);
const isTypeName = (value: unknown): boolean => isText(value) && TYPES.includes(value as string);

/** The values that a keyword accepts, in words and as a predicate. */
type Rule = readonly [expected: string, isFine: (value: unknown) => boolean];

const SCHEMA: Rule = ['must be a schema', isSchema];
const SCHEMAS: Rule = ['must be a list of schemas', (value) => isFilled(value) && value.every(isSchema)];
const MEMBERS: Rule = ['must be an object of schemas', isMapOf(isSchema)];
const COUNT: Rule = ['must be a whole number from 0 on', isCount];
const NUMBER: Rule = ['must be a number', isNumber];

const rulesFor = (keywords: readonly string[], rule: Rule) => Object.fromEntries(keywords.map((name) => [name, rule]));

const { subschemas, bounds, counts, texts, replaced, extensions, generated } = SCHEMA_KEYWORDS;

const RULES = new Map<string, Rule>(
  Object.entries({
    ...rulesFor(subschemas.one, SCHEMA),
    ...rulesFor(subschemas.list, SCHEMAS),
    ...rulesFor(subschemas.map, MEMBERS),
    ...Object.fromEntries(Object.entries(bounds).map(([name, { of }]) => [name, of === 'number' ? NUMBER : COUNT])),
    ...rulesFor(counts, COUNT),
    ...rulesFor(texts, ['must be a text', isText]),
    dependentRequired: ['must be an object of lists of names', isMapOf(isListOf(isText))],
    enum: ['must be a list with a value at least', isFilled],
    examples: ['must be a list', Array.isArray],
    multipleOf: ['must be a number above 0', (value) => isNumber(value) && Number(value) > 0],
    required: ['must be a list of names', isListOf(isText)],
    type: [
      `must be equal to one of the allowed values (${TYPES.join(', ')}), or a list of them`,
      (value) => isTypeName(value) || (isFilled(value) && value.every(isTypeName)),
    ],
    uniqueItems: ['must be true or false', (value) => typeof value === 'boolean'],
    ...Object.fromEntries(
      Object.entries(extensions).map(([name, text]): [string, Rule] => [name, [`must be ${text}`, isText]]),
    ),
  }),
);

/** The largest sizes of generated values. */
const SIZES = new Map<string, number>(Object.entries(generated));

/** Keywords of other dialects and versions, with their replacements. */
const REPLACED = new Map<string, string>(Object.entries(replaced));

/** A value in a message. */
export const excerpt = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** A map or a list without the members that are not schemas; undefined if it cannot be repaired. */
const without = (value: unknown): unknown => {
  if (isSchemaObject(value)) return Object.fromEntries(Object.entries(value).filter(([, member]) => isSchema(member)));
  const left = Array.isArray(value) ? value.filter(isSchema) : [];
  return left.length > 0 ? left : undefined;
};

/** The regular expressions of a schema, with the keys that lead to each. */
const patternsIn = ({
  pattern,
  patternProperties,
}: SchemaObject): readonly (readonly [string, readonly string[]])[] => [
  ...(typeof pattern === 'string' ? [[pattern, ['pattern']] as const] : []),
  ...Object.keys(asObject(patternProperties)).map((key) => [key, ['patternProperties', key]] as const),
];

/**
 * Removes from the schemas of a description, in place, what is not valid JSON Schema or not supported, so that the rest
 * can be used. Each removed keyword is a diagnostic, because its constraint is no longer checked.
 */
export const repairSchemas = (
  document: SchemaObject,
  { refused, bounded }: Awaited<ReturnType<typeof compileExpressions>>,
): Diagnostic[] => {
  const findings: Diagnostic[] = [];
  const isOld = String(document['openapi']).startsWith('3.0');
  const tell = (pointer: string, message: string): void => {
    findings.push({ pointer, message, effect: 'served' });
  };
  const ignored = (pointer: string, message: string): void => {
    tell(pointer, `not a valid schema: ${message}; it is ignored`);
  };

  const repairPatterns = (schema: SchemaObject, pointer: string): void => {
    for (const [text, keys] of patternsIn(schema)) {
      const at = childPointer(pointer, ...keys);
      const length = bounded.get(text);
      const isExpression = toRegExp(text) !== undefined;
      if (!isExpression || refused.has(text)) {
        const fault = `the regular expression ${excerpt(text)} could run for ever`;
        ignored(at, isExpression ? fault : `${excerpt(text)} is no regular expression`);
        const [keyword = '', key] = keys;
        Reflect.deleteProperty(key === undefined ? schema : (schema[keyword] as SchemaObject), key ?? keyword);
      } else if (length !== undefined)
        tell(
          at,
          `the regular expression ${excerpt(text)} can be run in bounded time on short texts only: texts of more than ${length} characters are accepted without it; write it without look-around and back-references`,
        );
    }
  };

  const repairSchema = (schema: SchemaObject, pointer: string): void => {
    for (const [keyword, value] of Object.entries(schema)) {
      const at = () => childPointer(pointer, keyword);
      const rule = RULES.get(keyword);
      if (rule !== undefined && !rule[1](value)) {
        ignored(at(), `"${keyword}" is ${excerpt(value)}, but ${rule[0]}`);
        const left = rule === MEMBERS || rule === SCHEMAS ? without(value) : undefined;
        if (left === undefined) Reflect.deleteProperty(schema, keyword);
        else schema[keyword] = left;
      } else if (rule === COUNT) {
        schema[keyword] = Number(value);
        const most = SIZES.get(keyword) ?? Infinity;
        // The keyword stays, but does not work in full.
        if (Number(value) > most)
          tell(
            at(),
            `"${keyword}" is ${String(value)}, but generated values have ${most} at most: no value is generated for this schema; lower it, or give the response an example`,
          );
      } else if (!isOld && REPLACED.has(keyword)) {
        ignored(at(), `"${keyword}" ${REPLACED.get(keyword) ?? ''}`);
        Reflect.deleteProperty(schema, keyword);
      }
    }
    repairPatterns(schema, pointer);
    // 3.1 deprecates `example` in favour of `examples`.
    if ('example' in schema && !isOld) {
      schema['examples'] ??= [schema['example']];
      delete schema['example'];
    }
  };

  forEachSchema(document, repairSchema);
  return findings;
};

/** All patterns of a document. */
export const patternsOf = (document: SchemaObject): ReadonlySet<string> => {
  const patterns = new Set<string>();
  forEachSchema(document, (schema) => {
    for (const [text] of patternsIn(schema)) patterns.add(text);
  });
  return patterns;
};
