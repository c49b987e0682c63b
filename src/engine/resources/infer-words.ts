/** The letters and digits of a name: `ticket_id`, `ticketId` and `TicketID` have the same. */
export const letters = (name: string): string => name.replaceAll(/[^a-z\d]/gi, '').toLowerCase();

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

/** What an action makes of a thing, in letters, beside the participles of its name. */
const OUTCOMES = new Map(
  [
    'activate active, deactivate inactive, complete complete done, finish done completed, hold held onhold, open open',
    'pay paid, reopen open, restore active, resume running active, send sent, start running inprogress active',
    'stop stopped inactive, unarchive active, unpause running active, unpublish draft, unsuspend active, withdraw withdrawn',
  ].flatMap((line) => line.split(', ').map((entry) => [entry.replace(/ .*/, ''), entry.split(' ').slice(1)])),
);

/** What undoes another action: the member that it made true becomes false. */
const UNDOING = /^(?:un|de|dis)(?=[a-z]{3})/;

const participlesOf = (verb: string): readonly string[] => {
  if (verb.endsWith('e')) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return [`${verb}ed`, `${verb}${verb.at(-1) ?? ''}ed`];
};

/** The one verb of a name such as `close` or `mark-as-paid`; undefined if it says more. */
export const verbOf = (name: string): string | undefined => {
  const words = wordsOf(name);
  if (words[0] === 'mark') return words.at(-1);
  return words.length === 1 ? words[0] : undefined;
};

/** What a thing is after the action, in letters, from the likeliest; and what it is no longer. */
export const outcomesOf = (verb: string): { readonly is: readonly string[]; readonly isNot: readonly string[] } => {
  const undone = verb.replace(UNDOING, '');
  return {
    is: [...participlesOf(verb), ...(OUTCOMES.get(verb) ?? []), verb],
    isNot: undone === verb ? [] : [...participlesOf(undone), `en${undone}d`, ...(OUTCOMES.get(undone) ?? [])],
  };
};
