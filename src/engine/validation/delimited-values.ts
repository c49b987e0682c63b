import type { SchemaShapes } from '../contract/schema-shapes.ts';
import { setMember } from './set-member.ts';

/** A text that its style does not allow, and what to send instead. */
export class Unreadable {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Delimiters as they are written, and as they are percent-encoded. */
const DELIMITERS = {
  ',': { literal: ',', encoded: /%2C/i },
  '.': { literal: '.', encoded: /%2E/i },
  '=': { literal: '=', encoded: /%3D/i },
  '|': { literal: '|', encoded: /%7C/i },
  // In a form, and so in a query, a plus is a blank.
  ' ': { literal: '+', encoded: /%20/ },
} as const;

type Delimiter = keyof typeof DELIMITERS;

/** Between the items of a list that is one text, by its style. */
export const delimiterOf = (style: string): Delimiter =>
  style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ',';

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
  const { literal, encoded } = DELIMITERS[delimiter];
  const parts = text.split(literal);
  return parts.length === 1 && isLoose ? text.split(encoded) : parts;
};

type Decode = (text: string) => string;

/** `R=100` of an exploded object. */
export const toMembers = (
  pairs: readonly string[],
  decode: Decode,
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
export const toAlternating = (parts: readonly string[], decode: Decode): Record<string, string> | Unreadable => {
  const members: Record<string, string> = {};
  if (parts.length % 2 === 1)
    return new Unreadable(
      `has the name "${decode(parts.at(-1) ?? '')}" without a value: send names and values in turn`,
    );
  for (let i = 0; i < parts.length; i += 2) setMember(members, decode(parts[i] ?? ''), decode(parts[i + 1] ?? ''));
  return members;
};
