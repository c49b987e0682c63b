import { JsonError, parseJson } from '../../kernel/json.ts';
import { Unreadable } from './delimited-values.ts';

/** Beyond any value in a parameter or a field, and not too much to look at. */
const DEEPEST = 100;
const MOST_VALUES = 100_000;

const parse = (text: string): unknown => parseJson(text, DEEPEST, MOST_VALUES, true).value;

/** The JSON of a parameter or a header that is described by `content`. */
export const parseJsonValue = (text: string): unknown => {
  try {
    return parse(text);
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
