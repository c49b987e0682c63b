import { type ExactNumber, isAnyNumber, numberKey } from './exact-number.ts';
import type { Json, JsonObject } from './json.ts';

/**
 * Canonical JSON: sorted object members, normalized numbers. Equivalent bodies yield the same text.
 * Assumption: idempotency-fingerprint.
 */
export const canonicalize = (value: Json | ExactNumber): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isAnyNumber(value)) return numberKey(value);
  if (typeof value !== 'object' || value === null) return String(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) text += `${text === '' ? '' : ','}${canonicalize(item)}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort())
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalize((value as JsonObject)[key] ?? null)}`;
  return `{${text}}`;
};

/**
 * Whether two values are equal as JSON, regardless of member order. Shared parts are skipped, so comparing a large
 * document with a changed copy costs no more than what was copied.
 */
export const isSameJson = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (!isContainer(one) || !isContainer(other)) return canonicalize(one as Json) === canonicalize(other as Json);
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSameJson(item, other[index]))
    );
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(memberOf(one, key), memberOf(other, key)))
  );
};

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !isAnyNumber(value);

/** A member without a value counts as null. */
const memberOf = (value: object, key: string): unknown => (value as Readonly<Record<string, unknown>>)[key] ?? null;
