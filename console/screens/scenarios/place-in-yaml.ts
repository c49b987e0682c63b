/** What is typed at the cursor: a key below `path`, or the value of `key`. */
export interface Place {
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
