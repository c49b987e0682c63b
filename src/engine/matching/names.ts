import { getOrInsert } from '../../kernel/caches.ts';
import { CONVENTIONS } from '../../generated/conventions.ts';

/** The letters and digits of a name: `ticket_id`, `ticketId` and `TicketID` have the same. */
export const letters = (name: string): string => name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();

/** Whether a name has the letters that a convention is an expression of. */
export const isCalled = (name: string, convention: string): boolean =>
  getOrInsert(EXPRESSIONS, convention, () => new RegExp(`^(?:${convention})$`)).test(letters(name));

const EXPRESSIONS = new Map<string, RegExp>();

/** The words of a name: `ticketId` has two, `AccountSID` too. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

/** What one thing of a collection may be called, in letters: that of `categories` is a `category`. */
export const singularsOf = (plural: string): readonly string[] => {
  const name = letters(plural);
  return [name, name.replace(/s$/, ''), name.replace(/es$/, ''), name.replace(/ies$/, 'y')];
};

/** The member that is meant: one with the same letters, else the time of what the name says, as `created_at` of `created`. */
export const findMember = (names: readonly string[], wanted: string): string | undefined => {
  const { created, updated } = CONVENTIONS.times;
  const time = [created, updated].find((each) => isCalled(wanted, each));
  return (
    names.find((name) => letters(name) === letters(wanted)) ??
    names.find((name) => time !== undefined && isCalled(name, time))
  );
};

/** A key to sort by: `name`, `-name`, `name desc`, `name:desc` or `name_desc`. */
export const readSortKey = (text: string): { readonly field: string; readonly direction: string | undefined } => {
  const [, sign, field = '', direction] = /^([-+]?)([\w.]+?)(?:[\s:_.]+((?:asc|desc)\w*))?$/i.exec(text.trim()) ?? [];
  return { field, direction: sign === '-' ? 'desc' : direction };
};

const OUTCOMES = new Map<string, readonly string[]>(Object.entries(CONVENTIONS.outcomes));

/** The one verb of a name such as `close` or `mark-as-paid`; undefined if it says more. */
export const verbOf = (name: string): string | undefined => {
  const words = wordsOf(name);
  return words[0] === 'mark' || words.length === 1 ? words.at(-1) : undefined;
};

/** What a thing is after an action, in letters, from the likeliest: `close` makes `closed`, `ban` makes `banned`. */
export const outcomesOf = (verb: string): readonly string[] => [
  verb.replace(/([^aeiou])y$/, '$1i').replace(/e?$/, 'ed'),
  `${verb}${verb.at(-1) ?? ''}ed`,
  ...(OUTCOMES.get(verb) ?? []),
  verb,
];
