import type { SchemaObject } from '../../contract/walk-schema.ts';
import { COMMON_HINTS, FORMATS, type Lengths, MOMENTS, type NameHints } from './name-tables.ts';

/** Patterns of two or three letters, as descriptions write country and currency codes. */
const CODE_PATTERN = /^\^?(?:\[A-Z(?:a-z)?\]|\[a-zA-Z\])\{([23])\}\$?$/;

/** Splits `firstName`, `first_name` and `First-Name` into `['first', 'name']`; `address1` becomes `['address']`. */
const wordsOf = (property: string): string[] =>
  property
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

const lookUp = (table: ReadonlyMap<string, string>, words: readonly string[]): string | undefined => {
  for (let first = 0; first < words.length; first++) {
    const found = table.get(words.slice(first).join(''));
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The name alone does not imply a code: `country` may just as well be `Germany`. */
const fromCodeLength = (name: string, length: number | undefined): string | undefined => {
  if (length === 2 && /country(?:code)?$/.test(name)) return 'country-code';
  if (length === 3 && /currency(?:code)?$/.test(name)) return 'currency';
  return undefined;
};

const codeLength = ({ maxLength, pattern }: SchemaObject): number | undefined => {
  if (typeof pattern === 'string') return Number(CODE_PATTERN.exec(pattern)?.[1]);
  return typeof maxLength === 'number' ? maxLength : undefined;
};

/** A hint that can never fit would be worse than none: it would fail every attempt at the whole body. */
const fits = (generator: string, schema: SchemaObject, lengths: Lengths): boolean => {
  const [shortest, longest] = lengths[generator] ?? [Infinity, 0];
  const { minLength = 0, maxLength = Infinity } = schema as { minLength?: number; maxLength?: number };
  return minLength <= shortest && longest <= maxLength;
};

const isText = ({ type }: SchemaObject): boolean =>
  type === 'string' || (Array.isArray(type) && (type as unknown[]).includes('string'));

const choose = (words: readonly string[], schema: SchemaObject, hints: NameHints): string | undefined => {
  const code = fromCodeLength(words.join(''), codeLength(schema));
  // A pattern is more specific than the name, except for the patterns of two-letter and three-letter codes.
  if (code !== undefined || schema['pattern'] !== undefined) return code;
  if (schema['format'] === 'date' || schema['format'] === 'date-time') {
    const moment = lookUp(MOMENTS, words) ?? 'past';
    if (moment === 'birth') return schema['format'] === 'date' ? 'birth-date' : 'past-date-time';
    return `${moment}-${schema['format']}`;
  }
  // A format that is not in the table (byte, password, ...) rules out the hint of the name.
  if (typeof schema['format'] === 'string') return FORMATS.get(schema['format']);
  if (schema['format'] !== undefined) return undefined;
  return hints.wholeNames.get(words.join('')) ?? lookUp(hints.names, words);
};

/** The generator for a schema that names none, inferred from its format and its property name. */
export const hintFor = (
  property: string | undefined,
  schema: SchemaObject,
  hints: NameHints = COMMON_HINTS,
): string | undefined => {
  if (!isText(schema) || 'enum' in schema || 'const' in schema || 'not' in schema) return undefined;
  const generator = choose(wordsOf(property ?? ''), schema, hints);
  return generator !== undefined && fits(generator, schema, hints.lengths) ? generator : undefined;
};
