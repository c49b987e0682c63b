import {
  endOfString,
  forbiddenKey,
  JsonError,
  type JsonLimits,
  type ParsedText,
  parseText,
  PIECE,
  PROTO,
} from './json-survey.ts';
import type { Steps } from './time-slices.ts';

/**
 * Reads JSON in steps, with an own parser: JSON.parse reads only a whole text, of which some megabytes take too long, and says
 * only sometimes where a fault is. Throws a {@link JsonError} with line and column at the first fault.
 */
export function* readJson(text: string, limits: JsonLimits, piece = PIECE): Steps<ParsedText> {
  const reader = new Reader(text, limits, piece);
  while (!reader.readPiece()) yield;
  return reader.result();
}

type Container = unknown[] | Record<string, unknown>;

/** What may come next. */
type Expected = 'value' | 'item' | 'name' | 'member' | 'colon' | 'comma' | 'end';

const EXPECTED: Readonly<Record<Expected, string>> = {
  value: 'expected a value',
  // The first of a list, or its end.
  item: 'expected a value',
  name: 'expected a property name',
  // The first of an object, or its end.
  member: 'expected a property name',
  colon: 'expected a colon',
  comma: 'expected a comma',
  end: 'unexpected text after the end',
};

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/iy;
const WORD = /true|false|null/y;
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/** Shorter numbers are exact, unless a negative exponent makes them smaller than any double. */
const LONG_NUMBER = /^.{16}|e-/is;

class Reader {
  readonly #text: string;
  readonly #limits: JsonLimits;
  readonly #piece: number;
  #at = 0;
  /** Up to here, the current string does not end. */
  #scanned = 0;
  readonly #open: { readonly made: Container; members: number }[] = [];
  #expected: Expected = 'value';
  #key = '';
  #value: unknown;
  #holdsBigInt = false;
  #line = 1;
  #lineStart = 0;

  constructor(text: string, limits: JsonLimits, piece: number) {
    this.#text = text;
    this.#limits = limits;
    this.#piece = piece;
  }

  /** True at the end of the text. */
  readPiece(): boolean {
    const text = this.#text;
    const stop = this.#at + this.#piece;
    while (this.#at < stop) {
      const start = this.#at;
      const code = text.charCodeAt(start);
      if (code === 0x20 || code === 0x09) this.#at++;
      else if (code === 0x0a || code === 0x0d) this.#newLine(code);
      else if (start < text.length) this.#token(text.charAt(start));
      else return true;
      // A long string has more pieces.
      if (this.#at === start) return false;
    }
    return false;
  }

  result(): ParsedText {
    if (this.#expected !== 'end') this.#fail();
    return { value: this.#value, holdsBigInt: this.#holdsBigInt };
  }

  #newLine(code: number): void {
    this.#at++;
    if (code === 0x0d && this.#text.charCodeAt(this.#at) === 0x0a) return;
    this.#line++;
    this.#lineStart = this.#at;
  }

  #token(mark: string): void {
    const expected = this.#expected;
    const wantsValue = expected === 'value' || expected === 'item';
    if (mark === '"' && (wantsValue || expected === 'name' || expected === 'member')) {
      const start = this.#at;
      const string = this.#string();
      if (string === undefined) return;
      if (wantsValue) this.#put(string);
      else this.#name(string, start);
    } else if (wantsValue && (mark === '{' || mark === '[')) this.#begin(mark);
    else if (expected === 'colon' && mark === ':') this.#take('value');
    else if (expected === 'comma' && mark === ',')
      this.#take(Array.isArray(this.#open.at(-1)?.made) ? 'value' : 'name');
    else if (this.#isClosing(mark)) this.#close();
    else if (wantsValue) this.#literal();
    else this.#fail();
  }

  #take(expected: Expected): void {
    this.#at++;
    this.#expected = expected;
  }

  #begin(mark: string): void {
    const made: Container = mark === '[' ? [] : {};
    this.#attach(made);
    this.#open.push({ made, members: 0 });
    this.#take(mark === '[' ? 'item' : 'member');
  }

  #isClosing(mark: string): boolean {
    const made = this.#open.at(-1)?.made;
    if (made === undefined || mark !== (Array.isArray(made) ? ']' : '}')) return false;
    return this.#expected === 'comma' || this.#expected === 'item' || this.#expected === 'member';
  }

