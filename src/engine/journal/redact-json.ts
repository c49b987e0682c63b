import { HIDDEN, isSecretName } from './secret-names.ts';
import type { Scrub } from './scrub.ts';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The last name of a path such as `items[0].id`. */
const lastName = (field: string): string => /[^.[\]/]+(?=(?:\[\d*\])*$)/.exec(field)?.[0] ?? field;

/** An entry of `errors[]` says in another member what the rejected value is called. */
const rejectsSecret = ({ field }: Members): boolean => typeof field === 'string' && isSecretName(lastName(field));

/** A copy in which every secret is taken out: by the name of its member, or by its form. */
export const redactJson = (value: unknown, scrub: Scrub): unknown => {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, scrub));
  if (!isMembers(value)) return value;
  const hidesRejected = rejectsSecret(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isHidden = isSecretName(name) || (hidesRejected && name === 'rejectedValue');
      return [scrub(name), isHidden ? hide(member) : redactJson(member, scrub)];
    }),
  );
};

/** That there is nothing, is no secret. */
const hide = (value: unknown): unknown => (value === null || typeof value === 'boolean' ? value : HIDDEN);

/** The texts that a value holds under secret names: they may come back elsewhere. */
export const secretsIn = (value: unknown, isSecret = false, found: string[] = []): string[] => {
  if (isSecret && (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'))
    found.push(String(value));
  else if (Array.isArray(value)) for (const item of value) secretsIn(item, isSecret, found);
  else if (isMembers(value)) {
    const hidesRejected = rejectsSecret(value);
    for (const [name, member] of Object.entries(value))
      secretsIn(member, isSecret || isSecretName(name) || (hidesRejected && name === 'rejectedValue'), found);
  }
  return found;
};
