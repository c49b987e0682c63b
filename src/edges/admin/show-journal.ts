import { explain } from '../../engine/journal/explain.ts';
import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { Redactor } from '../../engine/journal/redactor.ts';
import type { Validated } from '../../engine/pipeline/exchange.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { Behaviours } from '../../engine/responders/stateful.ts';
import { type Reply, jsonContent } from '../../kernel/http.ts';

const ok = (value: unknown): Reply => ({ status: 200, headers: {}, content: jsonContent(value) });

export interface JournalDisplay {
  readonly journal: Journal;
  readonly redactor: Redactor;
}

/** The journal as the caller's organization may see it. */
export const showJournal = ({ journal, redactor }: JournalDisplay): Behaviours => {
  const find = ({ caller, pathParameters }: Validated): JournalEntry => {
    const { id = '' } = pathParameters;
    const entry = journal.of(caller?.organization?.uuid).find(id);
    if (entry !== undefined) return entry;
    throw problem('not-found', {
      detail: `The journal holds no exchange ${id} of the caller's organization; it keeps the newest 1,000.`,
    });
  };
  return {
    listRequests: ({ caller }) =>
      ok({ data: journal.of(caller?.organization?.uuid).newestFirst().map(redactor.summarize) }),
    getRequest: (exchange) => ok(redactor.show(find(exchange))),
    explainRequest: (exchange) => {
      const entry = find(exchange);
      return ok(redactor.redact(entry, explain(entry)));
    },
  };
};
