import type { Json } from './json.ts';

/**
 * Canonical JSON: sorted object members, normalized numbers. Equivalent bodies yield the same text.
 * Assumption: idempotency-fingerprint.
 */
export const canonicalize = (value: Json): string => {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalize(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalize(member ?? null)}`).join(',')}}`;
};

/** Whether two values are equal as JSON, regardless of member order. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  one === other || canonicalize(one as Json) === canonicalize(other as Json);
