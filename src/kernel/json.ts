import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/**
 * JSON that preserves 64-bit integers. The API description types `Money.value` as int64, and JavaScript numbers are
 * exact only up to 2^53: a larger integer is parsed as a BigInt from its source text and serialized digit by digit.
 */

export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export interface ParsedJson {
  readonly value: Json;
  /** True if `value` contains a BigInt, that is, an integer beyond 2^53. */
  readonly holdsBigInt: boolean;
}

/** Text that is not acceptable JSON; the message may be shown to the client. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

interface Survey {
  readonly members: number;
  readonly longNumbers: boolean;
}

/** What untrusted text may contain: parsing, checking and showing a value all cost time by the number of its parts. */
interface JsonLimits {
  readonly depth: number;
  /** Objects, lists and their entries, in total. */
  readonly values: number;
  /** Digits in a row outside of strings: converting them to a BigInt takes quadratic time. */
  readonly digits: number;
}

/** No number of any use is longer: the largest double has 309 digits. */
const MOST_DIGITS = 400;

const UNLIMITED: JsonLimits = { depth: Infinity, values: Infinity, digits: Infinity };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The number of digits from which an integer may exceed 2^53 (9007199254740992 has 16). */
const LONG = 16;

/** An integer, possibly with a fraction of zeros. */
const WHOLE = /^(-?\d+)(?:\.0+)?$/;

/** One pass over the text before parsing: limits, number of members, presence of long numbers. */
const survey = (text: string, limits: JsonLimits): Survey => {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  let values = 0;
  let digits = 0;
  let longNumbers = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) {
      if (++digits >= LONG) longNumbers = true;
      if (digits > limits.digits)
        throw new JsonError(`a number with more than ${String(limits.digits)} digits at ${at(placeIn(text, i))}`);
      continue;
    }
    digits = 0;
    if (code === QUOTE) {
      for (i++; i < text.length; i++) {
        const inside = text.charCodeAt(i);
        if (inside === BACKSLASH) i++;
        else if (inside === QUOTE) break;
      }
    } else if (code === 0x3a) members++;
    else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x2c || code === 0x7b || code === 0x5b) {
      if (code !== 0x2c) deepest = Math.max(deepest, ++depth);
      if (++values <= limits.values) continue;
      throw new JsonError(`more than ${String(limits.values)} values, the next one at ${at(placeIn(text, i))}`);
    }
  }
  if (deepest > limits.depth)
    throw new JsonError(`nested ${String(deepest)} levels deep; at most ${String(limits.depth)} are accepted`);
  return { members, longNumbers };
};

const countMembers = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) {
    let inItems = 0;
    for (const item of value) inItems += countMembers(item);
    return inItems;
  }
  let members = 0;
  // JSON.parse yields own members only, so `for...in` is safe and avoids an array of keys.
  for (const key in value) {
    // JSON.parse makes it an ordinary key, but one careless copy later it would be a prototype (prototype pollution).
    if (key === '__proto__') throw new JsonError('the key "__proto__" is not accepted');
    members += 1 + countMembers((value as Record<string, unknown>)[key]);
  }
  return members;
};

/** The reviver's third argument (source text access) is missing from TypeScript's library. */
type SourceReviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as unknown as (text: string, reviver: SourceReviver) => unknown;
const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON;

interface Position {
  readonly line: number;
  readonly column: number;
}

const placeIn = (text: string, offset: number): Position => {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
};

const at = ({ line, column }: Position): string => `line ${String(line)}, column ${String(column)}`;

/** The first fault of a text; thrown to stop the parser, which would go on to the end. */
class FirstFault extends Error {}

/** Parses rejected text again with a parser that always reports positions; JSON.parse does so only sometimes. */
const explain = (text: string): string => {
  const open: Set<string>[] = [];
  const found = (what: string, line: number, column: number): never => {
    throw new FirstFault(`${what} at ${at({ line: line + 1, column: column + 1 })}`);
  };
  const errors = {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (key: string, _offset: number, _length: number, line: number, column: number) => {
      if (open.at(-1)?.has(key) === true)
        found(`the key "${key.slice(0, 64)}" occurs twice in its object, the second time`, line, column);
      open.at(-1)?.add(key);
    },
    onError: (code: ParseErrorCode, _offset: number, _length: number, line: number, column: number) => {
      found(toWords(printParseErrorCode(code)), line, column);
    },
  };
  try {
    visit(text, errors, { disallowComments: true });
  } catch (fault) {
    if (fault instanceof FirstFault) return fault.message;
    throw fault;
  }
  return 'it is not valid';
};

