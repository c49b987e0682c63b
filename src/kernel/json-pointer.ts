import { type Path, decodeLeniently } from './path.ts';

/** A key as a part of a JSON Pointer. */
export const toReferenceToken = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The JSON Pointer (RFC 6901) to what these keys lead to. */
export const toPointer = (path: Path): string => path.map((key) => `/${toReferenceToken(String(key))}`).join('');

/** The keys of a JSON Pointer (RFC 6901), such as the `instancePath` of an Ajv error. */
export const referenceTokens = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Longer digits are no index of a list, and would lose some as a number. */
const INDEX = /^(?:0|[1-9]\d{0,8})$/;

/** The keys of a JSON Pointer, such as Ajv's `instancePath`. */
export const pathOf = (pointer: string): (string | number)[] =>
  referenceTokens(pointer).map((key) => (INDEX.test(key) ? Number(key) : key));

/** JSON pointers as URI fragments (`#/paths/~1things~1%7Bid%7D/get`), which identify locations in a document. */

/** Most keys need no escaping. */
const PLAIN = /^[\w.-]*$/;

export const toSegment = (key: string): string => (PLAIN.test(key) ? key : encodeURIComponent(toReferenceToken(key)));

export const fromSegment = (segment: string): string =>
  PLAIN.test(segment) ? segment : decodeLeniently(segment).replaceAll('~1', '/').replaceAll('~0', '~');

export const childPointer = (pointer: string, ...keys: readonly (string | number)[]): string =>
  keys.reduce<string>((parent, key) => `${parent}/${toSegment(String(key))}`, pointer);

export const pointerKeys = (pointer: string): string[] => pointer.split('/').slice(1).map(fromSegment);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The value at a pointer; undefined if there is none. */
export const valueAt = (document: unknown, pointer: string): unknown => valueIn(document, pointerKeys(pointer));

/** The value at a path of keys; undefined if there is none. */
export const valueIn = (document: unknown, keys: readonly (string | number)[]): unknown => {
  let value = document;
  for (const key of keys) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
};

/** An invalid JSON Pointer (RFC 6901); the message suggests a valid one. */
export class PointerError extends Error {
  override readonly name = 'PointerError';
}

/** Why a text is not a JSON Pointer; undefined if it is one. */
export const faultOfPointer = (pointer: string): string | undefined => {
  if (pointer !== '' && !pointer.startsWith('/'))
    return `is not a JSON Pointer, which starts with a slash: write /${pointer.replaceAll('.', '/')}`;
  return /~(?![01])/.test(pointer) ? 'has a ~ that is neither ~0 (for ~) nor ~1 (for /)' : undefined;
};

/** The keys of `/items/0/id`; an empty pointer refers to the whole document. */
export const parsePointer = (pointer: string): readonly string[] => {
  const fault = faultOfPointer(pointer);
  if (fault !== undefined) throw new PointerError(fault);
  return referenceTokens(pointer);
};
