import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { parsedOr } from '../../kernel/json.ts';
import { toRegExp } from '../contract/expression.ts';

/** A regular expression as a tree. */
export type Pattern =
  /** One character: a letter, a class, an escape; its source is left to JavaScript to interpret. */
  | { readonly kind: 'letter'; readonly source: string; readonly flags: string }
  | { readonly kind: 'sequence' | 'either'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number }
  | { readonly kind: 'group'; readonly names: readonly string[]; readonly part: Pattern }
  | { readonly kind: 'back'; readonly name: string }
  | { readonly kind: 'ahead'; readonly part: Pattern; readonly isWanted: boolean }
  | { readonly kind: 'start' | 'end' };

/** What a pattern consists of. */
export const partsIn = (pattern: Pattern): readonly Pattern[] => {
  if ('parts' in pattern) return pattern.parts;
  return 'part' in pattern ? [pattern.part] : [];
};

const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;

/** What a part without its quantifier begins with, or consists of. */
const ATOM = new RegExp(
  [
    /(?<head>\((?:\?(?:(?<look>[=!]|<[=!])|<(?<name>[^>]*)>|[a-z]*(?:-[a-z]*)?:))?)/,
    /(?<start>\^)|(?<end>\$)|(?<boundary>\\[bB])/,
    /\\(?:(?<index>[1-9]\d*)|k<(?<named>[^>]*)>)/,
    /\\(?:[pP]\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/,
    /\[\^?(?:\\.|[^\]\\])*\]|[^[(*+?\\)|]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'suy',
);

const NOTHING: Pattern = { kind: 'sequence', parts: [] };

const parse = (source: string, flags: string): Pattern => {
  let at = 0;
  let groups = 0;

  const match = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(source) ?? undefined;
    if (found !== undefined) at = expression.lastIndex;
    return found;
  };

  const alternatives = (): Pattern => {
    const parts = [sequence()];
    while (match(/\|/y) !== undefined) parts.push(sequence());
    return { kind: 'either', parts };
  };

  const sequence = (): Pattern => {
    const parts: Pattern[] = [];
    for (let found = match(ATOM); found !== undefined; found = match(ATOM)) parts.push(repeated(atom(found)));
    return { kind: 'sequence', parts };
  };

  const repeated = (part: Pattern): Pattern => {
    const [, sign, least, comma, most] = match(QUANTIFIER) ?? [];
    if (sign !== undefined)
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    if (least === undefined) return part;
    const open = most === '' ? Infinity : Number(most);
    return { kind: 'repeat', part, least: Number(least), most: comma === ',' ? open : Number(least) };
  };

  const atom = ({ 0: letter, groups: kinds = {} }: RegExpExecArray): Pattern => {
    const { head, look, name, start, end, boundary, index, named = index } = kinds;
    if (head !== undefined) return group(head === '(' || name !== undefined, look, name);
    if (start !== undefined) return { kind: 'start' };
    if (end !== undefined) return { kind: 'end' };
    if (boundary !== undefined) return NOTHING;
    return named === undefined ? { kind: 'letter', source: letter, flags } : { kind: 'back', name: named };
  };

  const group = (isCounted: boolean, look: string | undefined, name: string | undefined): Pattern => {
    const names = isCounted ? [String(++groups), ...(name === undefined ? [] : [name])] : [];
    const part = alternatives();
    if (match(/\)/y) === undefined) throw new SyntaxError(source);
    if (look === '=' || look === '!') return { kind: 'ahead', part, isWanted: look === '=' };
    // As if it stood there itself, which is a text that fits; what must not precede is left to chance, like `\b`.
    if (look === '<!') return NOTHING;
    return isCounted ? { kind: 'group', names, part } : part;
  };

  const whole = alternatives();
  if (at < source.length) throw new SyntaxError(source);
  return whole;
};

/** Undefined if it is not understood. */
export const readPattern = (source: string, flags = toRegExp(source)?.flags ?? 'u'): Pattern | undefined =>
  parsedOr(undefined, () => parse(source, flags));

/** What some patterns do not tell apart, and the best-looking characters of it. */
export interface Kind {
  readonly characters: readonly string[];
  readonly classes: ReadonlySet<number>;
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Some of what a class may have in common with another one beside ASCII. */
const OTHERS = Array.from('äéñøßÄÉØαβγΔΩбдяЖאבعب٣中文字あア가𝒜€£½²·—«»“😀🎉');

/** From the best to what hardly anyone wants to read. */
const LOOKS = [/^[A-Za-z0-9]$/, /^[!-~]$/, /^[\p{L}\p{N}]$/u, /^[^\p{C}\p{Z}]$/u, /^\P{C}$/u];

/** Characters of a class without any of ASCII. */
const ENOUGH = 100;
const LAST_CODE = 0x1_ff_ff;

/** The characters of the best looks. */
const bestOf = (characters: readonly string[]): readonly string[] => {
  for (const look of LOOKS) {
    const found = characters.filter((character) => look.test(character));
    if (found.length > 0) return found;
  }
  return characters;
};

/** The classes of characters (`[a-z]`, `\p{L}`, `.`, `x`) of some patterns; JavaScript says what is in them. */
export const createAlphabet = () => {
  const palette = new Set([...ASCII, ...OTHERS]);
  const expressions: RegExp[] = [];
  const known = new Map<string, number>();
  let kinds: readonly Kind[] | undefined;

  const add = (source: string, flags: string): number => {
    const isLetter = source.length === 1 || (source.codePointAt(0) ?? 0) > 0xff_ff;
    const literal = isLetter && source !== '.' ? source.replace(/[\\^$*+?()[\]{}|/]/, '\\$&') : source;
    const expression = new RegExp(`^(?:${literal})$`, flags);
    if (![...palette].some((character) => expression.test(character))) {
      let found = 0;
      const codes = isLetter ? [source.codePointAt(0) ?? 0] : codesBeyondAscii();
      for (const code of codes) {
        const character = String.fromCodePoint(code);
        if (!expression.test(character)) continue;
        palette.add(character);
        if (++found >= ENOUGH) break;
      }
    }
    kinds = undefined;
    return expressions.push(expression) - 1;
  };

  const classOf = (source: string, flags: string): number =>
    getOrInsert(known, `${flags}/${source}`, () => add(source, flags));

  return {
    classOf,
    /** Computed when all classes are known. */
    kinds: (): readonly Kind[] => {
      if (kinds !== undefined) return kinds;
      const groups = new Map<string, string[]>();
      for (const character of palette) {
        const classes = expressions.flatMap((expression, index) => (expression.test(character) ? [index] : []));
        getOrInsert(groups, classes.join(' '), () => []).push(character);
      }
      return (kinds = [...groups].map(([classes, characters]) => ({
        characters: bestOf(characters),
        classes: new Set(classes === '' ? [] : classes.split(' ').map(Number)),
      })));
    },
  };
};

function* codesBeyondAscii(): Generator<number> {
  for (let code = 0x80; code <= LAST_CODE; code++) if (code < 0xd8_00 || code > 0xdf_ff) yield code;
}

/** Longer texts are not made: `a{300000000}` would take gigabytes. */
export const LONGEST = 100_000;

/** Whether all texts of a pattern are longer than any that is generated: JavaScript would take gigabytes to match one. */
export const isTooLong = (source: string): boolean => {
  const pattern = readPattern(source);
  return pattern !== undefined && leastOf(pattern) > LONGEST;
};

const leastOf = (pattern: Pattern): number => {
  if (pattern.kind === 'letter') return 1;
  if (pattern.kind === 'ahead') return 0;
  const parts = partsIn(pattern).map(leastOf);
  if (pattern.kind === 'either') return Math.min(...parts);
  const sum = parts.reduce((all, each) => all + each, 0);
  return pattern.kind === 'repeat' ? pattern.least * sum : sum;
};
