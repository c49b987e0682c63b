import { toRegExp } from '../../contract/expression.ts';

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

class UnreadablePattern extends Error {
  override readonly name = 'UnreadablePattern';
}

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
    if (this.#at < this.#source.length) throw new UnreadablePattern(this.#source);
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
    if (/[[(*+?\\]/.test(letter)) throw new UnreadablePattern(this.#source);
    this.#at += letter.length;
    return letter;
  }

  #group(head: string, look: string | undefined, name: string | undefined): Pattern {
    const index = look === undefined && (head === '(' || name !== undefined) ? String(++this.#groups) : undefined;
    const part = this.#alternatives();
    if (!this.#takes(')')) throw new UnreadablePattern(this.#source);
    if (look === '=' || look === '!') return { kind: 'ahead', part, isWanted: look === '=' };
    // As if it stood there itself, which is a text that fits; what must not precede is left to chance, like `\b`.
    if (look !== undefined) return look === '<=' ? part : NOTHING;
    return index === undefined ? part : { kind: 'group', names: name === undefined ? [index] : [index, name], part };
  }
}

/** Undefined if it is not understood. */
export const readPattern = (source: string, flags = toRegExp(source)?.flags ?? 'u'): Pattern | undefined => {
  try {
    return new PatternReader(source, flags).read();
  } catch (error) {
    if (error instanceof UnreadablePattern) return undefined;
    throw error;
  }
};
