import { parseOwnJson, stringifyJson } from '../../kernel/json.ts';

/** From this number on JSON.stringify uses an exponent, which is not parsed as an integer. */
const EXPONENT = 1e21;

/** A value as a store keeps it. */
interface Kept {
  readonly value: unknown;
  /** Approximate length of its JSON text. */
  readonly size: number;
}

/**
 * Normalizes a value to what its JSON text would parse to, since memory and file stores must return equal values.
 * Returns the value itself if nothing has to change, else a copy: callers must not use a value after storing it.
 */
export const toKept = (value: unknown): Kept => {
  const size = sizeAsItIs(value);
  if (size !== OTHER) return { value, size };
  const other = toOtherJson(value);
  return { value: other, size: sizeOfJson(other) };
};

/** The same without the size. */
const toKeptJson = (value: unknown): unknown => (sizeAsItIs(value) === OTHER ? toOtherJson(value) : value);

/** In place of a size: the value has to be replaced. */
const OTHER = -1;

/** Size of every number, literal and null: they are too short to be counted exactly. */
const SHORT = 6;

/** Size of a value that is kept as it is; {@link OTHER} as soon as a part has to be replaced. */
const sizeAsItIs = (value: unknown): number => {
  switch (typeof value) {
    case 'string':
      return value.length + 2;
    case 'boolean':
      return SHORT;
    case 'number':
    case 'bigint':
      return Object.is(toKeptNumber(value), value) ? SHORT : OTHER;
    case 'object':
      if (value === null) return SHORT;
      return Array.isArray(value) ? sizeOfItems(value) : sizeOfMembers(value);
    default:
      return OTHER;
  }
};

const sizeOfItems = (items: readonly unknown[]): number => {
  let size = 2;
  for (const item of items) {
    const added = sizeAsItIs(item);
    if (added === OTHER) return OTHER;
    size += added + 1;
  }
  return size;
};

const sizeOfMembers = (value: object): number => {
  if ('toJSON' in value || Object.getPrototypeOf(value) !== Object.prototype) return OTHER;
  let size = 2;
  // No inherited properties, so `for in` avoids a list of keys.
  for (const key in value) {
    const added = sizeAsItIs((value as Record<string, unknown>)[key]);
    if (added === OTHER || key === '__proto__') return OTHER;
    size += key.length + 4 + added;
  }
  return size;
};

const toKeptNumber = (value: number | bigint): unknown => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  if (!Number.isFinite(value)) return null;
  return Number.isInteger(value) && Math.abs(value) < EXPONENT ? BigInt(String(value)) : value;
};

/** What is kept in place of a value that is not kept as it is. */
const toOtherJson = (value: unknown): unknown => {
  if (typeof value === 'number' || typeof value === 'bigint') return toKeptNumber(value);
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) return value.map(toKeptJson);
  return 'toJSON' in value ? parseOwnJson(stringifyJson(value)) : copy(value);
};

const isDropped = (member: unknown): boolean =>
  member === undefined || typeof member === 'function' || typeof member === 'symbol';

const copy = (value: object): object => {
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member: unknown = (value as Record<string, unknown>)[key];
    if (isDropped(member)) continue;
    if (key === '__proto__') Object.defineProperty(kept, key, { value: toKeptJson(member), enumerable: true });
    else kept[key] = toKeptJson(member);
  }
  return kept;
};

/** Freezes JSON with all its parts, so that a caller that changes what is stored gets an error. */
export const deepFreeze = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) for (const item of value) deepFreeze(item);
  // `for in` avoids a list of values: half the cost.
  else for (const key in value) deepFreeze((value as Record<string, unknown>)[key]);
  return Object.freeze(value);
};

/** Approximate length of the JSON text. */
const sizeOfJson = (value: unknown): number => {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 6;
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += sizeOfJson(item) + 1;
  else for (const key in value) size += key.length + 4 + sizeOfJson((value as Record<string, unknown>)[key]);
  return size;
};
