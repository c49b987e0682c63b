import { createScanner } from 'jsonc-parser';
import { isAnyNumber } from '../../kernel/exact-number.ts';
import { isObject } from '../../kernel/json.ts';
import { decodeLeniently } from '../../kernel/path.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { HIDDEN, type Scrub, isSecretName } from './secrets.ts';

/** Exceeds the nesting depth of any accepted body. */
export const DEEPEST = 200;

/** Last name of a path such as `items[0].id`. */
const lastName = (field: string): string => /[^.[\]/]+(?=(?:\[\d*\])*$)/.exec(field)?.[0] ?? field;

/** In an entry of `errors[]`, another member names the rejected value. */
const rejectsSecret = ({ field }: Readonly<Record<string, unknown>>): boolean =>
  typeof field === 'string' && isSecretName(lastName(field));

/** Returns a copy without secrets, which are recognized by member name or by format. */
export const redactJson = (value: unknown, scrub: Scrub): unknown => {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, scrub));
  if (!isObject(value)) return value;
  const hidesRejected = rejectsSecret(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isHidden = isSecretName(name) || (hidesRejected && name === 'rejectedValue');
      return [scrub(name), isHidden ? hide(member) : redactJson(member, scrub)];
    }),
  );
};

/** Null and booleans are not secret. */
const hide = (value: unknown): unknown => (value === null || typeof value === 'boolean' ? value : HIDDEN);

/** The strings stored under secret names: they may occur again elsewhere. */
export const secretsIn = (value: unknown, isSecret = false, found: string[] = []): string[] => {
  if (isSecret && (typeof value === 'string' || isAnyNumber(value))) found.push(String(value));
  else if (Array.isArray(value)) for (const item of value) secretsIn(item, isSecret, found);
  else if (isObject(value)) {
    const hidesRejected = rejectsSecret(value);
    for (const [name, member] of Object.entries(value))
      secretsIn(member, isSecret || isSecretName(name) || (hidesRejected && name === 'rejectedValue'), found);
  }
  return found;
};

/** A text with its secrets removed, and those secrets: they may occur again elsewhere. */
export interface RedactedText {
  readonly text: string;
  readonly secrets: readonly string[];
}

// The scanner of jsonc-parser exports the kinds of its tokens as types only.

const OPEN_OBJECT = 1;
const COMMA = 5;
const COLON = 6;
const TEXT = 10;
const NUMBER = 11;
const UNKNOWN = 16;
const END = 17;
const OPENING: ReadonlySet<number> = new Set([OPEN_OBJECT, 3]);
const CLOSING: ReadonlySet<number> = new Set([2, 4]);

/** Tokens between two steps: a millisecond. */
const PAUSE_EVERY = 2000;

/** What surrounds a value. */
interface Container {
  readonly isObject: boolean;
  /** Whether it is, or is in, the value of a member with a secret name. */
  readonly isSecret: boolean;
  /** Whether the value that follows is secret. */
  isValueSecret: boolean;
  /** Whether the text that follows is the name of a member. */
  expectsName: boolean;
}

/** Redacts valid JSON in place: all other bytes, spacing included, stay as they are. */
export function* redactJsonText(source: string): Steps<RedactedText> {
  const scanner = createScanner(source);
  const secrets: string[] = [];
  const containers: Container[] = [];
  let around: Container | undefined;
  let text = '';
  let copied = 0;
  let count = 0;

  const takeValue = (value: string): void => {
    const offset = scanner.getTokenOffset();
    text += `${source.slice(copied, offset)}"${HIDDEN}"`;
    copied = offset + scanner.getTokenLength();
    secrets.push(value);
  };

  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (++count % PAUSE_EVERY === 0) yield;
    if (OPENING.has(token)) {
      const isSecret = around?.isValueSecret === true;
      const isObject = token === OPEN_OBJECT;
      containers.push((around = { isObject, isSecret, isValueSecret: isSecret, expectsName: isObject }));
    } else if (CLOSING.has(token)) {
      containers.pop();
      around = containers.at(-1);
    } else if (around === undefined) continue;
    else if (token === COMMA) around.expectsName = around.isObject;
    else if (token === TEXT && around.expectsName) {
      around.expectsName = false;
      around.isValueSecret = around.isSecret || isSecretName(scanner.getTokenValue());
    } else if (around.isValueSecret && (token === NUMBER || (token === TEXT && scanner.getTokenValue() !== HIDDEN)))
      takeValue(scanner.getTokenValue());
  }
  return { text: text + source.slice(copied), secrets };
}