const WORDS: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a property name',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected a closing brace',
  CloseBracketExpected: 'expected a closing bracket',
  EndOfFileExpected: 'unexpected text after the end',
  InvalidSymbol: 'unexpected symbol',
  InvalidCommentToken: 'comments are not allowed',
  InvalidNumberFormat: 'invalid number',
  UnexpectedEndOfString: 'unterminated string',
  UnexpectedEndOfNumber: 'incomplete number',
  InvalidUnicode: 'invalid Unicode escape',
  InvalidEscapeCharacter: 'invalid escape sequence',
  InvalidCharacter: 'invalid character',
};

const toWords = (code: string): string => WORDS[code] ?? 'syntax error';

/**
 * Parses untrusted JSON. Throws {@link JsonError} for a syntax error (with line and column), nesting deeper than
 * `maxDepth`, more than `maxValues` values, a number too long to be one, a duplicate key (JSON.parse would silently keep
 * the last) and `__proto__`.
 */
export const parseJson = (text: string, maxDepth: number, maxValues = Infinity): ParsedJson =>
  parseWithin(text, { depth: maxDepth, values: maxValues, digits: MOST_DIGITS });

const parseWithin = (text: string, limits: JsonLimits): ParsedJson => {
  const { members, longNumbers } = survey(text, limits);
  let holdsBigInt = false;
  let value: unknown;
  try {
    value = longNumbers
      ? parseWithSource(text, (_key, parsed, { source }) => {
          if (typeof parsed !== 'number' || Number.isSafeInteger(parsed)) return parsed;
          const digits = WHOLE.exec(source ?? '')?.[1];
          if (digits === undefined) return parsed;
          holdsBigInt = true;
          return BigInt(digits);
        })
      : JSON.parse(text);
  } catch {
    throw new JsonError(explain(text));
  }
  if (countMembers(value) !== members) throw new JsonError(explain(text));
  return { value: value as Json, holdsBigInt };
};

/** A sequence of digits that may be an integer beyond 2^53, or part of a string. */
const LONG_DIGITS = new RegExp(String.raw`\d{${String(LONG)}}`);

/** Parses the output of {@link stringifyJson}: trusted, so the checks are skipped. */
export const parseOwnJson = (text: string): Json =>
  LONG_DIGITS.test(text) ? parseWithin(text, UNLIMITED).value : (JSON.parse(text) as Json);

/** Serializes a value as JSON; a BigInt is written as its digits. */
export const stringifyJson = (value: unknown): string => {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.stringify rejects only BigInts among our values. They are rare, so it is not worth checking beforehand.
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(value, (_key, member: unknown) =>
      typeof member === 'bigint' ? rawJson(member.toString()) : member,
    );
  }
};

/** The doubles adjacent to the int64 bounds, on the side where rounding would cross them. */
const LARGEST_WITHIN = 9_223_372_036_854_774_784;
const SMALLEST_BEYOND = -9_223_372_036_854_777_856;
const INT64_MAX = 9_223_372_036_854_775_807n;
const INT64_MIN = -9_223_372_036_854_775_808n;

/**
 * A copy with each BigInt as the nearest number, for validators that support only numbers. The int64 bounds stay exact:
 * a BigInt within them never becomes a number beyond them, or vice versa.
 */
export const toNumbers = (value: Json): Json => {
  if (typeof value === 'bigint') {
    if (value < INT64_MIN) return Math.min(Number(value), SMALLEST_BEYOND);
    return value > INT64_MAX ? Number(value) : Math.min(Number(value), LARGEST_WITHIN);
  }
  if (Array.isArray(value)) return value.map((item: Json) => toNumbers(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, member === undefined ? undefined : toNumbers(member)]),
  );
};

/** True for an integer in the int64 range; numbers at or beyond 2^63 are not. */
export const isInt64 = (value: number): boolean => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
