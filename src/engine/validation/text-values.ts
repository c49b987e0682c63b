import { memoize } from '../../kernel/caches.ts';
import { canonicalize } from '../../kernel/canonical-json.ts';
import { isWhole, readNumber } from '../../kernel/exact-number.ts';
import { type Json, JsonError, parseJson } from '../../kernel/json.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import type { SchemaShapes } from '../contract/schema-shapes.ts';
import { isSchemaObject, type SchemaObject } from '../contract/walk-schema.ts';

/** A name and a value as they were sent. */
export type Pair = readonly [name: string, value: string];

export const toPair = (text: string): Pair => {
  const end = text.indexOf('=');
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
};

/** As in the media type `application/x-www-form-urlencoded`, which queries are, too. */
export const decodeForm = (text: string): string =>
  /[%+]/.test(text) ? decodeLeniently(text.replaceAll('+', ' ')) : text;

/** The pairs of a query or a form, with values that are still encoded. */
export const formPairs = (text: string): Pair[] =>
  text.split('&').map((each) => {
    const [name, value] = toPair(each);
    return [decodeForm(name), value];
  });

/** Sets a member of any name. A plain assignment of `__proto__` would set the prototype instead. */
export const setMember = (object: Record<string, unknown>, name: string, value: unknown): void => {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
};

