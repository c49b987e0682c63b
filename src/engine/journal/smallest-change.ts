import type { ProblemMembers } from '../../kernel/problem.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';
import type { JournalEntry } from './journal-entry.ts';

export type Change = (refusal: ProblemMembers, entry: JournalEntry) => readonly string[];

/** By problem type. */
export type Changes = Readonly<Record<string, Change>>;

const currentVersion = (resource: unknown): string =>
  String((resource as { version?: number } | undefined)?.version ?? '');

/** Changes that depend on the exchange; for every other type, the remedy of its text is used. */
const CHANGES: Changes = {
  'validation-error': ({ errors = [] }) =>
    errors.map(({ field, message }) => (field === '' ? `the body ${message}` : `${field} ${message}`)),
  'capability-required': ({ extensions }) => [
    `ask the operator to grant ${String(extensions?.['capability'])} to your organization, or send a request that does not need it`,
  ],
  'rate-limited': ({ headers }) => [`send the same request again in ${headers?.['retry-after'] ?? 'a few'} seconds`],
  'idempotency-key-reused': () => ['send the request with a new Idempotency-Key, or retry the first request unchanged'],
  'version-mismatch': ({ currentResource }) => [`send If-Match: "${currentVersion(currentResource)}"`],
};

/** For statuses outside the problem catalogue. */
const BY_STATUS: Readonly<Record<number, Change>> = {
  405: ({ headers }) => [`use one of the methods ${headers?.['allow'] ?? ''}`],
  406: () => ['send Accept: application/json'],
  415: ({ headers }) => [`send Content-Type: ${headers?.['accept'] ?? 'application/json; charset=utf-8'}`],
};

/** The smallest change with which the request would have passed the stage that refused it. */
export const smallestChange = (
  entry: JournalEntry,
  { problems, changes }: { readonly problems: ProblemCatalogue; readonly changes: Changes },
): readonly string[] => {
  const { refusal } = entry;
  if (refusal === undefined) return [];
  const { type, status, detail } = refusal;
  const change = changes[type] ?? CHANGES[type] ?? BY_STATUS[status];
  if (change !== undefined) return change(refusal, entry);
  return [problems.get(type)?.texts.remedy ?? detail];
};
