import type { ResourceChange } from './change.ts';
import { outcomesOf, verbOf, wordsOf } from './infer-words.ts';

/** Words that say no more than that something is an event. */
const EMPTY = new Set(['on', 'event', 'events', 'webhook', 'webhooks', 'notification', 'callback']);

/** The words of an event's name that say what happened. */
export const wordsOfEvent = (type: string): readonly string[] => wordsOf(type).filter((word) => !EMPTY.has(word));

const VERBS: Readonly<Record<Exclude<ResourceChange['kind'], 'acted'>, readonly string[]>> = {
  created: ['create', 'created', 'add', 'added', 'new', 'inserted', 'registered'],
  updated: ['update', 'updated', 'change', 'changed', 'modify', 'modified', 'edited'],
  deleted: ['delete', 'deleted', 'remove', 'removed', 'destroyed'],
};

/** The verbs of events that tell of a kind of change, or of an action, such as `close` or `mark-as-paid`. */
export const verbsOf = (kind: ResourceChange['kind'], action: string): readonly string[] => {
  if (kind !== 'acted') return VERBS[kind];
  const verb = verbOf(action);
  return verb === undefined ? [] : outcomesOf(verb).is;
};
