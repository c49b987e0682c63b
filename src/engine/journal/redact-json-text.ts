import { createScanner } from 'jsonc-parser';
import type { Steps } from '../../kernel/time-slices.ts';
import { CLOSING, COMMA, END, NUMBER, OPENING, OPEN_OBJECT, PAUSE_EVERY, TEXT } from './json-tokens.ts';
import type { RedactedText } from './redact-text.ts';
import { HIDDEN, isSecretName } from './secret-names.ts';

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
  const scanner = createScanner(source, true);
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
