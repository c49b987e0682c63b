import { readNumber } from './exact-number.ts';
import { JsonError } from './json-survey.ts';

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
 * a key for always has a backslash. A key that is parsed as a text of its own is read correctly.
 */
export const mayBeMisread = ({ value }: Pick<ParsedText, 'value'>, text: string): boolean =>
  text.includes(BACKSLASH) && hasKeyWithBackslash(value);

const BACKSLASH = '\\';

const hasKeyWithBackslash = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasKeyWithBackslash);
  return Object.entries(value).some(([key, member]) => key.includes(BACKSLASH) || hasKeyWithBackslash(member));
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
