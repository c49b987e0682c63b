import { referenceTokens } from './json-pointer.ts';

/** The keys that lead to a value, from the outermost. */
export type Path = readonly (string | number)[];

/** Longer digits are no index of a list, and would lose some as a number. */
const INDEX = /^(?:0|[1-9]\d{0,8})$/;

/** The keys of a JSON Pointer, such as Ajv's `instancePath`. */
export const pathOf = (pointer: string): (string | number)[] =>
  referenceTokens(pointer).map((key) => (INDEX.test(key) ? Number(key) : key));

/** For example `items[0].id`. */
export const formatPath = (path: Path): string =>
  path.reduce<string>((text, key, index) => {
    if (typeof key === 'number') return `${text}[${String(key)}]`;
    return index === 0 ? key : `${text}.${key}`;
  }, '');

/** Decodes percent-encoding; a malformed text is returned unchanged. */
export const decodeLeniently = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
