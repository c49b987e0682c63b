import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { parsedOr } from '../../kernel/json.ts';
import { toRegExp } from '../contract/expression.ts';

/** A regular expression as a tree. */
export type Pattern =
  /** One character: a letter, a class, an escape; its source is left to JavaScript to interpret. */
  | { readonly kind: 'letter'; readonly source: string; readonly flags: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'either'; readonly branches: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number }
  | { readonly kind: 'group'; readonly names: readonly string[]; readonly part: Pattern }
  | { readonly kind: 'back'; readonly name: string }
  | { readonly kind: 'ahead'; readonly part: Pattern; readonly isWanted: boolean }
  | { readonly kind: 'start' | 'end' };

/** What a pattern consists of. */
export const partsIn = (pattern: Pattern): readonly Pattern[] => {
  if (pattern.kind === 'sequence') return pattern.parts;
  if (pattern.kind === 'either') return pattern.branches;
  return 'part' in pattern ? [pattern.part] : [];
};

const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const GROUP_HEAD = /\((?:\?(?:([=!]|<[=!])|<([^>]*)>|[a-z]*(?:-[a-z]*)?:))?/y;
const BACK = /\\(?:([1-9]\d*)|k<([^>]*)>)/y;
const ESCAPE =
  /\\(?:[pP]\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/suy;
const CLASS = /\[\^?(?:\\.|[^\]\\])*\]/suy;

const NOTHING: Pattern = { kind: 'sequence', parts: [] };

class PatternReader {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;
  #groups = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  read(): Pattern {
    const whole = this.#alternatives();
    if (this.#at < this.#source.length) throw new SyntaxError(this.#source);
    return whole;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source) ?? undefined;
    if (found !== undefined) this.#at = expression.lastIndex;
    return found;
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #alternatives(): Pattern {
    const branches = [this.#sequence()];
    while (this.#takes('|')) branches.push(this.#sequence());
    return branches.length === 1 ? (branches[0] ?? NOTHING) : { kind: 'either', branches };
  }

  #sequence(): Pattern {
    const parts: Pattern[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at)))
      parts.push(this.#repeated(this.#atom()));
    return { kind: 'sequence', parts };
  }

  #repeated(part: Pattern): Pattern {
    const [, sign, least, comma, most] = this.#match(QUANTIFIER) ?? [];
    if (sign !== undefined)
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    if (least === undefined) return part;
    const open = most === '' ? Infinity : Number(most);
    return { kind: 'repeat', part, least: Number(least), most: comma === ',' ? open : Number(least) };
  }

  #atom(): Pattern {
    const head = this.#match(GROUP_HEAD);
    if (head !== undefined) return this.#group(head[0], head[1], head[2]);
    if (this.#takes('^')) return { kind: 'start' };
    if (this.#takes('$')) return { kind: 'end' };
    if (this.#takes('\\b') || this.#takes('\\B')) return NOTHING;
    const back = this.#match(BACK);
    if (back !== undefined) return { kind: 'back', name: back[1] ?? back[2] ?? '' };
    const source = (this.#match(ESCAPE) ?? this.#match(CLASS))?.[0] ?? this.#letter();
    return { kind: 'letter', source, flags: this.#flags };
  }

  #letter(): string {
    const letter = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    if (/[[(*+?\\]/.test(letter)) throw new SyntaxError(this.#source);
    this.#at += letter.length;
    return letter;
  }

  #group(head: string, look: string | undefined, name: string | undefined): Pattern {
    const index = look === undefined && (head === '(' || name !== undefined) ? String(++this.#groups) : undefined;
    const part = this.#alternatives();
    if (!this.#takes(')')) throw new SyntaxError(this.#source);
    if (look === '=' || look === '!') return { kind: 'ahead', part, isWanted: look === '=' };
    // As if it stood there itself, which is a text that fits; what must not precede is left to chance, like `\b`.
    if (look !== undefined) return look === '<=' ? part : NOTHING;
    return index === undefined ? part : { kind: 'group', names: name === undefined ? [index] : [index, name], part };
  }
}

/** Undefined if it is not understood. */
export const readPattern = (source: string, flags = toRegExp(source)?.flags ?? 'u'): Pattern | undefined =>
  parsedOr(undefined, () => new PatternReader(source, flags).read());

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