/** A text that its style does not allow, and what to send instead. */
export class Unreadable {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Delimiters as they are percent-encoded. In a form, and so in a query, a plus is a blank. */
const ENCODED = { ',': /%2C/i, '.': /%2E/i, '=': /%3D/i, '|': /%7C/i, '+': /%20/ } as const;

type Delimiter = keyof typeof ENCODED;

/** Between the items of a list that is one text, by its style. */
export const delimiterOf = (style: string): Delimiter =>
  style === 'spaceDelimited' ? '+' : style === 'pipeDelimited' ? '|' : ',';

const NO_DELIMITER = /^[^,.=| ]*$/;

/** Whether the items of a list hold no delimiter, however it is written: numbers, booleans, listed words. */
export const areDelimited = (list: unknown, shapes: SchemaShapes): boolean => {
  const items = shapes.itemsOf(list);
  const types = shapes.typesOf(items);
  if (types.size === 0 || types.has('object') || types.has('array')) return false;
  return !types.has('string') || shapes.listedIn(items)?.every((value) => NO_DELIMITER.test(String(value))) === true;
};

/**
 * Splits a text that is still percent-encoded. Delimiters are literal and an encoded one is data (OpenAPI 3.2.0, URL
 * Percent-Encoding), so the parts are decoded afterwards. Many clients encode all of a value, though: where the delimiter cannot
 * be data (`isLoose`), an encoded one counts if there is no literal one.
 */
export const split = (text: string, delimiter: Delimiter, isLoose: boolean): string[] => {
  const parts = text.split(delimiter);
  return parts.length === 1 && isLoose ? text.split(ENCODED[delimiter]) : parts;
};

/** `R=100` of an exploded object. */
export const toMembers = (
  pairs: readonly string[],
  decode: (text: string) => string,
  isLoose: boolean,
): Record<string, string> | Unreadable => {
  const members: Record<string, string> = {};
  for (const pair of pairs) {
    const [name = '', ...value] = split(pair, '=', isLoose);
    if (value.length === 0) return new Unreadable(`has the name "${decode(name)}" without a value: send name=value`);
    setMember(members, decode(name), decode(value.join('=')));
  }
  return members;
};

/** `R,100,G,200`. */
export const toAlternating = (
  parts: readonly string[],
  decode: (text: string) => string,
): Record<string, string> | Unreadable => {
  const members: Record<string, string> = {};
  if (parts.length % 2 === 1)
    return new Unreadable(
      `has the name "${decode(parts.at(-1) ?? '')}" without a value: send names and values in turn`,
    );
  for (let i = 0; i < parts.length; i += 2) setMember(members, decode(parts[i] ?? ''), decode(parts[i + 1] ?? ''));
  return members;
};

/** Maximum nesting depth; no description needs more. */
const MOST_BRACKETS = 20;

/** Parses `items[0][price]` to `['items', '0', 'price']`; undefined for a name without bracket notation. */
export const bracketKeys = (name: string): readonly string[] | undefined => {
  const start = name.indexOf('[');
  if (start < 1 || !name.endsWith(']')) return undefined;
  const inner = name.slice(start + 1, -1).split('][');
  return inner.length > MOST_BRACKETS || inner.some((key) => /[[\]]/.test(key))
    ? undefined
    : [name.slice(0, start), ...inner];
};

/** A node of nested fields; leaves are lists of strings. */
export type Branch = Map<string, Branch | string[]>;

/** Appends a value at a path of keys. An empty key (`tags[]=a&tags[]=b`) denotes the next item. */
export const insertValue = (branch: Branch, [key = '', ...inner]: readonly string[], text: string): void => {
  if (inner.length === 0) {
    const texts = branch.get(key);
    // Hundreds of thousands may be sent: a copy for each would take quadratic time.
    if (Array.isArray(texts)) texts.push(text);
    else branch.set(key, [text]);
    return;
  }
  // `lines[][sku]=a&lines[][sku]=b`: a member that already exists starts the next item.
  const own = key === '' ? String(itemFor(branch, inner[0] ?? '')) : key;
  let next = branch.get(own);
  if (!(next instanceof Map)) branch.set(own, (next = new Map()));
  insertValue(next, inner, text);
};

const itemFor = (branch: Branch, member: string): number => {
  const last = branch.get(String(branch.size - 1));
  return last instanceof Map && !last.has(member) ? branch.size - 1 : branch.size;
};

/** Converts a tree of strings to a value, with arrays where the schema has them. */
export const toValue = (branch: Branch | readonly string[], schema: unknown, shapes: SchemaShapes): unknown => {
  const types = shapes.typesOf(schema);
  if (!(branch instanceof Map)) {
    const [first] = branch;
    return branch.length > 1 || (types.has('array') && !types.has('string')) ? [...branch] : first;
  }
  const isList = types.has('array') ? [...branch.keys()].every((key) => /^\d*$/.test(key)) : branch.has('');
  if (isList) {
    const items = shapes.itemsOf(schema);
    return [...branch]
      .sort(([a], [b]) => Number(a) - Number(b))
      .flatMap(([key, inner]): readonly unknown[] =>
        key === '' && !(inner instanceof Map) ? inner : [toValue(inner, items, shapes)],
      );
  }
  const value: Record<string, unknown> = {};
  for (const [key, inner] of branch) setMember(value, key, toValue(inner, shapes.memberOf(schema, key), shapes));
  return value;
};

/** Beyond any value in a parameter or a field, and not too much to look at. */
const DEEPEST = 100;
const MOST_VALUES = 100_000;

/** The JSON of a parameter or a header that is described by `content`. */
export const parseJsonValue = (text: string): unknown => {
  try {
    return parseJson(text, DEEPEST, MOST_VALUES, true).value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return new Unreadable(`must be JSON, such as {"a":1}, but cannot be read: ${error.message}`);
  }
};

/** A text that is not JSON stays a text, which the schema then rejects under its name. */
export const parseJsonOrText = (text: string): unknown => {
  const value = parseJsonValue(text);
  return value instanceof Unreadable ? text : value;
};

/** A text may be a value of more than one type that a schema allows, such as `5` a number and a string. */
export interface Attempt {
  readonly takes: 'first' | 'last';
  isAmbiguous: boolean;
}

/** Leading zeros are tolerated; blanks, `+1`, `0x10`, `.5` and `Infinity` are no numbers (RFC 8259, section 6). */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const readNumeric = (text: string, types: ReadonlySet<string>): unknown => {
  if (!NUMBER.test(text)) return undefined;
  const value = readNumber(text);
  // No finite double, such as 1e400, is beyond what JSON's readers agree on.
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
  if (types.has('number')) return value;
  // Few characters may stand for an integer of any size: beyond the safe ones (RFC 8259, section 6) it is written out.
  return isWhole(value) && (!/e/i.test(text) || Number.isSafeInteger(value)) ? value : undefined;
};

const readingsOf = (text: string, types: ReadonlySet<string>): readonly unknown[] => {
  if (types.size === 0) return [text];
  const readings: unknown[] = [];
  const number = types.has('number') || types.has('integer') ? readNumeric(text, types) : undefined;
  if (number !== undefined) readings.push(number);
  if (types.has('boolean') && (text === 'true' || text === 'false')) readings.push(text === 'true');
  if (types.has('string')) readings.push(text);
  // Appendix B leaves the text of null open; both of these are in use.
  if (types.has('null') && (text === '' || text === 'null')) readings.push(null);
  return readings;
};

/**
 * Parameters, forms and texts hold no types, so each text is read as a value of the type that its schema allows before it is
 * validated (OpenAPI 3.2.0, Non-JSON Data). A text that is none stays a text, which the schema then rejects under its name.
 */
export const textReaderOf = memoize((shapes: SchemaShapes) => {
  const scalarOf = memoize((schema: SchemaObject) => {
    const listed = shapes.listedIn(schema)?.map((value) => canonicalize(value as Json));
    return { types: shapes.typesOf(schema), listed: listed && new Set(listed) };
  });

  const readText = (schema: SchemaObject, text: string, attempt: Attempt): unknown => {
    const { types, listed } = scalarOf(schema);
    // Nearly all: a text that is one.
    if (types.size === 1 && types.has('string')) return text;
    const readings = readingsOf(text, types);
    if (readings.length < 2) return readings.length === 0 ? text : readings[0];
    const meant = listed && readings.find((reading) => listed.has(canonicalize(reading as Json)));
    if (meant !== undefined) return meant;
    attempt.isAmbiguous = true;
    return readings.at(attempt.takes === 'first' ? 0 : -1);
  };

  const read = (schema: unknown, tree: unknown, attempt: Attempt): unknown => {
    if (!isSchemaObject(schema)) return tree;
    if (typeof tree === 'string') return readText(schema, tree, attempt);
    if (Array.isArray(tree)) return tree.map((item, index) => read(shapes.itemsOf(schema, index), item, attempt));
    if (!isSchemaObject(tree)) return tree;
    const value: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(tree))
      setMember(value, name, read(shapes.memberOf(schema, name), member, attempt));
    return value;
  };
  return read;
});

/**
 * Reads texts and validates what they are; if some of them may be more than one value and do not fit, the other reading
 * counts.
 */
export const readFitting = <T, E>(
  read: (attempt: Attempt) => T,
  findErrors: (value: T) => readonly E[],
): { readonly value: T; readonly errors: readonly E[] } => {
  const attempt: Attempt = { takes: 'first', isAmbiguous: false };
  const value = read(attempt);
  const errors = findErrors(value);
  if (errors.length === 0 || !attempt.isAmbiguous) return { value, errors };
  const other = read({ takes: 'last', isAmbiguous: false });
  return findErrors(other).length === 0 ? { value: other, errors: [] } : { value, errors };
};
