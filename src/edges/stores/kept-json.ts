import { parseOwnJson, stringifyJson } from '../../kernel/json.ts';

/** From this number on JSON.stringify uses an exponent, which is not parsed as an integer. */
const EXPONENT = 1e21;

/**
 * Normalizes a value to what its JSON text would parse to, since memory and file stores must return equal values.
 * Returns the value itself if nothing has to change, else a copy: callers must not use a value after storing it. Frozen
 * values come from a store and are shared.
 *
 * All stored values are frozen, so that a caller that changes one gets an error. An order costs 0.4 us more to create
 * (of about 25 in the store), 1 to read from a file (of about 13) and 0.3 to serialize, and 0.3 less to update, because
 * stored parts are skipped.
 */
export const toKeptJson = (value: unknown): unknown => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return toKeptNumber(value);
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case 'object':
      return value === null ? null : toKeptObject(value);
    default:
      return null;
  }
};

const toKeptNumber = (value: number): unknown => {
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  if (!Number.isFinite(value)) return null;
  return Number.isInteger(value) && Math.abs(value) < EXPONENT ? BigInt(String(value)) : value;
};

const toKeptObject = (value: object): unknown => {
  if (Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(isKeptList(value) ? value : value.map(toKeptJson));
  if ('toJSON' in value) return deepFreeze(parseOwnJson(stringifyJson(value)));
  return isKeptAsItIs(value) ? Object.freeze(value) : copy(value);
};

const isKeptList = (items: readonly unknown[]): boolean => {
  for (const item of items) if (item === undefined || !Object.is(toKeptJson(item), item)) return false;
  return true;
};

/** Normalizes the members in place; false as soon as one of them has to be replaced. */
const isKeptAsItIs = (value: object): boolean => {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  // No inherited properties, so `for in` avoids a list of keys.
  for (const key in value) {
    const member: unknown = (value as Record<string, unknown>)[key];
    if (isDropped(member) || key === '__proto__' || !Object.is(toKeptJson(member), member)) return false;
  }
  return true;
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
  return Object.freeze(kept);
};

/** Freezes JSON that is referenced nowhere else. */
export const deepFreeze = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) for (const item of value) deepFreeze(item);
  // `for in` avoids a list of values: half the cost.
  else for (const key in value) deepFreeze((value as Record<string, unknown>)[key]);
  return Object.freeze(value);
};

/** Approximate length of the JSON text. */
export const sizeOfJson = (value: unknown): number => {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 6;
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += sizeOfJson(item) + 1;
  else for (const key in value) size += key.length + 4 + sizeOfJson((value as Record<string, unknown>)[key]);
  return size;
};
