import type { Random } from '../../../kernel/random.ts';
import { drawCharacters, drawFrom } from '../generators/draw-from.ts';

export type DrawText = (random: Random) => string;

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const WORD = `${LOWER}${LOWER.toUpperCase()}${DIGITS}_`;
const PRINTABLE = `${WORD}!@#%&*()-=+[]{}|;:',.<>/? `;

const SETS: Readonly<Record<string, string>> = { d: DIGITS, w: WORD, s: ' ' };
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' };

const without = (excluded: string): string =>
  Array.from(PRINTABLE)
    .filter((letter) => !excluded.includes(letter))
    .join('');

/** Maximum number of repetitions beyond the minimum for `*`, `+` and `{3,}`. */
const USUAL_SPREAD = 5;

/** A longer text is cut off, and does not match then: `a{300000000}` would take gigabytes. */
const LONGEST = 100_000;

const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})[?+]?/y;
const CODE = /u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})/y;
const GROUP_HEAD = /\((?:\?(?::|<[A-Za-z_]\w*>))?/y;

class UnreadablePattern extends Error {
  override readonly name = 'UnreadablePattern';
}

/**
 * Compiles a regular expression to a generator of texts. Zero-width assertions (anchors, lookaround) are ignored, so a
 * text may not match in the end.
 */
class PatternReader {
  readonly #pattern: string;
  readonly #spread: number;
  #at = 0;

  constructor(pattern: string, spread: number) {
    this.#pattern = pattern;
    this.#spread = spread;
  }

  read(): DrawText {
    const whole = this.#alternatives();
    if (this.#at < this.#pattern.length) throw new UnreadablePattern(this.#pattern);
    return whole;
  }

  #match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern) ?? undefined;
    if (found !== undefined) this.#at = expression.lastIndex;
    return found;
  }

  #next(): string {
    const letter = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    this.#at += letter.length;
    return letter;
  }

  #takes(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #alternatives(): DrawText {
    const branches = [this.#sequence()];
    while (this.#takes('|')) branches.push(this.#sequence());
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : (random) => drawFrom(branches, random)(random);
  }

  #sequence(): DrawText {
    const parts: DrawText[] = [];
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern.charAt(this.#at))) {
      const part = this.#repeated(this.#atom());
      if (part !== undefined) parts.push(part);
    }
    return (random) => {
      let text = '';
      for (const part of parts) if (text.length <= LONGEST) text += part(random);
      return text;
    };
  }

  #repeated(part: DrawText | undefined): DrawText | undefined {
    const found = this.#match(QUANTIFIER);
    if (found === undefined || part === undefined) return part;
    const [sign] = found;
    const least = found[1] === undefined ? (sign.startsWith('+') ? 1 : 0) : Number(found[1]);
    const isOpen = /^[*+]/.test(sign) || (found[2] === ',' && found[3] === '');
    const named = found[3] === undefined || found[3] === '' ? least : Number(found[3]);
    const most = isOpen ? least + this.#spread : sign.startsWith('?') ? 1 : Math.min(named, least + this.#spread);
    return (random) => {
      let text = '';
      const count = least === most ? least : random.integer(least, most);
      for (let made = 0; made < count && text.length <= LONGEST; made++) text += part(random);
      return text;
    };
  }

  /** Undefined for zero-width elements. */
  #atom(): DrawText | undefined {
    if (this.#takes('(?=') || this.#takes('(?!') || this.#takes('(?<=') || this.#takes('(?<!')) {
      this.#alternatives();
      this.#close();
      return undefined;
    }
    if (this.#match(GROUP_HEAD) !== undefined) {
      const inner = this.#alternatives();
      this.#close();
      return inner;
    }
    const letter = this.#next();
    if (letter === '^' || letter === '$') return undefined;
    if (letter === '.') return oneOf(PRINTABLE);
    if (letter === '[') return this.#letterClass();
    if (letter === '\\') return this.#escape();
    return () => letter;
  }

  #close(): void {
    if (!this.#takes(')')) throw new UnreadablePattern(this.#pattern);
  }

  #escape(): DrawText | undefined {
    if (this.#takes('b') || this.#takes('B')) return undefined;
    return oneOf(this.#escapedSet());
  }

  /** The characters of an escape sequence, after its backslash. */
  #escapedSet(): string {
    const code = this.#match(CODE);
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16));
    const letter = this.#next();
    // Backreferences and Unicode properties are not supported.
    if (/[1-9kpPc]/.test(letter)) throw new UnreadablePattern(this.#pattern);
    return (
      SETS[letter] ?? CONTROLS[letter] ?? (/[DWS]/.test(letter) ? without(SETS[letter.toLowerCase()] ?? '') : letter)
    );
  }

  #letterClass(): DrawText {
    const isNegated = this.#takes('^');
    let letters = '';
    while (!this.#takes(']')) {
      if (this.#at >= this.#pattern.length) throw new UnreadablePattern(this.#pattern);
      const first = this.#classMember();
      const isRange = /^-[^\]]/.test(this.#pattern.slice(this.#at, this.#at + 2)) && first.length === 1;
      if (!isRange) letters += first;
      else {
        this.#at++;
        letters += between(first, this.#classMember());
      }
    }
    return oneOf(isNegated ? without(letters) : letters);
  }

  #classMember(): string {
    return this.#takes('\\') ? this.#escapedSet() : this.#next();
  }
}

/** Maximum number of characters per character class. */
const MOST_LETTERS = 200;

const between = (first: string, last: string): string => {
  const [from, to] = [first.charCodeAt(0), Math.min(last.charCodeAt(0), first.charCodeAt(0) + MOST_LETTERS)];
  let letters = '';
  for (let code = from; code <= to; code++) letters += String.fromCharCode(code);
  return letters;
};

const oneOf = (letters: string): DrawText => {
  if (letters.length === 1) return () => letters;
  return (random) => drawCharacters(letters, 1, random);
};

/**
 * Compiles a pattern to a generator; undefined if it is not supported. `minLength` raises the limit of open-ended
 * quantifiers.
 */
export const textPattern = (pattern: string, minLength = 0): DrawText | undefined => {
  try {
    return new PatternReader(pattern, Math.max(USUAL_SPREAD, minLength)).read();
  } catch (error) {
    if (error instanceof UnreadablePattern) return undefined;
    throw error;
  }
};
