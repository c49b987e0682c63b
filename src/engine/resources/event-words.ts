import type { ResourceChange } from './change.ts';

/** Words that say no more than that something is an event. */
const EMPTY = new Set(['on', 'event', 'events', 'webhook', 'webhooks', 'notification', 'callback']);

/** The words of a name: `TicketCreated`, `ticket_created` and `tickets/created` have two. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '' && !EMPTY.has(word));

/** A word as it is, and what it may be the plural of. */
export const forms = (word: string): readonly string[] => [
  ...[word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')],
];

const VERBS: Readonly<Record<Exclude<ResourceChange['kind'], 'acted'>, readonly string[]>> = {
  created: ['create', 'created', 'add', 'added', 'new', 'inserted', 'registered'],
  updated: ['update', 'updated', 'change', 'changed', 'modify', 'modified', 'edited'],
  deleted: ['delete', 'deleted', 'remove', 'removed', 'destroyed'],
};

const PARTICIPLES: Readonly<Record<string, string>> = {
  ...{ pay: 'paid', send: 'sent', resend: 'resent', hold: 'held', withdraw: 'withdrawn', take: 'taken', win: 'won' },
  ...{ lose: 'lost', freeze: 'frozen', unfreeze: 'unfrozen', undo: 'undone', write: 'written' },
};

const participlesOf = (verb: string): readonly string[] => [
  ...[verb, `${verb}d`, `${verb}ed`, `${verb}${verb.at(-1) ?? ''}ed`, verb.replace(/y$/, 'ied')],
  PARTICIPLES[verb] ?? verb,
];

/** Whether a verb of an event tells of a kind of change, or of an action, such as `close` or `mark-as-paid`. */
export const isVerbOf = (verb: string, kind: ResourceChange['kind'], action: string): boolean =>
  kind === 'acted'
    ? participlesOf(wordsOf(action).at(-1) ?? '').includes(verb) && verb !== ''
    : VERBS[kind].includes(verb);
