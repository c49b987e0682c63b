import { type Json, parseJson, toNumbers } from '../../../kernel/json.ts';
import type { Steps } from '../../../kernel/time-slices.ts';

/** Another way to write the same body, as a framework or an editor does. */
interface BodyForm {
  /** To follow "the body": "as compact JSON". */
  readonly how: string;
  readonly text: string;
}

/** Longer, deeper and larger bodies are not written in other forms: that would take too long. */
const LONGEST_BODY = 65_536;
const DEEPEST_BODY = 32;
const MOST_VALUES = 10_000;

/** The forms in which a body usually reaches code that does not keep the bytes; those equal to the body are omitted. */
export function* bodyForms(body: string): Steps<readonly BodyForm[]> {
  const forms: BodyForm[] = [];
  const add = (how: string, text: string | undefined): void => {
    if (text !== undefined && text !== body && !forms.some((form) => form.text === text)) forms.push({ how, text });
  };
  add('without the white space around it', body.trim());
  add('with a line break at its end', `${body}\n`);
  if (body.length > LONGEST_BODY) return forms;
  add('with line breaks of Unix', body.replaceAll('\r\n', '\n'));
  add('with line breaks of Windows', body.replaceAll(/\r?\n/g, '\r\n'));
  add('without its byte order mark', body.startsWith('\uFEFF') ? body.slice(1) : undefined);
  yield;
  const value = parseBody(body);
  if (value === undefined) return forms;
  yield;
  add('as compact JSON', write(value));
  yield;
  add('as JSON with an indent of 2', write(value, 2));
  yield;
  add('as JSON with an indent of 4', write(value, 4));
  yield;
  add('with non-ASCII characters escaped', write(value).replaceAll(/[\u0080-\uffff]/g, toEscape));
  yield;
  // A JSON string: the body was serialized twice.
  if (typeof value === 'string') add('without the quotes of a JSON string', value);
  return forms;
}

/** Undefined if it is no JSON, or too much of it. */
export const parseBody = (text: string): Json | undefined => {
  if (text.length > LONGEST_BODY) return undefined;
  try {
    return parseJson(text, DEEPEST_BODY, MOST_VALUES).value;
  } catch {
    return undefined;
  }
};

const write = (value: Json, indent?: number): string => JSON.stringify(toNumbers(value), undefined, indent);

const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