  #close(): void {
    this.#open.pop();
    this.#take(this.#open.length === 0 ? 'end' : 'comma');
  }

  #put(value: unknown): void {
    this.#attach(value);
    this.#expected = this.#open.length === 0 ? 'end' : 'comma';
  }

  #attach(value: unknown): void {
    const made = this.#open.at(-1)?.made;
    if (made === undefined) this.#value = value;
    else if (Array.isArray(made)) made.push(value);
    else made[this.#key] = value;
  }

  #name(key: string, start: number): void {
    const around = this.#open.at(-1);
    if (around !== undefined && Object.hasOwn(around.made, key))
      throw this.#fault(`the key "${key.slice(0, 64)}" occurs twice in its object, the second time`, start);
    if (key === PROTO) throw forbiddenKey();
    const { members } = this.#limits;
    if (around !== undefined && ++around.members > members)
      throw this.#fault(`an object with more than ${members} members, the last one`, start);
    this.#key = key;
    this.#expected = 'colon';
  }

  /** Undefined until its end is found. */
  #string(): string | undefined {
    const start = this.#at;
    const from = Math.max(start + 1, this.#scanned);
    const stop = Math.min(this.#text.length, from + this.#piece);
    const end = endOfString(this.#text, from, stop);
    this.#scanned = end;
    if (end >= this.#text.length) throw this.#fault('unterminated string', start);
    if (end >= stop) return undefined;
    const source = this.#text.slice(start, end + 1);
    this.#at = end + 1;
    try {
      // Not a part of the text, which would keep all of it in memory.
      return JSON.parse(source) as string;
    } catch {
      throw this.#fault(faultOfString(source), start);
    }
  }

  #literal(): void {
    const isNumber = this.#text.charCodeAt(this.#at) < 0x3a;
    const word = isNumber ? undefined : this.#match(WORD);
    const number = isNumber ? this.#match(NUMBER) : undefined;
    if (word !== undefined) this.#put(WORDS[word]);
    else if (number === undefined) this.#fail();
    else if (/[.e]/i.test(this.#text.charAt(this.#at + number.length))) throw this.#fault('incomplete number');
    else this.#put(this.#number(number));
    this.#at += (word ?? number ?? '').length;
  }

  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    return expression.exec(this.#text)?.[0];
  }

  #number(source: string): unknown {
    const { value, holdsBigInt } = parseText(source, LONG_NUMBER.test(source), this.#limits.keepsDecimals);
    this.#holdsBigInt ||= holdsBigInt;
    return value;
  }

  /** At what is neither expected nor the end of a list or an object. */
  #fail(): never {
    const rest = this.#text.slice(this.#at, this.#at + 2);
    const isOver = rest === '';
    const made = this.#open.at(-1)?.made;
    if (isOver && made !== undefined && ['comma', 'item', 'member'].includes(this.#expected))
      throw this.#fault(Array.isArray(made) ? 'expected a closing bracket' : 'expected a closing brace');
    if (rest === '//' || rest === '/*') throw this.#fault('comments are not allowed');
    const isSymbol = !isOver && !/^[{}[\],:"\d]|^-\d/.test(rest) && this.#match(WORD) === undefined;
    throw this.#fault(isSymbol ? 'unexpected symbol' : EXPECTED[this.#expected]);
  }

  #fault(what: string, at = this.#at): JsonError {
    return new JsonError(`${what} at line ${this.#line}, column ${at - this.#lineStart + 1}`);
  }
}

const faultOfString = (source: string): string => {
  const [escape] = /\\u(?![\da-f]{4})|\\[^"\\/bfnrtu]/iu.exec(source.replaceAll('\\\\', '')) ?? [];
  if (escape === undefined) return 'invalid character in a string';
  return escape === '\\u' ? 'invalid Unicode escape' : 'invalid escape sequence';
};
