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
  const other = value === undefined ? null : parseOwnJson(stringifyJson(value));
  return { value: other, size: sizeAsItIs(other) };
};

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
      return isKept(value) ? SHORT : OTHER;
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
  if (Object.getPrototypeOf(value) !== Object.prototype || typeof (value as { toJSON?: unknown }).toJSON === 'function')
    return OTHER;
  let size = 2;
  // No inherited properties, so `for in` avoids a list of keys.
  for (const key in value) {
    const added = sizeAsItIs((value as Record<string, unknown>)[key]);
    if (added === OTHER) return OTHER;
    size += key.length + 4 + added;
  }
  return size;
};

/** Integers that a number cannot hold are BigInts, and only they. */
const isKept = (value: number | bigint): boolean => {
  if (typeof value === 'bigint') return !Number.isSafeInteger(Number(value));
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? !Object.is(value, -0) : Math.abs(value) >= EXPONENT;
  return Number.isFinite(value);
};

/** Freezes JSON with all its parts, so that a caller that changes what is stored gets an error. */
export const deepFreeze = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) for (const item of value) deepFreeze(item);
  // `for in` avoids a list of values: half the cost.
  else for (const key in value) deepFreeze((value as Record<string, unknown>)[key]);
  return Object.freeze(value);
};
