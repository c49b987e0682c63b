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
export const complete = (root: JsonSchema, words: Words, { path, kind, key, prefix }: Place): readonly Suggestion[] => {
  const resolve = (schema: JsonSchema): JsonSchema =>
    root.$defs?.[schema.$ref?.replace('#/$defs/', '') ?? ''] ?? schema;
  /** A schema with all its alternatives, references resolved, and the items of lists. */
  const spread = (schema: JsonSchema | undefined, depth = 0): readonly JsonSchema[] => {
    if (schema === undefined || depth > 6) return [];
    const own = resolve(schema);
    const { anyOf = [], oneOf = [], allOf = [] } = own;
    const inside = [...anyOf, ...oneOf, ...allOf, own.then, own.else, own.items];
    return [own, ...inside.flatMap((each) => spread(each, depth + 1))];
  };
  const below = (holders: readonly JsonSchema[], name: string): readonly JsonSchema[] =>
    holders.flatMap((holder) => spread(holder.properties?.[name]));
  // Lists are passed through.
  const holders = path.reduce(below, spread(root));
  const all = new Map<string, string>();
  if (kind === 'key')
    for (const [name, member] of holders.flatMap(({ properties = {} }) => Object.entries(properties)))
      all.set(name, all.get(name) ?? member.description ?? resolve(member).description ?? '');
  else {
    const listed = below(holders, key)
      .flatMap(({ enum: values = [], const: only = null }) => [...values, only])
      .filter((value) => value !== null)
      .map(String);
    for (const value of [...(key === 'on' ? ['*'] : []), ...(words[LISTS[key] ?? ''] ?? []), ...listed])
      all.set(value, '');
  }
  const wanted = prefix.toLowerCase();
  const rank = ({ text }: Suggestion): number => (text.toLowerCase().startsWith(wanted) ? 0 : 1);
  return [...all]
    .map(([text, about]) => ({ text, about }))
    .filter(({ text }) => text.toLowerCase().includes(wanted) && text !== prefix)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST);
};

/** The list of words that a key takes its value from. */
const LISTS: Readonly<Record<string, string>> = {
  ...{ on: 'operations', call: 'operations', control: 'controls', problem: 'problems', type: 'problems' },
  ...{ emit: 'events', events: 'events', event: 'events', simulate: 'simulators', fixture: 'fixtures' },
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