const unquoted = (text: string): string => text.replaceAll(/^["']|["']$/g, '');

/**
 * Redacts JSON that cannot be parsed because it is malformed or truncated: everything after a secret name, up to the
 * next comma, is removed. This errs on the side of removing too much.
 */
export function* redactBrokenJson(source: string): Steps<RedactedText> {
  const scanner = createScanner(source, true);
  const secrets: string[] = [];
  let text = '';
  let copied = 0;
  /** Whether the last `field` of an entry of `errors[]` names a secret; `before` is the preceding string. */
  let rejects = false;
  let before = '';
  let count = 0;

  /** Skips to the comma or bracket that ends the value. */
  const skipValue = (): number => {
    let from: number | undefined;
    let until = 0;
    let depth = 0;
    let token: number = scanner.scan();
    for (; token !== END; token = scanner.scan()) {
      if (depth === 0 && (token === COMMA || CLOSING.has(token))) break;
      if (OPENING.has(token)) depth++;
      if (CLOSING.has(token)) depth--;
      if (token === COLON && depth === 0) continue;
      from ??= scanner.getTokenOffset();
      until = scanner.getTokenOffset() + scanner.getTokenLength();
      secrets.push(scanner.getTokenValue());
    }
    if (from !== undefined) {
      secrets.push(unquoted(source.slice(from, until)));
      text += `${source.slice(copied, from)}"${HIDDEN}"`;
      copied = until;
    }
    return token;
  };

  for (let token: number = scanner.scan(); token !== END;) {
    if (++count % PAUSE_EVERY === 0) yield;
    if (token === TEXT || token === UNKNOWN) {
      const word = unquoted(scanner.getTokenValue());
      if (before === 'field') rejects = isSecretName(word);
      before = word;
      if (isSecretName(word) || (rejects && word === 'rejectedValue')) {
        token = skipValue();
        continue;
      }
    }
    token = scanner.scan();
  }
  yield;
  const assigned = redactAssignments(text + source.slice(copied));
  return { text: assigned.text, secrets: [...secrets, ...assigned.secrets] };
}

/** Matches `client_secret=...` or `password: ...` in any text. */
const ASSIGNED = /(?<![\w.-])([\w.-]+)["']?\s{0,3}[=:]\s{0,3}/g;
const VALUE = /"[^"\n]*"?|'[^'\n]*'?|[^\s&,;}<>]+/y;

export const redactAssignments = (source: string): RedactedText => {
  const secrets: string[] = [];
  let text = '';
  let copied = 0;
  // Only names are matched, not values: what looks like a value may itself be a name (`reason: password: ...`).
  for (const match of source.matchAll(ASSIGNED)) {
    const [whole, name = ''] = match;
    if (match.index < copied || !isSecretName(name)) continue;
    const at = match.index + whole.length;
    VALUE.lastIndex = at;
    const value = VALUE.exec(source)?.[0];
    if (value === undefined || unquoted(value) === HIDDEN) continue;
    secrets.push(unquoted(value));
    text += source.slice(copied, at) + HIDDEN;
    copied = at + value.length;
  }
  return { text: text + source.slice(copied), secrets };
};

/** Redacts the fields of a form. */
export const redactForm = (source: string): RedactedText => {
  const secrets: string[] = [];
  const pairs = source.split('&').map((pair) => {
    const mark = pair.indexOf('=');
    if (mark < 0 || !isSecretName(decoded(pair.slice(0, mark)))) return pair;
    secrets.push(decoded(pair.slice(mark + 1)), pair.slice(mark + 1));
    return `${pair.slice(0, mark)}=${HIDDEN}`;
  });
  return { text: pairs.join('&'), secrets };
};

const decoded = (text: string): string => decodeLeniently(text.replaceAll('+', ' '));
