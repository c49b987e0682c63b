import type { Register } from '../../../engine/assumptions/register.ts';
import { explain } from '../../../engine/journal/explain.ts';
import type { Criteria } from '../../../engine/journal/criteria.ts';
import { toHar } from '../../../engine/journal/har.ts';
import type { JournalEntry } from '../../../engine/journal/journal-entry.ts';
import type { JournalQueries } from '../../../engine/journal/journal-queries.ts';
import { type Journal, JOURNAL_LIMITS } from '../../../engine/journal/journal.ts';
import type { Redactor } from '../../../engine/journal/redactor.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import { plainProblem, problem } from '../../../engine/problems/problem.ts';
import type { Behaviour, Behaviours } from '../../../engine/responders/stateful.ts';
import { DurationError, parseDuration } from '../../../kernel/duration.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { type ListQuery, readWanted, toListReply } from '../parameters/list-page.ts';

export interface JournalDisplay {
  readonly journal: Journal;
  readonly queries: JournalQueries;
  readonly redactor: Redactor;
  readonly version: string;
  readonly register: Register;
}

/** What `find`, `count` and `await` take. */
interface Question extends Criteria {
  readonly limit?: number;
  readonly count?: number;
  readonly timeout?: string;
}

type Filters = Pick<Criteria, 'operation' | 'status' | 'clientId' | 'client' | 'since'>;

const ok = (value: unknown, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  headers,
  content: jsonContent(value),
});

const organizationOf = ({ caller }: Validated): string | undefined => caller?.organization?.uuid;

/** The longest that anybody waits: servers and proxies on the way give up after a minute. */
const LONGEST_WAIT = 55_000;
const USUAL_WAIT = 'PT5S';
const USUAL_FOUND = 20;
/** An export is of everything, unless something else is asked for. */
const USUAL_EXPORTED = 1000;

/** The journal as the caller's organization may see it. */
export const showJournal = (parts: JournalDisplay): Behaviours => {
  const { journal, queries, redactor, register } = parts;

  const find = (exchange: Validated): JournalEntry => {
    const { id = '' } = exchange.pathParameters;
    const entry = journal.of(organizationOf(exchange)).find(id);
    if (entry !== undefined) return entry;
    throw problem('not-found', {
      detail: `The journal has no exchange ${id} of the caller's organization; it keeps the latest ${JOURNAL_LIMITS.own.entries.toLocaleString('en')}.`,
    });
  };

  const readList = ({ input }: Validated): { readonly criteria: Criteria; readonly query: ListQuery } => {
    const query = input.parameters.query as ListQuery & Filters;
    const { limit: _limit, page: _page, sandbox: _sandbox, ...criteria } = query;
    return { criteria, query };
  };

  const listRequests: Behaviour = async (exchange) => {
    const { criteria, query } = readList(exchange);
    const wanted = readWanted(query);
    const all = await queries.list(organizationOf(exchange), criteria, Infinity);
    const { page, limit } = wanted;
    return toListReply(all.slice(page * limit, (page + 1) * limit), wanted, all.length);
  };

  const exportRequests: Behaviour = async (exchange) => {
    const { criteria, query } = readList(exchange);
    const found = await queries.find(organizationOf(exchange), criteria, query.limit ?? USUAL_EXPORTED);
    return ok(toHar(found, { version: parts.version, origin: exchange.request.origin }), {
      'content-disposition': 'attachment; filename="requests.har"',
    });
  };

  const awaitRequests: Behaviour = async (exchange) => {
    const { timeout = USUAL_WAIT, count = 1, limit: _limit, ...criteria } = exchange.input.body as Question;
    const { kind, found, others } = await queries.await(organizationOf(exchange), {
      criteria,
      count,
      timeout: readTimeout(timeout),
      whenGone: (task) => exchange.request.whenGone?.(task),
    });
    if (kind === 'met') return ok({ data: found });
    if (kind === 'closed') throw problem('unavailable', { detail: 'The server is shutting down.' });
    throw plainProblem(408, {
      detail: `${String(found.length)} of ${String(count)} requests came within ${timeout}.`,
      extensions: { found, cameInstead: others },
    });
  };

  return {
    listRequests,
    exportRequests,
    deleteRequests: (exchange) => {
      journal.forget(organizationOf(exchange));
      return { status: 204, headers: {} };
    },
    findRequests: async (exchange) => {
      const { limit = USUAL_FOUND, ...criteria } = exchange.input.body as Question;
      return ok({ data: await queries.find(organizationOf(exchange), criteria, limit) });
    },
    countRequests: async (exchange) =>
      ok({ count: await queries.count(organizationOf(exchange), exchange.input.body as Question) }),
    awaitRequests,
    getRequest: (exchange) => ok(redactor.show(find(exchange))),
    explainRequest: (exchange) => {
      const entry = find(exchange);
      return ok(redactor.redact(entry, explain(entry, register)));
    },
  };
};

/** How long somebody waits, in milliseconds of real time. */
export const readTimeout = (text: string): number => {
  const refuse = (message: string): Error =>
    problem('validation-error', {
      detail: `timeout ${message}.`,
      errors: [{ field: 'timeout', message, rejectedValue: text }],
    });
  try {
    const milliseconds = parseDuration(text);
    if (milliseconds <= LONGEST_WAIT) return milliseconds;
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw refuse(`is no duration that can be waited for: ${error.message}`);
  }
  throw refuse('must be at most PT55S: ask again for more');
};
