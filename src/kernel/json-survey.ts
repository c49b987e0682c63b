import { type Steps, runAtOnce } from './time-slices.ts';

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
        throw new JsonError(`a number with more than ${String(limits.digits)} digits at ${placeIn(text, i)}`);
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
      throw new JsonError(`more than ${String(limits.values)} values, the next one at ${placeIn(text, i)}`);
    } else if (code === MINUS && isExponent(text.charCodeAt(i - 1))) longNumbers = true;
  }
  if (end === text.length && deepest > limits.depth)
    throw new JsonError(`nested ${String(deepest)} levels deep; at most ${String(limits.depth)} are accepted`);
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
export const isExponent = (code: number): boolean => code === 0x65 || code === 0x45;

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
export const placeIn = (text: string, offset: number): string => runAtOnce(findPlace(text, offset));

/** The same in steps. */
export function* findPlace(text: string, offset: number): Steps<string> {
  let line = 1;
  let start = 0;
  for (let from = 0; from < offset; from += PIECE) {
    const end = Math.min(offset, from + PIECE);
    for (let i = from; i < end; i++) {
      const code = text.charCodeAt(i);
      if (code !== NEWLINE && (code !== RETURN || text.charCodeAt(i + 1) === NEWLINE)) continue;
      line++;
      start = i + 1;
    }
    yield;
  }
  return `line ${String(line)}, column ${String(offset - start + 1)}`;
}
