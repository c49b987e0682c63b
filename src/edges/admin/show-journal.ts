import { explain } from '../../engine/journal/explain.ts';
import type { Journal, JournalEntry } from '../../engine/journal/journal.ts';
import type { Validated } from '../../engine/pipeline/exchange.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { Behaviours } from '../../engine/responders/stateful.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type Reply, jsonContent } from '../../kernel/http.ts';

const ok = (value: unknown): Reply => ({ status: 200, headers: {}, content: jsonContent(value) });

const toExchange = (entry: JournalEntry): object => ({
  id: entry.id,
  traceId: entry.traceId,
  receivedAt: toIsoDateTime(entry.receivedAt),
  method: entry.method,
  path: entry.path,
  operationId: entry.operation?.id ?? null,
  clientId: entry.caller?.clientId ?? null,
  status: entry.status,
  source: entry.source,
  problemType: entry.refusal?.type ?? null,
});

/** The journal as the caller's organization may see it. */
export const showJournal = (journal: Journal): Behaviours => {
  const find = ({ caller, pathParameters }: Validated): JournalEntry => {
    const { id = '' } = pathParameters;
    const entry = journal.find(caller?.organization?.uuid ?? '', id);
    if (entry !== undefined) return entry;
    throw problem('not-found', {
      detail: `The journal holds no exchange ${id} of the caller's organization; it keeps the newest 1,000.`,
    });
  };
  return {
    listRequests: ({ caller }) => ok({ data: journal.list(caller?.organization?.uuid ?? '').map(toExchange) }),
    getRequest: (exchange) => ok(toExchange(find(exchange))),
    explainRequest: (exchange) => ok(explain(find(exchange))),
  };
};
