import { ExactNumber, numberKey, readNumber } from '../../kernel/exact-number.ts';

type SourceReviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as unknown as (text: string, reviver: SourceReviver) => unknown;

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Keeps the digits of a number that no JavaScript number holds, such as `maximum: 9223372036854775807`. */
export const toExact = (text: string, value: number): number | ExactNumber => {
  const read = readNumber(text);
  if (typeof read === 'number') return value;
  return new ExactNumber(JSON_NUMBER.test(text) ? text : numberKey(read));
};

/** A number with many digits, or a small one; reading all numbers by their text takes ten times as long. */
const MAY_BE_EXACT = /[:[,]\s*-?[\d.]+(?:(?<=[\d.]{16})|e-)/i;

export const parseJsonDescription = (text: string): unknown =>
  MAY_BE_EXACT.test(text)
    ? parseWithSource(text, (_key, value, { source = '' }) =>
        typeof value === 'number' ? toExact(source, value) : value,
      )
    : (JSON.parse(text) as unknown);
