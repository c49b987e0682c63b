import type { Place } from './place-in-yaml.ts';
import type { Words } from './types.ts';

export interface Suggestion {
  readonly text: string;
  readonly about: string;
}

export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly type?: unknown;
}

const MOST = 40;

/** Keys of the schema, or values: those of the schema, or names of this server. */
export const complete = (schema: JsonSchema, words: Words, place: Place): readonly Suggestion[] => {
  const holders = descend(schema, place.path);
  const all = place.kind === 'key' ? keysOf(schema, holders) : valuesOf(schema, holders, words, place.key);
  const wanted = place.prefix.toLowerCase();
  return all
    .filter(({ text }) => text.toLowerCase().includes(wanted) && text !== place.prefix)
    .sort((a, b) => startsAt(a.text, wanted) - startsAt(b.text, wanted))
    .slice(0, MOST);
};

const startsAt = (text: string, wanted: string): number => (text.toLowerCase().startsWith(wanted) ? 0 : 1);

const keysOf = (root: JsonSchema, holders: readonly JsonSchema[]): readonly Suggestion[] => {
  const keys = new Map<string, Suggestion>();
  for (const holder of holders)
    for (const [text, member] of Object.entries(holder.properties ?? {}))
      if (!keys.has(text)) keys.set(text, { text, about: describe(root, member) });
  return [...keys.values()];
};

const describe = (root: JsonSchema, schema: JsonSchema): string =>
  schema.description ?? (schema.$ref === undefined ? '' : (resolve(root, schema).description ?? ''));

/** The list of words that a key takes its value from. */
const LISTS: Readonly<Record<string, string>> = {
  on: 'operations',
  call: 'operations',
  control: 'controls',
  problem: 'problems',
  type: 'problems',
  emit: 'events',
  events: 'events',
  event: 'events',
  simulate: 'simulators',
  fixture: 'fixtures',
};

const namesFor = (key: string, words: Words): readonly string[] => [
  ...(key === 'on' ? ['*'] : []),
  ...(words[LISTS[key] ?? ''] ?? []),
];

const valuesOf = (
  root: JsonSchema,
  holders: readonly JsonSchema[],
  words: Words,
  key: string,
): readonly Suggestion[] => {
  const schemas = holders.flatMap((holder) => spread(root, holder.properties?.[key]));
  const listed = schemas.flatMap(({ enum: values = [], const: only, items }) => [
    ...values,
    ...(only === undefined ? [] : [only]),
    ...spread(root, items).flatMap((item) => item.enum ?? []),
  ]);
  return [...new Set([...namesFor(key, words), ...listed.filter((value) => value !== null).map(String)])].map(
    (text) => ({
      text,
      about: '',
    }),
  );
};

/** The schemas at a path; lists are passed through. */
const descend = (root: JsonSchema, path: readonly string[]): readonly JsonSchema[] => {
  let here = spread(root, root);
  for (const key of path) here = here.flatMap((schema) => spread(root, schema.properties?.[key]));
  return here;
};

/** A schema with all its alternatives, references resolved, and the items of lists. */
const spread = (root: JsonSchema, schema: JsonSchema | undefined, depth = 0): readonly JsonSchema[] => {
  if (schema === undefined || depth > 6) return [];
  const own = resolve(root, schema);
  const { anyOf = [], oneOf = [], allOf = [] } = own;
  const inside = [...anyOf, ...oneOf, ...allOf, own.then, own.else, own.items].filter((each) => each !== undefined);
  return [own, ...inside.flatMap((each) => spread(root, each, depth + 1))];
};

const resolve = (root: JsonSchema, schema: JsonSchema): JsonSchema => {
  const name = schema.$ref?.replace('#/$defs/', '');
  return name === undefined ? schema : (root.$defs?.[name] ?? schema);
};
