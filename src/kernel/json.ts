import { findFault } from './json-fault.ts';
import { JsonError, type JsonLimits, LONG, PIECE, UNLIMITED, beginSurvey, placeIn, surveyTo } from './json-survey.ts';
import { countMembers, mayBeMisread, parseText } from './json-text.ts';
import { NOT_VALID, walkJson } from './json-walk.ts';
import { type Steps, runAtOnce } from './time-slices.ts';

export { JsonError } from './json-survey.ts';

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

/** No number of any use is longer: the largest double has 309 digits. */
const MOST_DIGITS = 400;

const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON;

/**
 * Parses untrusted JSON. Throws {@link JsonError} for a syntax error (with line and column), nesting deeper than
 * `maxDepth`, more than `maxValues` values, a number too long to be one, a duplicate key (JSON.parse would silently keep
 * the last) and `__proto__`.
 */
export const parseJson = (text: string, maxDepth: number, maxValues = Infinity): ParsedJson =>
  parseWithin(text, { depth: maxDepth, values: maxValues, members: Infinity, digits: MOST_DIGITS });

/** The same in steps, for texts of many megabytes: a short one is parsed at once. No limits for the server's own. */
export function* parseJsonInSteps(text: string, limits: Omit<JsonLimits, 'digits'> = UNLIMITED): Steps<ParsedJson> {
  if (text.length <= PIECE) return parseJson(text, limits.depth, limits.values);
  return (yield* walkJson(text, { ...limits, digits: MOST_DIGITS })) as ParsedJson;
}

const parseWithin = (text: string, limits: JsonLimits): ParsedJson => {
  const { members, longNumbers } = surveyTo(text, text.length, limits, beginSurvey());
  let parsed: ParsedJson | undefined;
  try {
    parsed = parseText(text, longNumbers) as ParsedJson;
  } catch {
    throw explain(text);
  }
  // In pieces of one character, each key is parsed by itself.
  if (mayBeMisread(parsed, text)) return runAtOnce(walkJson(text, limits, 1)) as ParsedJson;
  if (countMembers(parsed.value) !== members) throw explain(text);
  return parsed;
};

/** Why a text was rejected, with line and column. */
const explain = (text: string): JsonError => {
  // The walk looks only where the fault is, and throws it.
  if (text.length > PIECE) runAtOnce(walkJson(text, UNLIMITED));
  const fault = text.length > PIECE ? undefined : findFault(text);
  return new JsonError(fault === undefined ? NOT_VALID : `${fault.what} at ${placeIn(text, fault.offset)}`);
};

/** A sequence of digits that may be an integer beyond 2^53, or part of a string. */
const LONG_DIGITS = new RegExp(String.raw`\d{${String(LONG)}}`);

/** Parses the output of {@link stringifyJson}: trusted, so the checks are skipped. */
export const parseOwnJson = (text: string): Json => {
  if (LONG_DIGITS.test(text)) return parseWithin(text, UNLIMITED).value;
  const value = JSON.parse(text) as Json;
  return mayBeMisread({ value }, text) ? parseWithin(text, UNLIMITED).value : value;
};

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
