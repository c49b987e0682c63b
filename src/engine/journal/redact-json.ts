import { isAnyNumber } from '../../kernel/exact-number.ts';
import { isObject } from '../../kernel/json.ts';
import { HIDDEN, isSecretName } from './secret-names.ts';
import type { Scrub } from './scrub.ts';

type Members = Readonly<Record<string, unknown>>;

/** Last name of a path such as `items[0].id`. */
const lastName = (field: string): string => /[^.[\]/]+(?=(?:\[\d*\])*$)/.exec(field)?.[0] ?? field;

/** In an entry of `errors[]`, another member names the rejected value. */
const rejectsSecret = ({ field }: Members): boolean => typeof field === 'string' && isSecretName(lastName(field));

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
