import { createScanner } from 'jsonc-parser';
import { decodeLeniently } from '../../kernel/path.ts';
import { type Steps, runAtOnce } from '../../kernel/time-slices.ts';
import { CLOSING, COLON, COMMA, END, OPENING, PAUSE_EVERY, TEXT, UNKNOWN } from './json-tokens.ts';
import { HIDDEN, isSecretName } from './secret-names.ts';

/** A text with its secrets removed, and those secrets: they may occur again elsewhere. */
export interface RedactedText {
  readonly text: string;
  readonly secrets: readonly string[];
}

const unquoted = (text: string): string => text.replaceAll(/^["']|["']$/g, '');

/**
 * Redacts JSON that cannot be parsed because it is malformed or truncated: everything after a secret name, up to the
 * next comma, is removed. This errs on the side of removing too much.
 */
export const redactBrokenJson = (source: string): RedactedText => runAtOnce(redactBrokenJsonInSteps(source));

export function* redactBrokenJsonInSteps(source: string): Steps<RedactedText> {
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
