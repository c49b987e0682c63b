import type { ProblemMembers } from '../../kernel/problem.ts';
import { isProblemType } from '../problems/catalogue.ts';
import { PROBLEM_TEXTS } from '../problems/problem-texts.ts';
import type { JournalEntry } from './journal-entry.ts';

type Change = (refusal: ProblemMembers, entry: JournalEntry) => readonly string[];

const currentVersion = (resource: unknown): string =>
  String((resource as { version?: number } | undefined)?.version ?? '');

/** What differs from exchange to exchange; every other type has the remedy of its text. */
const CHANGES: Readonly<Record<string, Change>> = {
  'validation-error': ({ errors = [] }) =>
    errors.map(({ field, message }) => (field === '' ? `the body ${message}` : `${field} ${message}`)),
  forbidden: (_refusal, { caller }) => [
    `use one of your organization’s authorized partners in the path: ${caller?.organization?.sellers.map(({ uuid }) => uuid).join(', ') ?? ''}`,
  ],
  'capability-required': ({ extensions }) => [
    `ask the operator to grant ${String(extensions?.['capability'])} to your organization, or send a request that does not need it`,
  ],
  'rate-limited': ({ headers }) => [`send the same request again in ${headers?.['retry-after'] ?? 'a few'} seconds`],
  'idempotency-key-reused': () => ['send the request with a new Idempotency-Key, or retry the first request unchanged'],
  'version-mismatch': ({ currentResource }) => [`send If-Match: "${currentVersion(currentResource)}"`],
};

/** For statuses outside the catalogue. */
const BY_STATUS: Readonly<Record<number, Change>> = {
  405: ({ headers }) => [`use one of the methods ${headers?.['allow'] ?? ''}`],
  406: () => ['send Accept: application/json'],
  415: ({ headers }) => [`send Content-Type: ${headers?.['accept'] ?? 'application/json; charset=utf-8'}`],
};

/** The least that would have to be different for the request to pass the stage that refused it. */
export const smallestChange = (entry: JournalEntry): readonly string[] => {
  const { refusal } = entry;
  if (refusal === undefined) return [];
  const { type, status, detail } = refusal;
  const change = CHANGES[type] ?? BY_STATUS[status];
  if (change !== undefined) return change(refusal, entry);
  return isProblemType(type) ? [PROBLEM_TEXTS[type].remedy] : [detail];
};
