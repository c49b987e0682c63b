import type { ScenarioValidation } from '../../../src/generated/control-schemas.ts';

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

/** What is typed at the cursor: a key below `path`, or the value of `key`. */
interface Place {
  readonly path: readonly string[];
  readonly kind: 'key' | 'value';
  readonly key: string;
  /** The letters before the cursor that a completion replaces. */
  readonly prefix: string;
}

const KEY = /^([\w$./*-]+|"[^"]*"|'[^']*')\s*:(?:\s|$)/;

/** Where the cursor is in YAML with the usual indentation, or in braces on one line. */
export const placeInYaml = (text: string, cursor: number): Place => {
  const lines = text.slice(0, cursor).split('\n');
  const { indent, content } = toContent(lines.at(-1) ?? '');
  return placeInLine(content, pathAbove(lines.slice(0, -1), indent));
};

/** Dashes of lists count as indentation: a member of an item is below its first key. */
const toContent = (line: string): { readonly indent: number; readonly content: string } => {
  const [lead = ''] = /^\s*(?:- +)*-?/.exec(line) ?? [];
  return { indent: lead.length, content: line.slice(lead.length) };
};

/** The keys that open the blocks around a line with this indentation. */
const pathAbove = (lines: readonly string[], indent: number): readonly string[] => {
  const path: string[] = [];
  let limit = indent;
  for (const line of lines.toReversed()) {
    if (limit === 0) break;
    const start = line.search(/\S/);
    if (start === -1 || line[start] === '#') continue;
    const { indent: own, content } = toContent(line);
    const [, key] = KEY.exec(content) ?? [];
    if (own < limit && key !== undefined && /:\s*(?:#.*)?$/.test(content)) path.unshift(unquote(key));
    if (own < limit) limit = own;
    // Only what is left of the dash encloses the item.
    if (line[start] === '-' && start < limit) limit = start + 1;
  }
  return path;
};

interface Bracket {
  readonly isList: boolean;
  readonly depth: number;
  readonly key: string;
}

/** Braces nest within a line: `{ on: createOrder, reply: { prob`. */
const placeInLine = (content: string, outer: readonly string[]): Place => {
  const path = [...outer];
  const open: Bracket[] = [];
  let key = '';
  let word = '';
  let quote = '';
  for (const letter of content) {
    const isQuote = letter === '"' || letter === "'";
    if (quote !== '' || isQuote) {
      quote = quote === '' ? letter : quote === letter ? '' : quote;
      word += letter;
      continue;
    }
    if (letter === '{' || letter === '[') {
      open.push({ isList: letter === '[', depth: path.length, key });
      if (letter === '{') {
        if (key !== '') path.push(key);
        key = '';
      }
    } else if (letter === '}' || letter === ']') {
      path.length = open.pop()?.depth ?? path.length;
      key = '';
    } else if (letter === ':') key = unquote(word.trim());
    else if (letter !== ',') {
      word += letter;
      continue;
    } else if (open.at(-1)?.isList === false) key = '';
    word = '';
  }
  const prefix = word.trimStart();
  return { path, kind: key === '' ? 'key' : 'value', key, prefix };
};

const unquote = (text: string): string => text.replaceAll(/^["']|["']$/g, '');

/** Lists of names of this server. */
export type Words = Readonly<Record<string, readonly string[] | undefined>>;

export type Diagnostic = ScenarioValidation['diagnostics'][number];
