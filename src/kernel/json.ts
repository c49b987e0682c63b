import { ExactNumber, isWhole, toWhole } from './exact-number.ts';
import { readJson } from './json-reader.ts';
import {
  beginSurvey,
  countMembers,
  type JsonLimits,
  LONG,
  mayBeMisread,
  parseText,
  PIECE,
  surveyTo,
  UNLIMITED,
} from './json-survey.ts';
import { runAtOnce, type Steps } from './time-slices.ts';

/** An object that is neither an array nor a number. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

export { JsonError } from './json-survey.ts';

/**
 * JSON that preserves 64-bit integers. The API description types `Money.value` as int64, and JavaScript numbers are
 * exact only up to 2^53: a larger integer is parsed as a BigInt from its source text and serialized digit by digit. Where a foreign
 * description says what is sent, decimals that no JavaScript number holds are kept, too: {@link ExactNumber}.
 */

export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export interface ParsedJson {
  readonly value: Json;
  /** True if `value` contains a BigInt, that is, an integer beyond 2^53, or an {@link ExactNumber}. */
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
export const parseJson = (text: string, maxDepth: number, maxValues = Infinity, keepsDecimals = false): ParsedJson =>
  parseWithin(text, { depth: maxDepth, values: maxValues, members: Infinity, digits: MOST_DIGITS, keepsDecimals });

/** The same in steps, for texts of many megabytes: a short one is parsed at once. No limits for the server's own. */
export function* parseJsonInSteps(
  text: string,
  limits: Omit<JsonLimits, 'digits'> = UNLIMITED,
  piece = PIECE,
): Steps<ParsedJson> {
  if (text.length <= piece) return parseJson(text, limits.depth, limits.values, limits.keepsDecimals);
  const all = { ...limits, digits: MOST_DIGITS };
  const survey = beginSurvey();
  while (survey.offset < text.length) {
    surveyTo(text, Math.min(text.length, survey.offset + piece), all, survey);
    yield;
  }
  return (yield* readJson(text, all, piece)) as ParsedJson;
}

const parseWithin = (text: string, limits: JsonLimits): ParsedJson => {
  const { members, longNumbers } = surveyTo(text, text.length, limits, beginSurvey());
  try {
    const parsed = parseText(text, longNumbers, limits.keepsDecimals) as ParsedJson;
    // Fewer members than colons: a key occurs twice.
    if (!mayBeMisread(parsed, text) && countMembers(parsed.value) === members) return parsed;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  // Reads it right, or says what is wrong with it, and where.
  return runAtOnce(readJson(text, limits)) as ParsedJson;
};

/** A sequence of digits that may be an integer beyond 2^53, or part of a string. */
const LONG_DIGITS = new RegExp(String.raw`\d{${LONG}}`);

/** Parses the output of {@link stringifyJson}: trusted, so the checks are skipped. */
export const parseOwnJson = (text: string): Json => {
  if (LONG_DIGITS.test(text)) return parseWithin(text, UNLIMITED).value;
  const value = JSON.parse(text) as Json;
  return mayBeMisread({ value }, text) ? parseWithin(text, UNLIMITED).value : value;
};

/** A value that a schema does not type is still JSON. */
export type Parsed<Value> = unknown extends Value
  ? Json
  : Value extends object
    ? [keyof Value] extends [never]
      ? Readonly<Record<string, Json>>
      : { [Member in keyof Value]: Parsed<Value[Member]> }
    : Value;

/** What is parsed, or another value for a text that is no JSON. */
export const parsedOr = <T, U>(other: U, parse: () => T): T | U => {
  try {
    return parse();
  } catch {
    return other;
  }
};

/** Serializes a value as JSON; a BigInt is written as its digits. With an `indent`, for people. */
export const stringifyJson = (value: unknown, indent?: number): string => {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    // JSON.stringify rejects only BigInts among our values. They are rare, so it is not worth checking beforehand.
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(
      value,
      (_key, member: unknown) => (typeof member === 'bigint' ? rawJson(member.toString()) : member),
      indent,
    );
  }
};

/** The doubles adjacent to the bounds of 64-bit integers, on the side where rounding would cross them. */
const LARGEST_WITHIN = 9_223_372_036_854_774_784;
const LARGEST_UNSIGNED = 18_446_744_073_709_549_568;
const SMALLEST_BEYOND = -9_223_372_036_854_777_856;
const INT64_MAX = 9_223_372_036_854_775_807n;
const INT64_MIN = -9_223_372_036_854_775_808n;
const UINT64_MAX = 18_446_744_073_709_551_615n;

const toNumber = (value: bigint | ExactNumber): number => {
  const near = Number(value);
  // Whatever is not whole is no integer, also where the nearest double is one.
  if (!isWhole(value)) return Number.isInteger(near) ? 0.5 : near;
  if (Math.abs(near) > 2 * LARGEST_UNSIGNED) return near;
  const whole = typeof value === 'bigint' ? value : (toWhole(value) ?? 0n);
  if (whole < INT64_MIN) return Math.min(near, SMALLEST_BEYOND);
  if (whole <= INT64_MAX) return Math.min(near, LARGEST_WITHIN);
  return whole <= UINT64_MAX ? Math.min(near, LARGEST_UNSIGNED) : near;
};

/** The arrays and objects that copies were made of. */
const originals = new WeakMap<object, object>();

/** What stands in a copy of {@link toNumbers} for a number of the original: that number. */
export const originalOf = (copy: unknown, key: string | number): unknown => {
  const original = typeof copy === 'object' && copy !== null ? originals.get(copy) : undefined;
  return original === undefined ? undefined : (original as Readonly<Record<string | number, unknown>>)[key];
};

/**
 * The value, or, if it holds any, a copy with a number for each BigInt and ExactNumber, for validators that support only
 * numbers: {@link originalOf} tells what they are. The bounds of 64-bit integers stay exact: a BigInt within them never becomes
 * a number beyond them, or vice versa.
 */
export const toNumbers = <T>(value: T): T => (holdsExact(value) ? (copyWithNumbers(value) as T) : value);

const holdsExact = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  if (Array.isArray(value)) return value.some(holdsExact);
  if (value instanceof ExactNumber) return true;
  if (ArrayBuffer.isView(value)) return false;
  for (const key in value) if (holdsExact((value as Readonly<Record<string, unknown>>)[key])) return true;
  return false;
};

const copyWithNumbers = (value: unknown): unknown => {
  if (typeof value === 'bigint' || value instanceof ExactNumber) return toNumber(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const copy = Array.isArray(value)
    ? value.map(copyWithNumbers)
    : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyWithNumbers(member)]));
  originals.set(copy, value);
  return copy;
};

/** JSON Merge Patch (RFC 7396, section 2); but where `keepsNull` says so of a member, null is its value. */
export const mergePatch = (
  target: unknown,
  patch: unknown,
  keepsNull: (name: string) => boolean = () => false,
): unknown => {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch))
    if (value === null && !keepsNull(name)) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  return Object.fromEntries(merged);
};
