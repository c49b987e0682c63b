import { readNumber } from './exact-number.ts';

/** Text that is not acceptable JSON; the message may be shown to the client. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
}

/** What untrusted text may contain: parsing, checking and showing a value all cost time by the number of its parts. */
export interface JsonLimits {
  readonly depth: number;
  /** Objects, lists and their entries, in total. */
  readonly values: number;
  /** Members of one object, where it is parsed in steps: beyond some ten thousand each takes more time than before. */
  readonly members: number;
  /** Digits of a number, before and behind its point: converting them to a BigInt takes quadratic time. */
  readonly digits: number;
  /** Whether decimals that no double holds are kept. */
  readonly keepsDecimals?: boolean;
}

export const UNLIMITED: JsonLimits = { depth: Infinity, values: Infinity, members: Infinity, digits: Infinity };

/** Characters that are parsed at once: about a millisecond. */
export const PIECE = 65_536;

/** The number of digits from which an integer may exceed 2^53 (9007199254740992 has 16). */
export const LONG = 16;

const QUOTE = 0x22;
const POINT = 0x2e;
const MINUS = 0x2d;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** What a text holds up to `offset`: one pass over it before parsing. */
interface Survey {
  offset: number;
  depth: number;
  deepest: number;
  members: number;
  values: number;
  digits: number;
  longNumbers: boolean;
  isInString: boolean;
}

export const beginSurvey = (): Survey => ({
  offset: 0,
  depth: 0,
  deepest: 0,
  members: 0,
  values: 0,
  digits: 0,
  longNumbers: false,
  isInString: false,
});

/** Surveys the text up to `end`, where the next part begins; throws {@link JsonError} beyond a limit. */
export const surveyTo = (text: string, end: number, limits: JsonLimits, survey: Survey): Survey => {
  let { offset: i, depth, deepest, members, values, digits, longNumbers, isInString } = survey;
  if (isInString) {
    i = endOfString(text, i, end);
    isInString = i >= end;
    if (!isInString) i++;
  }
  for (; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) {
      if (++digits < LONG) continue;
      longNumbers = true;
      if (digits > limits.digits)
        throw new JsonError(`a number with more than ${limits.digits} digits at ${placeIn(text, i)}`);
      continue;
    }
    if (code === POINT) continue;
    digits = 0;
    if (code === QUOTE) {
      i = endOfString(text, i + 1, end);
      isInString = i >= end;
      if (isInString) break;
    } else if (code === 0x3a) members++;
    else if (code === 0x7d || code === 0x5d) depth--;
    else if (code === 0x2c || code === 0x7b || code === 0x5b) {
      if (code !== 0x2c && ++depth > deepest) deepest = depth;
      if (++values <= limits.values) continue;
      throw new JsonError(`more than ${limits.values} values, the next one at ${placeIn(text, i)}`);
    } else if (code === MINUS && isExponent(text.charCodeAt(i - 1))) longNumbers = true;
  }
  if (end === text.length && deepest > limits.depth)
    throw new JsonError(`nested ${deepest} levels deep; at most ${limits.depth} are accepted`);
  // One by one: every request body is surveyed, and `Object.assign` of a second object costs a tenth of that.
  survey.offset = i;
  survey.depth = depth;
  survey.deepest = deepest;
  survey.members = members;
  survey.values = values;
  survey.digits = digits;
  survey.longNumbers = longNumbers;
  survey.isInString = isInString;
  return survey;
};

/** Before a minus: a negative exponent, which may be below that of any double. */
const isExponent = (code: number): boolean => code === 0x65 || code === 0x45;

/** The place of the quote that ends a string; `end` or later if it is not before `end`: the search continues there. */
export const endOfString = (text: string, from: number, end: number): number => {
  let i = from;
  for (; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === QUOTE) return i;
  }
  return i;
};

/** Line and column. Counts without an array of lines: a text may have millions. */
const placeIn = (text: string, offset: number): string => {
  let line = 1;
  let start = 0;
  for (let i = 0; i < offset; i++) {
    const code = text.charCodeAt(i);
    if (code !== NEWLINE && (code !== RETURN || text.charCodeAt(i + 1) === NEWLINE)) continue;
    line++;
    start = i + 1;
  }
  return `line ${line}, column ${offset - start + 1}`;
};

/** An integer, possibly with a fraction of zeros. */
const WHOLE = /^(-?\d+)(?:\.0+)?$/;

/** The reviver's third argument (source text access) is missing from TypeScript's library. */
type SourceReviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as unknown as (text: string, reviver: SourceReviver) => unknown;

export interface ParsedText {
  readonly value: unknown;
  readonly holdsBigInt: boolean;
}

/**
 * JSON.parse that makes BigInts of integers beyond 2^53, which a text has only if it has long numbers, and keeps decimals
 * that no double holds if they are asked for.
 */
export const parseText = (text: string, longNumbers: boolean, keepsDecimals = false): ParsedText => {
  if (!longNumbers) return { value: JSON.parse(text) as unknown, holdsBigInt: false };
  let holdsBigInt = false;
  const value = parseWithSource(text, (_key, parsed, { source = '' }) => {
    if (typeof parsed !== 'number' || (!keepsDecimals && Number.isSafeInteger(parsed))) return parsed;
    const digits = keepsDecimals ? undefined : WHOLE.exec(source)?.[1];
    const read = keepsDecimals ? readNumber(source) : digits === undefined ? parsed : BigInt(digits);
    if (typeof read !== 'number') holdsBigInt = true;
    return read;
  });
  return { value, holdsBigInt };
};

/**
 * True if JSON.parse may have taken one key for another: V8 compares the source of a key that has an escape with a key
 * it parsed before, so that after `{"x\\":1}` it reads `{"x\u0062":1}` as the former (nodejs/node#63785). What it takes
 * a key for always has a backslash. {@link readJson} reads each key by itself.
 */
export const mayBeMisread = ({ value }: Pick<ParsedText, 'value'>, text: string): boolean =>
  text.includes('\\') && hasKeyWithBackslash(value);

const hasKeyWithBackslash = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasKeyWithBackslash);
  return Object.entries(value).some(([key, member]) => key.includes('\\') || hasKeyWithBackslash(member));
};

export const PROTO = '__proto__';

/** Fewer than the text has colons if a key occurs twice; throws {@link JsonError} for `__proto__`. */
export const countMembers = (value: unknown): number => {
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
    if (key === PROTO) throw forbiddenKey();
    members += 1 + countMembers((value as Record<string, unknown>)[key]);
  }
  return members;
};

export const forbiddenKey = (): JsonError => new JsonError(`the key "${PROTO}" is not accepted`);
