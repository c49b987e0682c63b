import { visit } from 'jsonc-parser';
import type { RedactedText } from './redact-text.ts';
import { HIDDEN, isSecretName } from './secret-names.ts';

/** What surrounds a value. */
interface Container {
  readonly isArray: boolean;
  /** Whether it is, or is in, the value of a member with a secret name. */
  readonly isSecret: boolean;
  /** Whether the member that was named last is secret. */
  isMemberSecret: boolean;
}

/** Redacts valid JSON in place: all other bytes, spacing included, stay as they are. */
export const redactJsonText = (source: string): RedactedText => {
  const secrets: string[] = [];
  const containers: Container[] = [];
  let text = '';
  let copied = 0;

  const isValueSecret = (): boolean => {
    const around = containers.at(-1);
    return around !== undefined && (around.isArray ? around.isSecret : around.isMemberSecret);
  };
  const enter = (isArray: boolean) => (): void => {
    const isSecret = isValueSecret();
    containers.push({ isArray, isSecret, isMemberSecret: isSecret });
  };
  const leave = (): void => {
    containers.pop();
  };

  visit(source, {
    onObjectBegin: enter(false),
    onObjectEnd: leave,
    onArrayBegin: enter(true),
    onArrayEnd: leave,
    onObjectProperty: (name) => {
      const around = containers.at(-1);
      if (around !== undefined) around.isMemberSecret = around.isSecret || isSecretName(name);
    },
    onLiteralValue: (value: unknown, offset, length) => {
      if (!isValueSecret() || (typeof value !== 'string' && typeof value !== 'number') || value === HIDDEN) return;
      const written = source.slice(offset, offset + length);
      secrets.push(typeof value === 'string' ? value : written);
      text += `${source.slice(copied, offset)}"${HIDDEN}"`;
      copied = offset + length;
    },
  });
  return { text: text + source.slice(copied), secrets };
};
