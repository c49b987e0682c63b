import type { Register } from '../../engine/assumptions/register.ts';
import type { Criteria } from '../../engine/journal/criteria.ts';
import { type Explanation, type RuleBook, explain, redactExplanation } from '../../engine/journal/explain.ts';
import { toHar } from '../../engine/journal/har.ts';
import { type JournalEntry, weightOfEntries } from '../../engine/journal/journal-entry.ts';
import type { JournalQueries } from '../../engine/journal/journal-queries.ts';
import { type Journal, JOURNAL_LIMITS } from '../../engine/journal/journal.ts';
import type { Redactor } from '../../engine/journal/redactor.ts';
import type { ShownExchange, ShownSummary } from '../../engine/journal/shown-exchange.ts';
import { problem } from '../../engine/problems/problem.ts';

/** The recorded requests visible to an organization; undefined if no client is known. */
export interface RecordedRequests extends Pick<JournalQueries, 'list' | 'find' | 'count' | 'await'> {
  readonly page: (
    organization: string | undefined,
    criteria: Criteria,
    page: { readonly page: number; readonly limit: number },
  ) => Promise<{ readonly shown: readonly ShownSummary[]; readonly total: number }>;
  /** Exports the newest requests as a HAR file. */
  readonly export: (
    organization: string | undefined,
    criteria: Criteria,
    options: { readonly limit: number; readonly origin: string },
  ) => Promise<ReturnType<typeof toHar>>;
  /** Throws 404. */
  readonly show: (organization: string | undefined, id: string) => ShownExchange;
  /** The server's decisions that led to its response; throws 404. */
  readonly explain: (organization: string | undefined, id: string) => Explanation;
  /** The entries themselves, with credentials: they must not be shown as they are. */
  readonly newestFirst: (organization: string) => readonly JournalEntry[];
  /** Approximate bytes of all of them. */
  readonly weightOf: (organization: string | undefined) => number;
  readonly forget: (organization: string | undefined) => void;
}

interface RecordedRequestsParts {
  readonly journal: Pick<Journal, 'of' | 'forget'>;
  readonly queries: JournalQueries;
  readonly redactor: Redactor;
  readonly register: Register;
  /** The API's wording of its rules. */
  readonly rules: RuleBook;
  readonly version: string;
}

export const createRecordedRequests = (parts: RecordedRequestsParts): RecordedRequests => {
  const { journal, queries, redactor, register, rules, version } = parts;

  const find = (organization: string | undefined, id: string): JournalEntry => {
    const entry = journal.of(organization).find(id);
    if (entry !== undefined) return entry;
    throw problem('not-found', {
      detail: `The journal has no exchange ${id} of the caller's organization; it keeps the latest ${JOURNAL_LIMITS.own.entries.toLocaleString('en')}.`,
    });
  };

  return {
    list: queries.list,
    find: queries.find,
    count: queries.count,
    await: queries.await,
    page: async (organization, criteria, { page, limit }) => {
      const all = await queries.list(organization, criteria, Infinity);
      return { shown: all.slice(page * limit, (page + 1) * limit), total: all.length };
    },
    export: async (organization, criteria, { limit, origin }) =>
      toHar(await queries.find(organization, criteria, limit), { version, origin }),
    show: (organization, id) => redactor.show(find(organization, id)),
    explain: (organization, id) => {
      const entry = find(organization, id);
      return redactExplanation(explain(entry, register, rules), (value) => redactor.redact(entry, value), rules);
    },
    newestFirst: (organization) => journal.of(organization).newestFirst(),
    weightOf: (organization) => weightOfEntries(journal.of(organization).newestFirst()),
    forget: journal.forget,
  };
};
