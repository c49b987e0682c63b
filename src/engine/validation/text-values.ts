import { canonicalize } from '../../kernel/canonical-json.ts';
import { isWhole, readNumber } from '../../kernel/exact-number.ts';
import type { Json } from '../../kernel/json.ts';
import type { SchemaShapes } from '../contract/schema-shapes.ts';
import { type SchemaObject, isSchemaObject } from '../contract/walk-schema.ts';
import { setMember } from './serialized-values.ts';

/**
 * Parameters, forms and texts hold no types, so each text is read as a value of the type that its schema allows before it is
 * validated (OpenAPI 3.2.0, Non-JSON Data). A text that is none stays a text, which the schema then rejects under its name.
 */
type ReadTexts = (schema: unknown, tree: unknown, attempt: Attempt) => unknown;

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

interface Scalar {
  readonly types: ReadonlySet<string>;
  readonly listed: ReadonlySet<string> | undefined;
}

export const createTextReader = (shapes: SchemaShapes): ReadTexts => {
  const scalars = new WeakMap<SchemaObject, Scalar>();

  const scalarOf = (schema: SchemaObject): Scalar => {
    let scalar = scalars.get(schema);
    if (scalar === undefined) {
      const listed = shapes.listedIn(schema)?.map((value) => canonicalize(value as Json));
      scalars.set(schema, (scalar = { types: shapes.typesOf(schema), listed: listed && new Set(listed) }));
    }
    return scalar;
  };

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

  const read: ReadTexts = (schema, tree, attempt) => {
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
};

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
